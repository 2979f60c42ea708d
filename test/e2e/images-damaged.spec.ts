import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import {
  exif,
  patched,
  webp,
  WEBP_ANIMATION,
  WEBP_EXIF,
  webpChunk,
  webpHead,
} from '../support/picture-bytes.js';
import { derivedOf, filesOf, serve, untilStored, uploaded } from '../support/picture-client.js';
import { SAMPLES } from '../support/picture-faults.js';
import { mapOf } from '../support/picture-pixels.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const SIZES = ['origin', '600x400', '300x300', '210x'];

/**
 * Escapes in the scan of a JPEG that stand for themselves: with another byte
 * behind them they are markers of nothing.
 */
function escapesIn(jpeg: Buffer): number[] {
  const found: number[] = [];
  const scan = jpeg.indexOf(Buffer.from([0xff, 0xda]));
  for (let at = jpeg.indexOf('ff00', scan, 'hex'); at >= 0; at = jpeg.indexOf('ff00', at + 1, 'hex'))
    found.push(at);
  return found;
}

describe('A JPEG whose scan is damaged', () => {
  test('is served as far as it can be decoded, and never as nothing', async () => {
    const map = mapOf({ width: 320, height: 240, channels: 'rgb', frames: 1, orientation: 1 });
    const jpeg = await map.jpeg({ quality: 100 }).toBuffer();
    const [first = 0, ...others] = escapesIn(jpeg);
    expect(first).toBeGreaterThan(0);
    for (const at of [first, others.at(-1) ?? first]) {
      const file = patched(jpeg, at, Buffer.from([0xff, 0x12]));
      const { thumbnails } = await uploaded(service, { name: 'damaged.jpg', file });
      for (const size of SIZES) {
        const { status, type, body } = await serve(service, thumbnails[size] ?? '');
        expect({ size, status, type }).toEqual({ size, status: 200, type: 'image/jpeg' });
        const { format, width, height } = await sharp(body).metadata();
        expect(format).toBe('jpeg');
        if (size === 'origin') expect([width, height]).toEqual([320, 240]);
      }
    }
    const derived = await derivedOf(service);
    expect(derived.length).toBeGreaterThan(0);
    expect(derived.filter((name) => filesOf(service).get(name) === 0)).toEqual([]);
  });
});

describe('A file of no bytes that was kept', () => {
  test.each(['origin', '600x400'])('for %s is made anew', async (size) => {
    const map = mapOf({ width: 90, height: 60, channels: 'rgb', frames: 1, orientation: 1 });
    const file = await map.png({ compressionLevel: size.length }).toBuffer();
    const image = await uploaded(service, { name: 'a.png', file });
    const before = new Set(await derivedOf(service));
    const url = image.thumbnails[size] ?? '';
    const whole = await serve(service, url);
    const kept = (await derivedOf(service)).filter((name) => !before.has(name));
    expect(kept).toHaveLength(1);
    const path = join(service.database.folder, kept[0] ?? '');
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    const again = await serve(service, url);
    expect([again.status, again.body.length]).toEqual([200, whole.body.length]);
    await untilStored(service);
    expect(filesOf(service).get(kept[0] ?? '')).toBe(whole.body.length);
  });
});

describe('An animation that notes how the camera was held', () => {
  /** Frames of 160x120. */
  const turned = (orientation: number) =>
    webp(
      webpHead(WEBP_EXIF + WEBP_ANIMATION, 160, 120),
      // Behind the header and the chunk that tells the size.
      SAMPLES.moving.subarray(30),
      webpChunk('EXIF', exif({ orientation })),
    );

  test.each([3, 6, 8])('is shown as it is stored, as browsers do: orientation %i', async (orientation) => {
    const image = await uploaded(service, { name: 'moving.webp', file: turned(orientation) });
    expect(image).toMatchObject({ width: 160, height: 120 });
    for (const size of SIZES) {
      for (const accept of ['*/*', 'image/webp', 'image/avif,image/webp']) {
        const { status, body } = await serve(service, image.thumbnails[size] ?? '', { accept });
        expect({ size, status }).toEqual({ size, status: 200 });
        const {
          pages,
          width,
          pageHeight,
          orientation: noted,
        } = await sharp(body, {
          animated: true,
        }).metadata();
        expect({ size, pages, noted }).toEqual({ size, pages: 3, noted: undefined });
        if (size === 'origin') expect([width, pageHeight]).toEqual([160, 120]);
      }
    }
  });
});
