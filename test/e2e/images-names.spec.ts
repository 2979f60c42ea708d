import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OriginServer } from '../support/origin-server.js';
import { IMAGES, ok, readImage } from '../support/picture-client.js';
import { SAMPLES } from '../support/picture-faults.js';
import { type Service, startService } from '../support/service.js';

let origin: OriginServer;
let service: Service;
beforeAll(async () => {
  origin = await OriginServer.start();
  service = await startService({ environment: { OUTBOUND_ALLOW: origin.host } });
});
afterAll(async () => {
  await service.stop();
  await origin.stop();
});

test.each([
  ['in the middle of a character', `${'a'.repeat(199)}😀b`, `${'a'.repeat(199)}😀.png`],
  ['behind many such characters', '😀'.repeat(250), `${'😀'.repeat(200)}.png`],
  ['behind letters', 'a'.repeat(250), `${'a'.repeat(200)}.png`],
])('A name of a URL that is too long is not cut %s', async (_, name, filename) => {
  const path = `/photos/${encodeURIComponent(name)}.png`;
  origin.serve(path, SAMPLES.png, 'image/png');
  const image = await ok(service.post(IMAGES, { image_url: origin.url(path) }));
  expect(image.filename).toBe(filename);
  expect((await readImage(service, image.id)).filename).toBe(filename);
});
