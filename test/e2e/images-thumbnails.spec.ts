import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { createMigratedDatabase } from '../support/migrated-database.js';
import {
  derivedOf,
  filesOf,
  type ImageAnswer,
  IMAGES,
  ok,
  serve,
  uploaded,
} from '../support/picture-client.js';
import { mapOf, subjectAt } from '../support/picture-pixels.js';
import { makePictures } from '../support/pictures.js';
import { type Service, startService } from '../support/service.js';

const BROWSER = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8';
const NAMES = ['landscape.jpg', 'cutout.png', 'moving.gif', 'moving.webp', 'modern.avif', 'cutout.tif'];

const pictures = await makePictures(...NAMES);
const map = mapOf({ width: 2000, height: 1500, channels: 'rgb', frames: 1, orientation: 1 });
const large = { name: 'large.jpg', file: await map.jpeg().toBuffer() };

const database = await createMigratedDatabase();
const images = new Map<string, ImageAnswer>();
let service: Service;
beforeAll(async () => {
  service = await startService({ database });
  for (const picture of pictures) images.set(picture.name, await uploaded(service, picture));
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

describe('The format', () => {
  test.each<[name: string, accept: string, type: string]>([
    ['landscape.jpg', BROWSER, 'image/avif'],
    ['landscape.jpg', 'image/webp,*/*', 'image/webp'],
    ['landscape.jpg', 'IMAGE/WebP;q=0.5', 'image/webp'],
    ['landscape.jpg', '*/*', 'image/jpeg'],
    ['landscape.jpg', 'image/*', 'image/jpeg'],
    ['landscape.jpg', 'image/avif;q=0,image/webp;q=0.000,*/*', 'image/jpeg'],
    ['landscape.jpg', 'text/html', 'image/jpeg'],
    ['landscape.jpg', '', 'image/jpeg'],
    ['cutout.png', BROWSER, 'image/avif'],
    ['cutout.png', '*/*', 'image/png'],
    ['moving.gif', BROWSER, 'image/webp'],
    ['moving.gif', '*/*', 'image/gif'],
    ['moving.webp', BROWSER, 'image/webp'],
    ['moving.webp', '*/*', 'image/webp'],
    ['modern.avif', BROWSER, 'image/avif'],
    ['modern.avif', '*/*', 'image/jpeg'],
    ['cutout.tif', '*/*', 'image/webp'],
  ])('of %s for "%s" is %s', async (name, accept, type) => {
    const answer = await serve(service, images.get(name)?.thumbnails['300x300'] ?? '', { accept });
    expect(answer).toMatchObject({ status: 200, type });
    expect(answer.headers.get('vary')).toMatch(/\bAccept\b/i);
    const { format, width, hasAlpha } = await sharp(answer.body).metadata();
    expect({ format, width }).toEqual({ format: type.slice(6).replace('avif', 'heif'), width: 300 });
    if (name.startsWith('cutout')) expect(hasAlpha).toBe(true);
  });

  test('is found in a list without end', async () => {
    const url = images.get('landscape.jpg')?.thumbnails['300x300'] ?? '';
    for (const accept of ['image/webp;q=0,', ';,', ',', 'a/b;c="d,']) {
      expect((await serve(service, url, { accept: accept.repeat(8000 / accept.length) })).type).toBe(
        'image/jpeg',
      );
    }
  });

  test('of each has a tag of its own', async () => {
    const url = images.get('landscape.jpg')?.thumbnails['600x400'] ?? '';
    const tags = ['*/*', 'image/webp', 'image/avif'].map(async (accept) =>
      (await serve(service, url, { accept })).headers.get('etag'),
    );
    expect(new Set(await Promise.all(tags)).size).toBe(3);
  });
});

describe('A thumbnail', () => {
  test.each(['*/*', 'image/webp'])(
    'moves as long as it has no more than 25 megapixels in all (%s)',
    async (accept) => {
      const [width, height, frames] = [12, 8, 30];
      const pixels = Buffer.concat(
        Array.from({ length: frames }, (_, n) => Buffer.alloc(width * height * 3, n * 8)),
      );
      const raw = { width, height: height * frames, channels: 3, pageHeight: height } as const;
      const file = await sharp(pixels, { raw }).gif().toBuffer();
      const { thumbnails } = await uploaded(service, { name: 'long.gif', file });
      const pagesOf = async (size: string) =>
        (await sharp((await serve(service, thumbnails[size] ?? '', { accept })).body).metadata()).pages ?? 1;
      expect(await pagesOf('300x300')).toBe(frames);
      expect(await pagesOf('1200x800')).toBe(1);
      expect(await pagesOf('origin')).toBe(frames);
    },
  );

  test.each([BROWSER, 'image/webp', '*/*'])('is no higher than its format can be (%s)', async (accept) => {
    const [tall] = await makePictures('tall.png');
    const { thumbnails } = await uploaded(service, tall ?? large);
    for (const size of ['210x', '980x', '35x35']) {
      const { status, body } = await serve(service, thumbnails[size] ?? '', { accept });
      expect(status).toBe(200);
      const { width, height } = await sharp(body).metadata();
      expect(height).toBeLessThanOrEqual(16_383);
      if (size !== '35x35') expect(Math.abs(width - (height * 50) / 20_000)).toBeLessThanOrEqual(0.5);
    }
  });

  test('that many ask for at once is made once, and all get the same', async () => {
    const { thumbnails } = await uploaded(service, large);
    await serve(service, thumbnails['35x35'] ?? '');
    const before = await derivedOf(service);
    let tasks = 0;
    const count = () => tasks++;
    sharp.queue.on('change', count);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => serve(service, thumbnails['1245x700'] ?? '')),
    );
    sharp.queue.off('change', count);
    // It counts when work is begun and when it ends.
    expect(tasks).toBeGreaterThan(0);
    expect(tasks).toBeLessThan(10);
    const [first] = answers;
    for (const { status, body, headers } of answers) {
      expect(status).toBe(200);
      expect(headers.get('etag')).toBe(first?.headers.get('etag'));
      expect(first?.body.equals(body)).toBe(true);
    }
    const now = (await derivedOf(service)).filter((name) => !before.includes(name));
    expect(now.filter((name) => name.includes('1245x700'))).toHaveLength(1);
    expect([...filesOf(service).keys()].filter((name) => name.startsWith('tmp'))).toEqual([]);
  });

  test('that is asked for again is not made again, nor by another instance or after a restart', async () => {
    const url = images.get('landscape.jpg')?.thumbnails['600x200'] ?? '';
    const timesOf = async () =>
      (await derivedOf(service)).map((name) => [name, statSync(join(database.folder, name)).mtimeMs]);
    const first = await serve(service, url);
    const before = await timesOf();
    const other = await startService({ database });
    const there = await serve(other, url);
    await other.stop();
    expect(there.body.equals(first.body)).toBe(true);
    expect(there.headers.get('etag')).toBe(first.headers.get('etag'));
    expect((await serve(service, url)).body.equals(first.body)).toBe(true);
    expect(await timesOf()).toEqual(before);
  });

  test('of an image that is removed meanwhile is there, or is not', async () => {
    for (let n = 0; n < 10; n++) {
      const { id, thumbnails } = await uploaded(service, large);
      const urls = ['1245x700', '300x300', 'origin', '210x'].map((size) =>
        serve(service, thumbnails[size] ?? ''),
      );
      const [removed, ...answers] = await Promise.all([service.delete(`${IMAGES}/${id}`), ...urls]);
      expect(removed.status).toBe(200);
      for (const { status } of answers) expect([200, 404]).toContain(status);
    }
  });

  test('goes away with the image', async () => {
    const file = await subjectAt({ x: 0.2, y: 0.2 }, 50, 50).png().toBuffer();
    const { id, thumbnails } = await uploaded(service, { name: 'gone.png', file });
    const address = thumbnails['35x35'] ?? '';
    expect((await serve(service, address)).status).toBe(200);
    await ok(service.delete(`${IMAGES}/${id}`));
    expect(await serve(service, address)).toMatchObject({ status: 404, type: 'application/problem+json' });
  });
});

test('The file as it came is kept once, however often it came', async () => {
  const kept = () => [...filesOf(service).keys()].filter((name) => name.includes('originals'));
  const before = kept();
  await uploaded(service, large);
  await uploaded(service, { ...large, name: 'the same.jpg' });
  expect(kept()).toEqual(before);
  const stored = kept().map((name) => readFileSync(join(database.folder, name)));
  expect(stored.filter((bytes) => bytes.equals(large.file))).toHaveLength(1);
});
