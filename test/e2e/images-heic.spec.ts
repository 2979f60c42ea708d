import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { decodesHeic } from '../../src/platform/images/load-sharp.js';
import { IMAGES, upload } from '../support/picture-client.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('HEIC is taken where there is a codec for it, and else refused with the reason', async () => {
  const file = { name: 'photo.heic', file: readFileSync('test/fixtures/photo.heic') };
  const { status, body } = await upload(service, [file]);
  if (await decodesHeic()) {
    expect({ status, body }).toMatchObject({ status: 200, body: { width: 64, height: 48 } });
    const { thumbnails } = body as { thumbnails: Record<string, string> };
    await service.get(new URL(thumbnails['35x35'] ?? '').pathname).expect(200);
    return;
  }
  expect({ status, body }).toMatchObject({
    status: 415,
    body: {
      code: 'image-type',
      detail: expect.stringContaining('has no codec for them; send JPEG or AVIF.'),
    },
  });
  expect((await service.get(IMAGES).expect(200)).body).toEqual([]);
});
