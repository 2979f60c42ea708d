import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
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
import { subjectAt } from '../support/picture-pixels.js';
import { type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const SECTIONS = '/api/1.3/sections';
const AUTHORS = '/api/1.1/authors';
const NAMES = { first_name: null, last_name: null };

const photo = { name: 'photo.jpg', file: await subjectAt({ x: 0.3, y: 0.5 }, 90, 60).jpeg().toBuffer() };

type Fields = Readonly<Record<string, unknown>>;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const create = (path: string, fields: object = {}) =>
  ok<Fields & { id: number }>(service.post(path, { headline: 'A headline', ...fields }));
const remove = (id: number, query = '') => service.delete(`${IMAGES}/${id}${query}`);

/** Uses of an image: the function makes one, and returns the name that a refusal calls it by. */
const USES: readonly (readonly [name: string, use: (image: ImageAnswer) => Promise<string>])[] = [
  ...['image_id', 'teaser_image_id', 'social_teaser_image_id'].map(
    (field) =>
      [field, async ({ id }: ImageAnswer) => `article ${(await create(POSTS, { [field]: id })).id}`] as const,
  ),
  [
    'image_id of a draft',
    async ({ id }) => `article ${(await create('/api/1.3/drafts', { image_id: id })).id}`,
  ],
  [
    'an item of a listicle',
    async ({ id }) => `article ${(await create(POSTS, { listicle: { items: [{}, { image_id: id }] } })).id}`,
  ],
  [
    'the body',
    async ({ shortcode }) => `article ${(await create(POSTS, { body: `<p>${shortcode}</p>` })).id}`,
  ],
  ['media', async ({ shortcode }) => `article ${(await create(POSTS, { media: shortcode })).id}`],
  [
    'the media of an item',
    async ({ shortcode }) =>
      `article ${(await create(POSTS, { listicle: { items: [{ media: shortcode }] } })).id}`,
  ],
  ['an author', async ({ id }) => `author ${(await create(AUTHORS, { image_id: id })).id}`],
  [
    'the header of a section',
    async ({ id }) => {
      const section = { title: 'T', url: `section-${id}`, url_header_image: { id } };
      return `section ${(await create(SECTIONS, section)).id}`;
    },
  ],
  [
    'a badge',
    async ({ id }) => `badge ${(await create('/api/1.3/badges', { name: 'B', image_id: String(id) })).id}`,
  ],
];

describe('An image that is in use', () => {
  test.each(USES)('by %s is removed only with force', async (_, use) => {
    const image = await uploaded(service, photo);
    const user = await use(image);
    const { body } = await remove(image.id).expect(409);
    expect(body).toMatchObject({ code: 'image-in-use', detail: expect.stringMatching(`\\b${user}\\b`) });
    await refused(remove(image.id, '?force=0'), 409);
    await readImage(service, image.id);
    expect(await ok(remove(image.id, '?force=1'))).toEqual({});
    await refused(service.get(`${IMAGES}/${image.id}`), 404);
  });

  test('leaves no trace where it was shown', async () => {
    const image = await uploaded(service, photo);
    const items = [{ image_id: image.id }];
    const fields = {
      image_id: image.id,
      teaser_image_id: image.id,
      listicle: { items },
      body: image.shortcode,
    };
    const post = await create(POSTS, fields);
    await ok(remove(image.id, '?force=1'));
    const after = await ok<Fields>(service.get(`${POSTS}/${post.id}`));
    expect(after).toMatchObject({ image: null, image_info: {} });
    await ok(service.put(`${POSTS}/${post.id}`, after));
    await ok(service.put(`${POSTS}/${post.id}`, { headline: 'Another' }));
  });

  test('by no one any more is removed', async () => {
    const image = await uploaded(service, photo);
    const { id } = await create(POSTS, { image_id: image.id });
    await refused(remove(image.id), 409);
    await ok(service.put(`${POSTS}/${id}`, { image_id: null }));
    expect(await ok(remove(image.id))).toEqual({});
    await refused(remove(image.id), 404);
    expect((await serve(service, image.image_original_url)).status).toBe(404);
  });

  test('by a removed article may be removed', async () => {
    const image = await uploaded(service, photo);
    const { id } = await create(POSTS, { image_id: image.id });
    await ok(service.delete(`${POSTS}/${id}`));
    expect([200, 409]).toContain((await remove(image.id)).status);
  });
});

describe('Articles, authors, sections and badges', () => {
  test('refuse an image that is not there, and name the field', async () => {
    const unknown = 999_999;
    for (const field of ['image_id', 'teaser_image_id', 'social_teaser_image_id']) {
      expect(await refused(service.post(POSTS, { headline: 'H', [field]: unknown }), 400)).toEqual([field]);
    }
    const items = [{}, { image_id: unknown }];
    const path = 'listicle.items[1].image_id';
    expect(await refused(service.post(POSTS, { headline: 'H', listicle: { items } }), 400)).toEqual([path]);
    expect(await refused(service.post(AUTHORS, { image_id: unknown }), 400)).toEqual(['image_id']);
    const section = { title: 'T', url: 'unknown-image', url_header_image: { id: unknown } };
    expect(await refused(service.post(SECTIONS, section), 400)).toEqual([
      expect.stringMatching('url_header_image'),
    ]);
  });

  test('say when a shortcode shows nothing', async () => {
    const post = await create(POSTS, { body: '<p>Before</p><p>[cms-image 999999 expand=1]</p>' });
    expect(post.description).not.toContain('cms-image');
    expect(post.warnings).toEqual([expect.stringContaining('999999')]);
  });

  test('show it', async () => {
    const { id, thumbnails, image_original_url: origin } = await uploaded(service, photo);
    const author = await create(AUTHORS, { image_id: id });
    expect(author.photo).toBe(thumbnails['210x']);
    const { photo: former } = await ok<Fields>(
      service.put(`${AUTHORS}/${author.id}`, { ...NAMES, image_id: null }),
    );
    expect(former).toMatch(/\/res\/avatars\/default$/);
    const section = await create(SECTIONS, { title: 'T', url: 'header', url_header_image: { id } });
    expect(section.url_header_image).toBe(origin);
    const post = await create(POSTS, { image_id: id, roar_author_ids: [author.id] });
    expect(post).toMatchObject({
      image: origin,
      image_info: {
        id,
        width: 90,
        height: 60,
        is_animated_gif: false,
        image_original_url: origin,
        thumbnails,
      },
    });
  });
});

describe('Who', () => {
  test.each<[role: string, status: number]>([
    ['Reader', 403],
    ['Developer', 403],
    ['Guest Developer', 403],
    ['Guest Writer', 200],
    ['Guest Editor', 200],
    ['Community User', 200],
    ['Editor', 200],
  ])('%s: may read images; writing is answered with %i', async (role, status) => {
    const { client } = await service.createAuthorWithKey(role);
    const image = await uploaded(status === 200 ? client : service, photo);
    const image_url = image.image_original_url;
    if (status !== 200) await service.post(POSTS, { headline: 'H', image_id: image.id }).expect(200);
    await client.get(IMAGES).expect(200);
    expect(await readImage(client, image.id)).toMatchObject({ id: image.id });
    expect((await upload(client, [photo])).status).toBe(status);
    expect((await client.post(IMAGES, { image_url: 'http://127.0.0.1/' })).status).toBe(
      status === 200 ? 422 : 403,
    );
    expect((await client.put(`${IMAGES}/${image.id}`, { image_url, caption: 'C' })).status).toBe(status);
    expect((await client.delete(`${IMAGES}/${image.id}`)).status).toBe(status);
  });

  test('has a key that may only read writes nothing', async () => {
    const client = service.as(await service.createKey({ authorId: 1, scope: 'read' }));
    const { id, image_original_url: image_url } = await uploaded(service, photo);
    await refused(upload(client, [photo]), 403);
    await refused(client.put(`${IMAGES}/${id}`, { image_url }), 403);
    await refused(client.delete(`${IMAGES}/${id}`), 403);
    await readImage(client, id);
  });

  test('has no key sees the files, and nothing else', async () => {
    const nobody = service.as(null);
    const { id, thumbnails } = await uploaded(service, photo);
    await refused(upload(nobody, [photo]), 401);
    for (const path of [IMAGES, `${IMAGES}/${id}`]) await refused(nobody.get(path), 401);
    await refused(nobody.delete(`${IMAGES}/${id}`), 401);
    expect((await serve(service, thumbnails['35x35'] ?? '')).status).toBe(200);
  });
});

describe('A request', () => {
  test.each<[name: string, body: object]>([
    ['nothing', {}],
    ['an empty URL', { image_url: '' }],
    ['null', { image_url: null }],
    ['a caption alone', { caption: 'C' }],
  ])('with %s is refused', async (_, body) => {
    await refused(service.post(IMAGES, body), 400);
    await refused(service.post(IMAGES).type('form').send(body), 400);
  });

  test('with both a file and a URL is refused', async () => {
    const image_url = 'https://example.com/a.jpg';
    expect(await refused(upload(service, [photo], { image_url }), 400)).toEqual(['image_url']);
  });

  test('whose part has another name is refused', async () => {
    await refused(service.post(IMAGES).attach('image', photo.file, 'photo.jpg'), 400);
  });

  test('as text/plain, XML or octets is refused', async () => {
    for (const type of ['text/plain', 'application/xml', 'application/octet-stream', 'image/jpeg']) {
      await refused(service.post(IMAGES).type(type).send(photo.file), 415);
    }
  });
});
