import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import {
  IMAGES,
  type ImageAnswer,
  ok,
  readImage,
  refused,
  serve,
  upload,
  uploaded,
} from '../support/picture-client.js';
import { blackPng, longGif } from '../support/picture-faults.js';
import { type Service, startService } from '../support/service.js';

const STANDARD = ['origin', '35x35', '210x', '300x', '600x', '980x'];
const MAX_PIXELS = 10_000;
const RATIOS = [
  { title: 'Card', code: '4x5', sizes: ['400x500', '80x100'] },
  { title: 'Square', code: '1x1', sizes: ['50x50', '35x35'] },
  { title: 'Banner', code: '8x1', sizes: ['728x90'] },
];

const photo = { name: 'photo.png', file: blackPng(100, 80) };

let service: Service, image: ImageAnswer;
beforeAll(async () => {
  const media = { ratios: RATIOS, maxPixels: MAX_PIXELS, maxUploadFiles: 2 };
  service = await startService({ settings: { media } });
  image = await uploaded(service, photo);
});
afterAll(() => service.stop());

const named = (file: Buffer, extension: string) => ({ name: `file.${extension}`, file });

test('The ratios of a site give its sizes', async () => {
  expect(Object.keys(image.thumbnails).sort()).toEqual(
    [...STANDARD, '400x500', '80x100', '50x50', '728x90'].sort(),
  );
  expect(Object.entries(image.manual_image_crops).map(([code, { sizes }]) => ({ code, sizes }))).toEqual(
    RATIOS.map(({ code, sizes }) => ({ code, sizes })),
  );
  for (const size of ['35x35', '400x500', '80x100', '50x50', '728x90']) {
    const { status, body } = await serve(service, image.thumbnails[size] ?? '');
    expect(status).toBe(200);
    const { width, height } = await sharp(body).metadata();
    expect(`${width}x${height}`).toBe(size);
  }
});

test('Sizes of other sites are not served', async () => {
  const url = image.thumbnails['80x100'] ?? '';
  for (const size of ['600x400', '300x300', '1245x700', '81x100']) {
    expect((await serve(service, url.replace('80x100', size))).status).toBe(404);
  }
});

test('A site may change its ratios: images have the new ones, and crops of the former do not show', async () => {
  const area = { left: 10, top: 10, width: 40, height: 50 };
  const { image_original_url: image_url } = image;
  const edited = await ok(
    service.put(`${IMAGES}/${image.id}`, { image_url, manual_image_crops: { '4x5': area, '1x1': area } }),
  );
  const former = edited.thumbnails['80x100'] ?? '';
  expect((await serve(service, former)).status).toBe(200);
  for (const ratios of [[{ title: 'Square', code: '1x1', sizes: ['60x60'] }], []]) {
    const other = await startService({ database: service.database, settings: { media: { ratios } } });
    const now = await readImage(other, image.id);
    expect(Object.keys(now.thumbnails)).toEqual([...STANDARD, ...ratios.flatMap(({ sizes }) => sizes)]);
    expect(Object.keys(now.manual_image_crops)).toEqual(ratios.map(({ code }) => code));
    if (ratios.length > 0) expect(now.manual_image_crops['1x1']).toMatchObject(area);
    for (const url of Object.values(now.thumbnails)) expect((await serve(other, url)).status).toBe(200);
    expect((await serve(other, former)).status).toBe(404);
    await ok(other.put(`${IMAGES}/${image.id}`, { ...now, image_url }));
    await other.stop();
  }
  expect(await readImage(service, image.id)).toEqual(edited);
});

test('The limit of pixels holds to the pixel, and is named', async () => {
  await uploaded(service, named(blackPng(100, 100), 'png'));
  await uploaded(service, named(blackPng(MAX_PIXELS, 1), 'png'));
  for (const [width, height] of [
    [101, 100],
    [1, MAX_PIXELS + 1],
    [5000, 5000],
  ] as const) {
    const call = upload(service, [named(blackPng(width, height), 'png')]);
    expect(await refused(call, 422)).toEqual(['file']);
    expect((await call).body.detail).toContain(String(MAX_PIXELS));
  }
});

test('Ten times as many pixels may move', async () => {
  await uploaded(service, named(longGif(100, 100, 10), 'gif'));
  expect(await refused(upload(service, [named(longGif(100, 100, 11), 'gif')]), 422)).toEqual(['file']);
});

test('The limit of files is the one of the site', async () => {
  expect(await ok<unknown[]>(upload(service, [photo, photo]))).toHaveLength(2);
  await refused(upload(service, [photo, photo, photo]), 400);
});
