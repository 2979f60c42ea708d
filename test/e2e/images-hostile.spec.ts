import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { processCpuMs } from '../support/cpu-time.js';
import {
  expectRemains,
  type NamedFile,
  refused,
  type Remains,
  tidyRemains,
  serve,
  upload,
  uploaded,
} from '../support/picture-client.js';
import * as faults from '../support/picture-faults.js';
import { EXTENSION, type Format, SAMPLES } from '../support/picture-faults.js';
import { tracesIn } from '../support/picture-traces.js';
import { type Service, startService } from '../support/service.js';

/** A second of CPU time, in milliseconds. */
const SECOND = 1000;

const harmless = await faults.harmless();
const bombs: Readonly<Record<string, Buffer>> = {
  'black.png': faults.blackPng(30_000, 30_000),
  'a-little.png': faults.blackPng(10_001, 10_000),
  'long.gif': faults.longGif(1000, 1000, 10_000),
  'huge.gif': faults.longGif(65_535, 65_535, 1),
  'lying.jpg': faults.lyingJpeg(65_500, 65_500),
  'lying.tiff': faults.lyingTiff(100_000, 100_000),
  'larger.tiff': faults.lyingTiff(4_294_967_295, 4_294_967_295),
  'lying.avif': faults.lyingAvif(65_535, 65_535),
  'largest.webp': await faults.largeWebp(16_383, 16_383, 1),
  'endless.webp': await faults.largeWebp(5000, 5000, 50),
};
const damaged: Readonly<Record<string, Buffer>> = {
  'empty.png': faults.emptyPng(),
  'scrambled.png': faults.scrambledPng(),
  'low.jpg': faults.lyingJpeg(160, 0),
  'narrow.jpg': faults.lyingJpeg(0, 120),
  'nothing.png': faults.blackPng(0, 0),
  'nothing.tiff': faults.lyingTiff(0, 0),
  'longer.tiff': faults.lyingTiff(160, 9000),
  'nothing.avif': faults.lyingAvif(0, 0),
  'still.gif': faults.longGif(5, 5, 0),
  'empty.jpg': Buffer.alloc(0),
};

let service: Service;
let before: Remains;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const named = (files: Readonly<Record<string, Buffer>>) => Object.entries(files);

/** Refused with one of these, at a cost that nobody notices, and nothing of it stays. */
async function expectRefusal(file: NamedFile, statuses: readonly number[]): Promise<void> {
  const before = processCpuMs();
  const call = upload(service, [file]);
  const { status, body } = await call;
  expect([...statuses, file.name, body.code, body.detail]).toContain(status);
  expect(await refused(call, status)).toEqual(['file']);
  expect(processCpuMs() - before).toBeLessThan(3 * SECOND);
}

describe('Refused is', () => {
  beforeEach(async () => {
    before = await tidyRemains(service);
  });
  afterEach(async () => {
    await expectRemains(service, before);
    await service.as(null).get('/health/live').expect(200);
  });

  test.each(named(bombs))('a picture of too many pixels: %s', (name, file) =>
    expectRefusal({ name, file }, [422]),
  );

  test.each(named(damaged))('one that cannot be decoded: %s', (name, file) =>
    expectRefusal({ name, file }, [422]),
  );

  test.each(named(faults.polyglots()))('one with a program in it: %s', (name, file) =>
    expectRefusal({ name, file }, [422]),
  );

  test.each(named(faults.NO_PICTURES))('what is none: %s', (name, file) =>
    expectRefusal({ name, file }, [415]),
  );

  test.each(Object.keys(SAMPLES) as Format[])('%s that was cut off', async (format) => {
    const whole = SAMPLES[format];
    for (let part = 0; part < 10; part++) {
      const file = whole.subarray(0, Math.floor((whole.length * part) / 10));
      await expectRefusal({ name: `cut.${EXTENSION[format]}`, file }, [415, 422]);
      await expectRefusal({ name: 'cut', file }, [415, 422]);
    }
  });

  test.each(faults.MAGIC)('noise that begins like a picture: %s', async (magic) => {
    for (const size of [0, 8, 100, 5000]) {
      const file = Buffer.concat([Buffer.from(magic, 'hex'), randomBytes(size)]);
      await expectRefusal({ name: 'noise', file }, [415, 422]);
    }
  });

  test('noise', async () => {
    for (let tries = 0; tries < 20; tries++) {
      await expectRefusal({ name: 'noise', file: randomBytes(tries * 100) }, [415, 422]);
    }
  });

  test('the whole request for one file of several, which is named', async () => {
    const good = { name: 'good.jpg', file: SAMPLES.jpeg };
    const bad: NamedFile[] = [
      { name: 'bad.jpg', file: SAMPLES.jpeg.subarray(0, 400) },
      { name: 'text.png', file: Buffer.from('text') },
      { name: 'black.png', file: faults.blackPng(30_000, 30_000) },
      { name: 'wrong.png', file: SAMPLES.jpeg },
    ];
    for (const file of bad) {
      const call = upload(service, [good, file, { ...good, name: 'other.jpg' }]);
      expect(await refused(call, (await call).status)).toEqual(['file[1]']);
    }
  });
});

/** Taken and shown in several sizes, at a cost that nobody minds. */
async function expectServed(file: NamedFile): Promise<void> {
  const before = processCpuMs();
  const { thumbnails } = await uploaded(service, file);
  for (const size of ['origin', '35x35', '210x', '600x400']) {
    const { status, body } = await serve(service, thumbnails[size] ?? '', { accept: '*/*' });
    expect({ size, status }).toEqual({ size, status: 200 });
    expect(tracesIn(body)).toEqual([]);
  }
  expect(processCpuMs() - before).toBeLessThan(5 * SECOND);
}

describe('Taken, for little, is', () => {
  test.each(named(faults.packedMetadata()))('what a picture does not need: %s', async (name, file) => {
    const call = upload(service, [{ name, file }]);
    const before = processCpuMs();
    const { status } = await call;
    expect(processCpuMs() - before).toBeLessThan(3 * SECOND);
    expect([200, 422]).toContain(status);
    if (status === 200) await expectServed({ name, file });
  });

  test.each(named(harmless))('what only looks odd: %s', (name, file) => expectServed({ name, file }));

  test('an animation that is long, but small', async () => {
    await expectServed({ name: 'long.gif', file: faults.longGif(40, 30, 500) });
  });

  test('a directory of a TIFF that leads to itself, or not', async () => {
    const call = upload(service, [{ name: 'endless.tiff', file: faults.endlessTiff() }]);
    expect([200, 422]).toContain((await call).status);
  });

  test('a picture that is longer than its format on the web can be', async () => {
    const create = { width: 17_000, height: 10, channels: 4, background: '#ff000080' } as const;
    const file = await sharp({ create }).tiff({ compression: 'deflate' }).toBuffer();
    await expectServed({ name: 'long.tiff', file });
  });

  test.each([
    [10_000, 1],
    [1, 10_000],
  ])('a picture of %i by %i pixels', async (width, height) => {
    const { maxRSS: before } = process.resourceUsage();
    await expectServed({ name: 'line.png', file: faults.blackPng(width, height) });
    expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000);
  });

  test('a JPEG of many scans, or not', async () => {
    const file = await faults.manyScans(2000, 1000);
    const before = processCpuMs();
    const { status, body } = await upload(service, [{ name: 'scans.jpg', file }]);
    expect([200, 422]).toContain(status);
    if (status === 200) {
      const answer = await serve(service, body.thumbnails['600x400']);
      expect([200, 422]).toContain(answer.status);
    }
    expect(processCpuMs() - before).toBeLessThan(10 * SECOND);
  });
});
