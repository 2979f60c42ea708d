/*
 * Makes the pictures of the bench, as cameras would: coarse shapes with grain over them.
 * `node pictures.mjs <folder>`; in a process of its own, because it takes the
 * memory that the service may not.
 */
import { join } from 'node:path';
import sharp from 'sharp';

const [CAMERA_WIDTH, CAMERA_HEIGHT] = [4000, 3000];
const CAMERA_BYTES = 4_000_000;
/** 50 megapixels. */
const [LARGE_WIDTH, LARGE_HEIGHT] = [8660, 5774];
const SHAPES = 40;
const GRAIN = 9;

const [, , folder, chromaSubsampling] = process.argv;

const noise = (width, height, sigma) => {
  const create = {
    width,
    height,
    channels: 3,
    background: 'grey',
    noise: { type: 'gaussian', mean: 128, sigma },
  };
  return sharp({ create });
};

/** Pixels, uncompressed. */
async function photograph(width, height) {
  const few = { width: Math.ceil(width / SHAPES), height: Math.ceil(height / SHAPES) };
  const small = await noise(few.width, few.height, 90).png().toBuffer();
  const shapes = await sharp(small).resize(width, height, { kernel: 'cubic', fit: 'fill' }).raw().toBuffer();
  const data = await noise(width, height, GRAIN)
    .composite([{ input: shapes, raw: { width, height, channels: 3 }, blend: 'overlay' }])
    .removeAlpha()
    .raw()
    .toBuffer();
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** The quality at which a picture has as many bytes as wanted. */
async function ofSize(picture, bytes) {
  let [low, high] = [30, 100];
  while (high - low > 1) {
    const quality = Math.floor((low + high) / 2);
    const { length } = await picture.clone().jpeg({ quality }).toBuffer();
    if (length < bytes) low = quality;
    else high = quality;
  }
  return picture.clone().jpeg({ quality: low });
}

const camera = await photograph(CAMERA_WIDTH, CAMERA_HEIGHT);
await (await ofSize(camera, CAMERA_BYTES)).toFile(join(folder, 'camera.jpg'));
const large = await photograph(LARGE_WIDTH, LARGE_HEIGHT);
for (const [name, progressive] of Object.entries({ baseline: false, progressive: true })) {
  await large
    .clone()
    .jpeg({ quality: 85, chromaSubsampling, progressive })
    .toFile(join(folder, `${name}.jpg`));
}
