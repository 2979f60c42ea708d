import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createImages } from '../support/images.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

const TIME = 1_700_000_000;
const NAMES = [
  ...['image_thumb', 'image35x35', 'image210x', 'image300x', 'image600x', 'image980x', 'teaser_image'],
  ...['brief', 'continue_reading', 'author_name', 'author_avatar', 'inserted_date', 'created_date'],
  ...['updated_date', 'primary_section_slug', 'primary_tag_slug', 'tags_info', 'source_url'],
];
let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: { compatibility: { postFields: true } },
    environment: { SCHEDULER: 'off' },
  });
  await createImages(service, 2);
});
afterAll(() => service.stop());

const create = async (post: object) =>
  (await service.post('/api/1.3/posts', { headline: 'Post', ...post }).expect(200)).body;

test('a post has the fields of a predecessor', async () => {
  const { body: news } = await service.post('/api/1.3/sections', { title: 'News', url: 'news' }).expect(200);
  const local = { title: 'Local', url: 'local', parent_id: news.id };
  const { body: section } = await service.post('/api/1.3/sections', local).expect(200);
  const post = await create({
    body: `<p>Tom &amp; Jerry. ${'More words. '.repeat(40)}</p>`,
    image_id: 1,
    teaser_image_id: 2,
    primary_section: section.id,
    primary_tag: 'Big River',
    tags: ['Big River', 'Bridge'],
    created_ts: TIME,
    listicle: { items: [{ headline: 'First', media: '<p>Media</p>' }, { headline: 'Second' }] },
  });
  const { thumbnails } = post.image_info as { thumbnails: Record<string, string> };
  for (const size of Object.keys(thumbnails).filter((name) => name !== 'origin'))
    expect(post[`image${size}`]).toBe(thumbnails[size]);
  const [author] = post.roar_authors;
  expect(post).toMatchObject({
    image_thumb: thumbnails['210x'],
    teaser_image: post.teaser_image_info.image_original_url,
    continue_reading: '',
    author_name: author.title,
    author_avatar: author.avatar,
    created_date: '2023-11-14T22:13:20Z',
    primary_section_slug: 'local',
    primary_tag_slug: 'big-river',
    tags_info: [
      { name: 'Big River', slug: 'big-river', is_primary: true },
      { name: 'Bridge', slug: 'bridge', is_primary: false },
    ],
    source_url: null,
  });
  expect(post.brief).toMatch(/^Tom & Jerry\. More words\. /);
  expect(post.brief.length).toBeGreaterThanOrEqual(250);
  expect(post.brief.length).toBeLessThanOrEqual(300);
  expect(post.listicle.items.map((item: object) => (item as { media_html: string }).media_html)).toEqual([
    '<p>Media</p>',
    null,
  ]);
  const { body: again } = await service.put(`/api/1.3/posts/${post.id}`, post).expect(200);
  expect({ ...again, version: 0, updated_ts: 0, updated_date: '' }).toEqual({
    ...post,
    version: 0,
    updated_ts: 0,
    updated_date: '',
  });
});

test('an image of another site is shown in every size, and nothing in the place of none', async () => {
  const image_external = 'https://cdn.example/a.jpg';
  expect(await create({ image_external })).toMatchObject({
    image_thumb: image_external,
    image600x: image_external,
    teaser_image: null,
  });
  expect(await create({})).toMatchObject({
    image_thumb: null,
    brief: '',
    primary_section_slug: null,
    primary_tag_slug: null,
    tags_info: [],
  });
});

test('they are chosen as all fields are, also by routes of version 1.2', async () => {
  const { body } = await service.get(`/api/1.3/posts?include_fields=id,${NAMES.join()}&limit=2`).expect(200);
  for (const post of body) expect(Object.keys(post).sort()).toEqual(['id', ...NAMES].sort());
  const { body: old } = await service.get('/api/1.2/posts?include_fields=brief&limit=1').expect(200);
  expect(old).toEqual({ data: [{ brief: expect.any(String) }] });
});

test('a longer list takes no more statements', async () => {
  for (let n = 0; n < 4; n++) await create({ image_id: 1, tags: [`t${n}`] });
  const count = async (limit: number) =>
    (
      await fewestStatements(
        service,
        async () => await service.get(`/api/1.3/posts?limit=${limit}`).expect(200),
      )
    ).length;
  expect(await count(6)).toBe(await count(2));
});

test('without the setting a post has none of them', async () => {
  const usual = await startService();
  const { body } = await usual.post('/api/1.3/posts', { headline: 'Post' }).expect(200);
  expect(NAMES.filter((name) => name in body)).toEqual([]);
  await usual.stop();
});
