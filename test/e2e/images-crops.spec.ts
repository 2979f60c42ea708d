import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { jpegComment, withSegments } from '../support/picture-bytes.js';
import {
  IMAGES,
  type ImageAnswer,
  ok,
  readImage,
  refused,
  serve,
  type ShownCrop,
  uploaded,
} from '../support/picture-client.js';
import { type Area, decode, mapOf, subjectAt } from '../support/picture-pixels.js';
import { type Service, startService } from '../support/service.js';

const WIDTH = 900;
const HEIGHT = 600;
const AREA: Area = { left: 120, top: 60, width: 450, height: 300 };
const OTHER: Area = { left: 500, top: 200, width: 400, height: 400 };

type Crops = Readonly<Record<string, unknown>>;

const map = mapOf({ width: WIDTH, height: HEIGHT, channels: 'rgb', frames: 1, orientation: 1 });
const jpeg = await map.jpeg({ quality: 90 }).toBuffer();
let photos = 0;
/** A file that was not there before. */
const newPhoto = () => ({ name: 'map.jpg', file: withSegments(jpeg, jpegComment(`${photos++}`)) });

let service: Service;
let image: ImageAnswer;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

/** The image as it is once its focal point is known. */
async function settled({ id, thumbnails }: ImageAnswer): Promise<ImageAnswer> {
  await serve(service, thumbnails['35x35'] ?? '');
  return readImage(service, id);
}

beforeEach(async () => {
  image = await settled(await uploaded(service, newPhoto()));
});

const put = (crops: Crops | null, { id, image_original_url: image_url } = image) =>
  service.put(`${IMAGES}/${id}`, { image_url, manual_image_crops: crops });
const crop = async (crops: Crops | null) => (await ok(put(crops))).manual_image_crops;
const areaOf = ({ left, top, width, height }: ShownCrop = {} as ShownCrop): Area => ({
  left,
  top,
  width,
  height,
});

/** That a thumbnail shows this area of the map, in all its corners. */
async function expectShown(url: string | undefined, area: Area): Promise<void> {
  const { status, body } = await serve(service, url ?? '');
  expect(status).toBe(200);
  const shown = await decode(body);
  for (const x of [0.05, 0.95]) {
    for (const y of [0.05, 0.95]) {
      const seen = shown.whereIs({ x, y }, 'rgb');
      expect(Math.abs(seen.x - (area.left + x * area.width) / WIDTH)).toBeLessThan(0.03);
      expect(Math.abs(seen.y - (area.top + y * area.height) / HEIGHT)).toBeLessThan(0.03);
    }
  }
}

describe('A manual crop', () => {
  test('is shown by all sizes of its ratio, under other URLs, and by no other', async () => {
    const edited = await ok(put({ '3x2': AREA }));
    expect(edited.manual_image_crops).toEqual({
      ...image.manual_image_crops,
      '3x2': { ...AREA, sizes: ['1200x800', '600x400'] },
    });
    for (const [size, url] of Object.entries(edited.thumbnails)) {
      if (size === '1200x800' || size === '600x400') {
        expect(url).not.toBe(image.thumbnails[size]);
        await expectShown(url, AREA);
      } else expect(url).toBe(image.thumbnails[size]);
    }
    expect(await readImage(service, image.id)).toEqual(edited);
    await expectShown(image.thumbnails['600x400'], areaOf(image.manual_image_crops['3x2']));
    const again = await ok(put({ '3x2': { ...AREA, left: 121 } }));
    expect(again.thumbnails['600x400']).not.toBe(edited.thumbnails['600x400']);
  });

  test('of the square is shown by 35x35, too', async () => {
    const { thumbnails } = await ok(put({ '1x1': OTHER }));
    for (const size of ['35x35', '300x300', '600x600']) await expectShown(thumbnails[size], OTHER);
  });

  test.each<[string, object]>([
    [
      'is scaled from the image that it was drawn on',
      { left: 60, top: 30, width: 225, height: 150, imgWidth: 450, imgHeight: 300 },
    ],
    [
      'is scaled from a larger one',
      { left: 240, top: 120, width: 900, height: 600, imgWidth: 1800, imgHeight: 1200 },
    ],
    ['is as it is on the image itself', { ...AREA, imgWidth: WIDTH, imgHeight: HEIGHT }],
    [
      'may come as texts',
      { left: '120', top: '60', width: '450', height: '300', imgWidth: '900', imgHeight: '600' },
    ],
    ['may say more', { ...AREA, sizes: ['600x400'], odd: { a: 1 }, imgWidth: null }],
  ])('%s', async (_, sent) => {
    expect(areaOf((await crop({ '3x2': sent }))['3x2'])).toEqual(AREA);
  });

  test('has a swapped size when it fits only so', async () => {
    const swapped = { ...OTHER, imgWidth: HEIGHT, imgHeight: WIDTH };
    expect(areaOf((await crop({ '1x1': swapped }))['1x1'])).toEqual(OTHER);
    const half = { left: 250, top: 100, width: 200, height: 200, imgWidth: 300, imgHeight: 450 };
    expect(areaOf((await crop({ '1x1': half }))['1x1'])).toEqual(OTHER);
  });

  test.each<[string, Area]>([
    ['the whole image', { left: 0, top: 0, width: WIDTH, height: HEIGHT }],
    ['one pixel', { left: WIDTH - 1, top: HEIGHT - 1, width: 1, height: 1 }],
    ['a line', { left: 0, top: 300, width: WIDTH, height: 1 }],
  ])('may be %s', async (_, area) => {
    const { manual_image_crops, thumbnails } = await ok(put({ '9x16': area }));
    expect(areaOf(manual_image_crops['9x16'])).toEqual(area);
    const { body } = await serve(service, thumbnails['700x1245'] ?? '');
    expect(await decode(body)).toMatchObject({ width: 700, height: 1245 });
  });

  test.each<[field: string, crop: unknown]>([
    ['width', { ...AREA, width: 0 }],
    ['height', { ...AREA, height: -1 }],
    ['left', { ...AREA, left: -1 }],
    ['top', { ...AREA, top: 1.5 }],
    ['left', { ...AREA, left: 'left' }],
    ['left', { ...AREA, left: null }],
    ['top', { ...AREA, top: [1] }],
    ['width', { left: 0, top: 0, height: 10 }],
    ['width', { ...AREA, width: 781 }],
    ['height', { ...AREA, height: 541 }],
    ['width', { ...AREA, width: 1e12 }],
    ['imgWidth', { ...AREA, imgWidth: 0 }],
    ['imgHeight', { ...AREA, imgHeight: -5 }],
    ['imgWidth', { ...AREA, imgWidth: 'wide' }],
  ])('is refused for its %s: %j', async (field, sent) => {
    expect(await refused(put({ '1x1': OTHER, '3x2': sent }), 400)).toEqual([
      `manual_image_crops.3x2.${field}`,
    ]);
    expect(await readImage(service, image.id)).toEqual(image);
  });

  test.each([5, 'x', [1], [AREA], true])('is refused when it is no object: %j', async (sent) => {
    expect(await refused(put({ '3x2': sent }), 400)).toEqual(['manual_image_crops.3x2']);
  });

  test.each(['7x5', '600x400', '', '__proto__', 'constructor'])(
    'of the ratio %j is refused',
    async (code) => {
      const body = `{"image_url":"${image.image_original_url}","manual_image_crops":{"${code}":${JSON.stringify(AREA)}}}`;
      const call = service.put(`${IMAGES}/${image.id}`).type('json').send(body);
      expect(await refused(call, 400)).toEqual([`manual_image_crops.${code}`]);
    },
  );

  test.each(['crops', 5, [AREA]])('is refused when it has no ratio: %j', async (sent) => {
    expect(await refused(put(sent as never), 400)).toEqual(['manual_image_crops']);
  });
});

describe('Crops', () => {
  test('are a patch: others stay, null is the default again', async () => {
    await crop({ '3x2': AREA });
    const both = await crop({ '1x1': OTHER });
    expect([areaOf(both['3x2']), areaOf(both['1x1'])]).toEqual([AREA, OTHER]);
    expect(await crop({})).toEqual(both);
    expect(await crop({ '3x2': null })).toEqual({ ...both, '3x2': image.manual_image_crops['3x2'] });
    expect(await crop(null)).toEqual(image.manual_image_crops);
    expect(await readImage(service, image.id)).toEqual(image);
  });

  test('are not touched by a request that does not name them', async () => {
    const before = await crop({ '3x2': AREA });
    const { image_original_url: image_url } = image;
    const edited = await ok(service.put(`${IMAGES}/${image.id}`, { image_url, caption: 'C' }));
    expect(edited.manual_image_crops).toEqual(before);
  });

  test('that were read and are put back change nothing', async () => {
    const back = (sent: ImageAnswer) =>
      ok(service.put(`${IMAGES}/${sent.id}`, { ...sent, image_url: sent.image_original_url }));
    expect(await back(image)).toEqual(image);
    const edited = await ok(put({ '3x2': AREA, '9x16': OTHER }));
    expect(await back(edited)).toEqual(edited);
    // Nothing of it has become a manual crop.
    expect(await crop(null)).toEqual(image.manual_image_crops);
  });

  test('none sent to an image that has none are no change', async () => {
    const tag = async () => (await service.get(`${IMAGES}/${image.id}`).expect(200)).headers.etag;
    const before = await tag();
    await ok(put({}));
    await ok(put(image.manual_image_crops as Crops));
    expect(await tag()).toBe(before);
  });

  test('of the first answer are no manual ones later', async () => {
    const file = await subjectAt({ x: 0.8, y: 0.5 }, 600, 200).jpeg().toBuffer();
    const first = await uploaded(service, { name: 'subject.jpg', file });
    const later = await settled(first);
    expect((await ok(put(first.manual_image_crops, first))).manual_image_crops).toEqual(
      later.manual_image_crops,
    );
    expect((await readImage(service, first.id)).thumbnails).toEqual(first.thumbnails);
  });

  test('may come in a form', async () => {
    const call = service.put(`${IMAGES}/${image.id}`).field('image_url', image.image_original_url);
    const edited = await ok(call.field('manual_image_crops', JSON.stringify({ '3x2': AREA })));
    expect(areaOf(edited.manual_image_crops['3x2'])).toEqual(AREA);
  });

  test('may come in nested fields of a form', async () => {
    const call = service.put(`${IMAGES}/${image.id}`).field('image_url', image.image_original_url);
    for (const [name, pixels] of Object.entries(AREA))
      void call.field(`manual_image_crops[3x2][${name}]`, String(pixels));
    expect(areaOf((await ok(call)).manual_image_crops['3x2'])).toEqual(AREA);
  });

  test('sent at the same time are all kept', async () => {
    const codes = Object.keys(image.manual_image_crops);
    await Promise.all(codes.map((code) => ok(put({ [code]: AREA }))));
    const { manual_image_crops: crops } = await readImage(service, image.id);
    expect(codes.map((code) => areaOf(crops[code]))).toEqual(codes.map(() => AREA));
  });

  test.each(['', 'teaser_', 'social_teaser_'])(
    'of a post take the place of the image’s: %s',
    async (prefix) => {
      const edited = await ok(put({ '3x2': OTHER, '1x1': OTHER }));
      const fields = { [`${prefix}image_id`]: image.id, [`${prefix}manual_image_crops`]: { '3x2': AREA } };
      const post = await ok<Crops>(service.post('/api/1.3/posts', { headline: 'H', ...fields }));
      const info = post[`${prefix}image_info`] as ImageAnswer;
      expect(areaOf(info.manual_image_crops['3x2'])).toEqual(AREA);
      expect(areaOf(info.manual_image_crops['1x1'])).toEqual(OTHER);
      await expectShown(info.thumbnails['600x400'], AREA);
      expect(info.thumbnails['300x300']).toBe(edited.thumbnails['300x300']);
      expect(await readImage(service, image.id)).toEqual(edited);
    },
  );
});

describe('A URL', () => {
  test('with a crop that nobody has drawn is 404', async () => {
    const photo = newPhoto();
    const [mine, other] = [await uploaded(service, photo), await uploaded(service, photo)];
    const url = (await ok(put({ '3x2': AREA }, mine))).thumbnails['600x400'] ?? '';
    expect((await serve(service, url)).status).toBe(200);
    expect(url).toMatch(/@120-60-450-300-\w+\.jpg$/);
    const forged = [
      url.replace('@120-', '@121-'),
      url.replace('-300-', '-301-'),
      url.replace(/\w(?=\.jpg$)/, (last) => (last === '0' ? '1' : '0')),
      url.replace(/-\w+(?=\.jpg$)/, ''),
      url.replace(/-\w+(?=\.jpg$)/, '-'),
      url.replace('@120-60', '@0120-60'),
      url.replace('600x400', '601x400'),
      url.replace('600x400', '600x'),
      url.replace('600x400', 'origin'),
    ];
    forged.push(url.replace(`/images/${mine.id}/`, `/images/${other.id}/`));
    for (const address of forged) {
      const { status, type } = await serve(service, address);
      expect({ address, status, type }).toEqual({ address, status: 404, type: 'application/problem+json' });
    }
  });

  test('of another file of the image leads to the one of now while a post shows it', async () => {
    const former = (image.thumbnails['210x'] ?? '').replace(/\/[^/]+(?=\/[^/]+$)/, '/0123456789ab');
    expect((await serve(service, former)).status).toBe(404);
    await service.post('/api/1.3/posts', { headline: 'H', image_id: image.id }).expect(200);
    for (const size of ['600x400', '210x', 'origin']) {
      const url = image.thumbnails[size] ?? '';
      const former = url.replace(/\/[^/]+(?=\/[^/]+$)/, '/0123456789ab');
      const { status, headers } = await serve(service, former);
      expect([302, 307]).toContain(status);
      expect(headers.get('location')).toBe(url);
      expect(headers.get('cache-control')).not.toMatch(/immutable|31536000/);
    }
  });
});
