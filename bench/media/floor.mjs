/*
 * The least that a process can do for the same requests, started by fork(): a server in Express and busboy
 * that receives a file, hashes and writes it and reads its header, and sends kept files; and, told by
 * messages, the same without a server, and the thumbnails of a file one after the other.
 */
import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import express from 'express';
import sharp from 'sharp';

const [, , folder] = process.argv;
await mkdir(join(folder, 'static'), { recursive: true });

/** As `sharp-image-processor.ts` sets them. */
const ENCODERS = {
  jpg: (image) => image.jpeg({ quality: 80 }),
  webp: (image) => image.webp({ quality: 78, effort: 3 }),
  avif: (image) => image.avif({ quality: 50, effort: 2 }),
};

const app = express();
app.disable('x-powered-by');
app.use('/static', express.static(join(folder, 'static'), { immutable: true, maxAge: '1y' }));
app.post('/images', (request, response, next) => {
  const form = busboy({ headers: request.headers });
  const kept = [];
  form.on('file', (_name, stream) => kept.push(keep(stream)));
  form.on('close', () => {
    Promise.all(kept).then((files) => response.json(files), next);
  });
  request.pipe(form);
});

/** Hashes and writes a file, makes sure that it is on the disk, and reads its header. */
async function keep(stream) {
  const path = join(folder, randomUUID());
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  await pipeline(stream, hashing, createWriteStream(path, { flush: true }));
  const { width, height, format } = await sharp(path).metadata();
  return { path, hash: hash.digest('hex'), width, height, format };
}

const work = {
  async keep({ file }) {
    const { path } = await keep(createReadStream(file));
    await rm(path);
  },
  /**
   * The picture is decoded once, as small as the largest size allows; each size is a cut of the middle.
   */
  async thumbnails({ file, sizes, format }) {
    const target = join(folder, randomUUID());
    await copyFile(file, target);
    const wanted = sizes.map((size) => size.split('x').map(Number));
    const largest = {
      width: Math.max(...wanted.map(([width]) => width)),
      height: Math.max(...wanted.map(([, height]) => height)),
    };
    const { data, info: raw } = await sharp(file)
      .autoOrient()
      .resize({ ...largest, fit: 'outside' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    for (const [width, height] of wanted) {
      const image = sharp(data, { raw }).resize({
        width: width || undefined,
        height: height || undefined,
        fit: 'cover',
      });
      await ENCODERS[format](image).toFile(target);
    }
    await rm(target);
  },
};

process.on('message', async ({ task, ...input }) => {
  const start = performance.now();
  await work[task](input);
  process.send({ milliseconds: performance.now() - start });
});
process.on('disconnect', () => process.exit());

const server = app.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
