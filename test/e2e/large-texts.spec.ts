import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { statementsOf } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

interface Post {
  readonly id: number;
  readonly body: string;
}

const POSTS = '/api/1.3/posts';
const create = async (body: string) =>
  (await service.post(POSTS, { headline: 'Long', body }).expect(200)).body as Post;
const read = async ({ id }: Post) => (await service.get(`${POSTS}/${id}`).expect(200)).body as Post;

test.each([
  ['of 2 MB', '<p>Ünïcode 😀 and words\r\n</p> '.repeat(65_000).slice(0, 1_990_000)],
  ['of 4.9 MB whose every character is escaped on its way to the server', "'".repeat(4_900_000)],
])('a body %s comes back byte for byte', async (_name, body) => {
  const post = await create(body);
  expect((await read(post)).body === body).toBe(true);
});

test('a text whose safe rendering is too large for a row is refused, naming the limit', async () => {
  const { body } = await service.post(POSTS, { headline: 'Long', body: '&'.repeat(4_900_000) }).expect(413);
  expect(body).toMatchObject({
    code: 'rendering-too-large',
    detail: expect.stringContaining('7000000 characters'),
  });
});

test('texts that together are too large for a row are refused, and nothing is changed', async () => {
  const post = await create('x'.repeat(4_900_000));
  const { body } = await service.put(`${POSTS}/${post.id}`, { media: 'y'.repeat(5_000_000) }).expect(413);
  expect(body).toMatchObject({ code: 'texts-too-large', detail: expect.stringContaining('14680064 bytes') });
  expect(await read(post)).toMatchObject({ version: 1, media: null });
});

test('a page of a list that would be too large is refused, and tells how to get it', async () => {
  for (let n = 0; n < 4; n++) await create('z'.repeat(4_900_000));
  const { body } = await service.get(`${POSTS}?limit=4`).expect(413);
  expect(body).toMatchObject({ code: 'page-too-large', detail: expect.stringContaining('limit') });
  expect((await service.get(`${POSTS}?limit=2`).expect(200)).body).toHaveLength(2);
  const { body: posts } = await service.get(`${POSTS}?limit=4&exclude_fields=body,description`).expect(200);
  expect(posts).toHaveLength(4);
});

test.each(['', '&include_fields=id,body'])(
  'a large article is whole among small ones (limit=100%s)',
  async (fields) => {
    const bodies = ['small before', 'L'.repeat(400_000), 'small after'].map((text) => `<p>${text}</p>`);
    for (const body of bodies)
      await service.post(POSTS, { headline: 'Size', tags: ['sizes'], body }).expect(200);
    const { body: posts } = await service.get(`${POSTS}?limit=100&include_tags=sizes${fields}`).expect(200);
    expect((posts as Post[]).slice(0, 3).map(({ body }) => body)).toEqual(bodies.toReversed());
  },
);

test('large articles of a page are read only once it is known to be within its limit', async () => {
  const rows = async (query: string, status: number) => {
    const sent = await statementsOf(service, () => service.get(`${POSTS}?${query}`).expect(status));
    // The statement of what is assigned to them tells their versions alone.
    const ofArticles = sent.filter((statement) => !statement.includes('UNION ALL'));
    return ofArticles.filter((statement) => statement.includes('FROM articles a WHERE a.id IN')).length;
  };
  const createTwo = async () => {
    const large = { headline: 'Large', tags: ['large'], body: 'z'.repeat(4_900_000) };
    for (let n = 0; n < 2; n++) await service.post(POSTS, large).expect(200);
  };
  await createTwo();
  expect(await rows('limit=2&include_tags=large', 200)).toBe(0);
  expect(await rows('limit=100&include_tags=large', 200)).toBe(1);
  await createTwo();
  expect(await rows('limit=100&include_tags=large', 413)).toBe(0);
});
