import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { jpegComment, withSegments } from '../support/picture-bytes.js';
import {
  IMAGES,
  type ImageAnswer,
  ok,
  readImage,
  refused,
  serve,
  uploaded,
} from '../support/picture-client.js';
import { decode, mapOf } from '../support/picture-pixels.js';
import { type Service, startService } from '../support/service.js';

type Focused = ImageAnswer & { readonly focal_point?: unknown };

const WIDTH = 900;
const HEIGHT = 600;
const map = mapOf({ width: WIDTH, height: HEIGHT, channels: 'rgb', frames: 1, orientation: 1 });
const jpeg = await map.jpeg({ quality: 90 }).toBuffer();
const POINT = { x: 800, y: 450 };
/** The largest of 3 to 1 around it, as far as the edges allow. */
const CROP = { left: 0, top: 300, width: 900, height: 300 };
const LARGE = '1200x400';

let service: Service;
let image: ImageAnswer;
let photos = 0;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

beforeEach(async () => {
  const file = withSegments(jpeg, jpegComment(`${photos++}`));
  const { id, thumbnails } = await uploaded(service, { name: 'map.jpg', file });
  await serve(service, thumbnails['35x35'] ?? '');
  image = await readImage(service, id);
});

const put = (fields: object, { id, image_original_url: image_url } = image) =>
  service.put(`${IMAGES}/${id}`, { image_url, ...fields });
const edit = (fields: object): Promise<Focused> => ok<Focused>(put(fields));

describe('A focal point', () => {
  test('that is set is the centre of crops, at URLs of their own, and goes with null', async () => {
    expect(image).not.toHaveProperty('focal_point');
    const set = await edit({ focal_point: POINT });
    expect(set.focal_point).toEqual(POINT);
    expect(set.manual_image_crops['3x1']).toMatchObject(CROP);
    expect(set.thumbnails[LARGE]).not.toBe(image.thumbnails[LARGE]);

    const shown = await decode((await serve(service, set.thumbnails[LARGE] ?? '')).body);
    const seen = shown.whereIs({ x: 0.5, y: 0.05 }, 'rgb');
    expect(Math.abs(seen.y - (CROP.top + 0.05 * CROP.height) / HEIGHT)).toBeLessThan(0.03);
    expect((await serve(service, image.thumbnails[LARGE] ?? '')).status).toBe(200);

    const unset = await edit({ focal_point: null });
    expect(unset).toEqual(image);
  });

  test('gives way to a crop that is drawn, and stays when the answer is sent back', async () => {
    const drawn = { left: 10, top: 20, width: 600, height: 200 };
    await edit({ focal_point: POINT });
    const both = await edit({ manual_image_crops: { '3x1': drawn } });
    expect(both.manual_image_crops['3x1']).toMatchObject(drawn);
    expect(await edit(both)).toEqual(both);
    expect((await edit({ manual_image_crops: null })).manual_image_crops['3x1']).toMatchObject(CROP);
  });

  test('is the centre of crops also when they are sent back as they were shown before', async () => {
    const set = await edit({ ...image, focal_point: POINT });
    expect(set.manual_image_crops['3x1']).toMatchObject(CROP);
    expect(await edit({ ...set, focal_point: null })).toEqual(image);
  });

  test('is the centre of crops of a post that has them as the image showed them', async () => {
    const fields = { headline: 'H', image_id: image.id, manual_image_crops: image.manual_image_crops };
    const { body: post } = await service.post('/api/1.3/posts', fields).expect(200);
    const { thumbnails } = await edit({ focal_point: POINT });
    const { body } = await service.get(`/api/1.3/posts/${post.id}`).expect(200);
    expect(body.image_info.thumbnails[LARGE]).toBe(thumbnails[LARGE]);
  });

  test('is taken as JSON in a form, as numbers in texts, and goes with another file', async () => {
    expect(await edit({ focal_point: '{"x": "800", "y": 450}' })).toMatchObject({ focal_point: POINT });
    const other = await uploaded(service, {
      name: 'other.jpg',
      file: withSegments(jpeg, jpegComment('another')),
    });
    expect(other).not.toHaveProperty('focal_point');
  });

  test.each([
    [{ x: 901, y: 0 }, ['focal_point.x']],
    [{ x: 0, y: -1 }, ['focal_point.y']],
    [{ x: 1.5, y: 0 }, ['focal_point.x']],
    [{ x: 1 }, ['focal_point.y']],
    [{ x: null, y: [] }, ['focal_point.x', 'focal_point.y']],
    [[1, 2], ['focal_point']],
    ['somewhere', ['focal_point']],
    [7, ['focal_point']],
  ])('%j is refused, naming the field', async (focal_point, fields) => {
    expect(await refused(put({ focal_point }), 400)).toEqual(fields);
  });

  test('changes what is shown of a post, and is named by a conflict', async () => {
    const { id } = (await service.post('/api/1.3/posts', { headline: 'H', image_id: image.id }).expect(200))
      .body as { id: number };
    await edit({ focal_point: POINT });
    const { body } = await service.get(`/api/1.3/posts/${id}`).expect(200);
    expect(body.image_info.thumbnails[LARGE]).toBe((await readImage(service, image.id)).thumbnails[LARGE]);
    const stale = await put({ caption: 'Late' }).set('If-Match', '"1"').expect(412);
    expect(stale.body.errors).toEqual([expect.objectContaining({ field: 'focal_point' })]);
  });
});
