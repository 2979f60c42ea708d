import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { jpegExif, withSegments } from '../support/picture-bytes.js';
import { readImage, serve, type ShownCrop, uploaded } from '../support/picture-client.js';
import { subjectAt } from '../support/picture-pixels.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The default crops once the focal point is known, which it is when there is a thumbnail. */
async function cropsOf(file: Buffer): Promise<Readonly<Record<string, ShownCrop>>> {
  const { id, thumbnails } = await uploaded(service, { name: 'subject', file });
  await serve(service, thumbnails['35x35'] ?? '');
  return (await readImage(service, id)).manual_image_crops;
}

const WIDTH = 800;
const HEIGHT = 200;
/** Half of the subject, and a little. */
const NEAR = 50;

describe('A default crop', () => {
  test.each([0.1, 0.3, 0.5, 0.7, 0.9])(
    'shows what draws the eye, at %d of the width, to the edge',
    async (x) => {
      const file = await subjectAt({ x, y: 0.5 }, WIDTH, HEIGHT).jpeg().toBuffer();
      const crops = Object.values(await cropsOf(file));
      for (const { left, top, width, height } of crops) {
        expect({ top, height }).toEqual({ top: 0, height: HEIGHT });
        const clamped = Math.max(width / 2, Math.min(x * WIDTH, WIDTH - width / 2));
        expect(Math.abs(left + width / 2 - clamped)).toBeLessThan(NEAR);
      }
      // All are centred on the same point, but those that reach the edge.
      const free = crops.filter(({ left, width }) => left > 0 && left + width < WIDTH);
      const centres = free.map(({ left, width }) => left + width / 2);
      for (const centre of centres) expect(Math.abs(centre - (centres[0] ?? 0))).toBeLessThanOrEqual(1);
    },
  );

  test.each([
    [3, 180],
    [6, 270],
    [8, 90],
  ])('looks at the upright picture (orientation %d)', async (orientation, angle) => {
    const upright = await subjectAt({ x: 0.5, y: 0.2 }, HEIGHT, WIDTH).png().toBuffer();
    const file = withSegments(
      await sharp(upright).rotate(angle).jpeg().toBuffer(),
      jpegExif({ orientation }),
    );
    const { '3x2': crop } = await cropsOf(file);
    expect(crop).toMatchObject({ left: 0, width: HEIGHT });
    expect(Math.abs((crop?.top ?? 0) + (crop?.height ?? 0) / 2 - 0.2 * WIDTH)).toBeLessThan(NEAR);
  });

  test('of a file that was there before is known with its first thumbnail, too', async () => {
    const file = await subjectAt({ x: 0.8, y: 0.5 }, WIDTH, HEIGHT).jpeg().toBuffer();
    const crops = await cropsOf(file);
    expect(await cropsOf(file)).toEqual(crops);
  });

  test('of an image where nothing draws the eye is still one', async () => {
    const flat = sharp({ create: { width: 400, height: 100, channels: 4, background: '#00000000' } });
    const crops = await cropsOf(await flat.png().toBuffer());
    for (const { left, top, width, height } of Object.values(crops)) {
      expect(left >= 0 && top >= 0 && left + width <= 400 && top + height <= 100).toBe(true);
    }
  });
});
