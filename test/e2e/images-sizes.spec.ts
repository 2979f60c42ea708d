import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { type ImageAnswer, readImage, type Served, serve, uploaded } from '../support/picture-client.js';
import { type Area, decode, type Decoded, SHORT } from '../support/picture-pixels.js';
import { makePictures, type Picture } from '../support/pictures.js';
import { tracesIn } from '../support/picture-traces.js';
import { type Service, startService } from '../support/service.js';

const RATIOS: Readonly<Record<string, readonly string[]>> = {
  '3x1': ['1200x400', '600x200'],
  '2x1': ['1200x600', '600x300'],
  '3x2': ['1200x800', '600x400'],
  '1x1': ['600x600', '300x300'],
  '9x16': ['700x1245'],
  '16x9': ['1245x700'],
};
type Sized = readonly (readonly [ratio: string, size: string])[];
const ALL: Sized = [
  ...Object.entries(RATIOS).flatMap(([code, sizes]) => sizes.map((size) => [code, size] as const)),
  ['1x1', '35x35'],
];
const SMALL = ['600x200', '600x300', '600x400', '300x300', '35x35'];
const FEW = ALL.filter(([, size]) => SMALL.includes(size));
const WIDTHS = ['210x', '300x', '600x', '980x'];
const TYPES = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' };
/** No side of a WebP is longer. */
const MAX_HEIGHT = 16_383;

const pictures = await makePictures();
const images = new Map<string, ImageAnswer>();

let service: Service;
beforeAll(async () => {
  service = await startService();
  for (const picture of pictures) images.set(picture.name, await uploaded(service, picture));
});
afterAll(() => service.stop());

const urlOf = (name: string, size: string): string => images.get(name)?.thumbnails[size] ?? '';

async function fetched(name: string, size: string, accept = '*/*'): Promise<Served> {
  const answer = await serve(service, urlOf(name, size), { accept });
  expect({ name, size, status: answer.status }).toEqual({ name, size, status: 200 });
  return answer;
}

/**
 * Crops are looked up when a thumbnail has been made: the point that they are centred on is known by then.
 */
async function cropsOf(name: string) {
  await fetched(name, '35x35');
  return (await readImage(service, images.get(name)?.id ?? 0)).manual_image_crops;
}

const whole = ({ width, height }: Picture): Area => ({ left: 0, top: 0, width, height });
/** Near the corners, the edges and in the middle. */
const SHARES = [0.05, 0.5, 0.95];
const PLACES = SHARES.flatMap((x) => SHARES.map((y) => ({ x, y })));

/** That a picture shows this area of another, wherever one looks. */
function expectShown(shown: Decoded, area: Area, picture: Picture): void {
  const { channels, tolerance } = picture;
  // Beyond the middle of the outermost pixels there is nothing that could change.
  const pixel = (share: number, length: number) =>
    length < SHORT ? 0.5 : (Math.floor(share * length) + 0.5) / length;
  const inside = (share: number, pixels: number) => Math.max(0.5 / pixels, Math.min(share, 1 - 0.5 / pixels));
  const wrong = PLACES.flatMap((about) => {
    const place = { x: pixel(about.x, shown.width), y: pixel(about.y, shown.height) };
    const seen = shown.whereIs(place, channels);
    const x = inside((area.left + place.x * area.width) / picture.width, picture.width);
    const y = inside((area.top + place.y * area.height) / picture.height, picture.height);
    const isNear = Math.abs(seen.x - x) <= tolerance && Math.abs(seen.y - y) <= tolerance;
    return isNear ? [] : { place, seen, expected: { x, y } };
  });
  expect(wrong).toEqual([]);
}

/** That nothing is in a file but pixels that a browser shows right. */
async function expectClean(file: Buffer, picture: Picture): Promise<void> {
  expect(tracesIn(file)).toEqual([]);
  const { space, depth, icc, hasAlpha, orientation, pages = 1 } = await sharp(file).metadata();
  expect({ depth, orientation, hasAlpha, hasProfile: icc !== undefined, pages }).toEqual({
    depth: 'uchar',
    hasAlpha: picture.extension === 'gif' ? hasAlpha : picture.hasAlpha,
    hasProfile: picture.hasProfile,
    pages: picture.frames,
  });
  expect(['srgb', 'b-w']).toContain(space);
}

describe.each(pictures.map((picture) => [picture.name, picture] as const))('%s', (name, picture) => {
  test('has its size as it is seen, and a URL of every size', () => {
    const image = images.get(name);
    expect(image).toMatchObject({ width: picture.width, height: picture.height, filename: name });
    const sizes = ['origin', '35x35', ...WIDTHS, ...Object.values(RATIOS).flat()];
    expect(Object.keys(image?.thumbnails ?? {}).sort()).toEqual(sizes.sort());
    expect(new Set(Object.values(image?.thumbnails ?? {})).size).toBe(sizes.length);
  });

  test('has crops of every ratio, as large as they can be', async () => {
    const crops = await cropsOf(name);
    expect(Object.keys(crops)).toEqual(Object.keys(RATIOS));
    for (const [code, { left, top, width, height, sizes }] of Object.entries(crops)) {
      expect(sizes).toEqual(RATIOS[code]);
      const [across = 1, down = 1] = code.split('x').map(Number);
      const fullWidth = Math.max(1, Math.min(picture.width, (picture.height * across) / down));
      const fullHeight = Math.max(1, Math.min(picture.height, (picture.width * down) / across));
      const isLargest = Math.abs(width - fullWidth) <= 0.5 && Math.abs(height - fullHeight) <= 0.5;
      const isInside =
        left >= 0 && top >= 0 && left + width <= picture.width && top + height <= picture.height;
      expect({ code, width, height, isLargest, isInside }).toMatchObject({ isLargest: true, isInside: true });
    }
  });

  test('is shown in exactly these pixels by every size of every ratio', async () => {
    const crops = await cropsOf(name);
    for (const [code, size] of picture.isVariant ? FEW : ALL) {
      const { body, type } = await fetched(name, size);
      expect(type).toBe(TYPES[picture.extension]);
      await expectClean(body, picture);
      for (let frame = 0; frame < picture.frames; frame++) {
        const shown = await decode(body, frame);
        expect(`${shown.width}x${shown.height}`).toBe(size);
        expectShown(shown, crops[code] as Area, picture);
      }
    }
  });

  test('is shown whole and never larger by every width', async () => {
    for (const size of WIDTHS) {
      const { body, type } = await fetched(name, size);
      expect(type).toBe(TYPES[picture.extension]);
      const shown = await decode(body);
      const scale = Math.min(1, parseInt(size) / picture.width, MAX_HEIGHT / picture.height);
      const expected = [picture.width * scale, picture.height * scale];
      for (const [index, side] of [shown.width, shown.height].entries()) {
        expect(Math.abs(side - Math.max(1, expected[index] ?? 0))).toBeLessThanOrEqual(0.5);
      }
      await expectClean(body, picture);
      expectShown(shown, whole(picture), picture);
    }
  });

  test('is itself as origin, upright and without what it tells', async () => {
    const { body, type } = await fetched(name, 'origin', 'image/avif,image/webp,*/*');
    expect(type).toBe(TYPES[picture.extension]);
    expect(tracesIn(body)).toEqual([]);
    const shown = await decode(body);
    expect(shown).toMatchObject({ width: picture.width, height: picture.height });
    expectShown(shown, whole(picture), picture);
    if (!picture.isKeptAsIs) return;
    const pixels = (file: Buffer) => sharp(file, { animated: true }).raw().toBuffer();
    expect((await pixels(body)).equals(await pixels(picture.file))).toBe(true);
    const profile = async (file: Buffer) => (await sharp(file).metadata()).icc?.toString('base64');
    expect((await profile(body)) === (await profile(picture.file))).toBe(true);
  });
});

test('Pictures of the test tell something that can be lost', () => {
  for (const name of [
    'telling.jpg',
    'telling.png',
    'moving.gif',
    'moving.webp',
    'still.webp',
    'modern.avif',
  ]) {
    const { file } = pictures.find((picture) => picture.name === name) ?? {};
    expect(file && tracesIn(file)).toContain('the secret');
  }
});

test('The brightness that a PNG is meant to have stays in its origin', async () => {
  expect((await fetched('gamma.png', 'origin')).body.includes('gAMA')).toBe(true);
});

test.each(['moving.gif', 'moving.webp'])(
  '%s moves as before in every size, at the same speed',
  async (name) => {
    const { delay, loop } = await sharp((await fetched(name, 'origin')).body).metadata();
    expect({ delay, loop }).toEqual({ delay: [50, 150], loop: name.endsWith('gif') ? 0 : 2 });
    for (const size of ['210x', '1245x700', '35x35']) {
      for (const accept of ['*/*', 'image/webp,*/*']) {
        expect(await sharp((await fetched(name, size, accept)).body).metadata()).toMatchObject({
          delay,
          loop,
          pages: 2,
        });
      }
    }
  },
);
