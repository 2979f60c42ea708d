import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const createPost = async (fields: object = {}) =>
  (await service.post('/api/1.3/posts', { headline: 'A post', ...fields }).expect(200)).body as Post;
const createPosts = async (count: number, fields: object) => {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push((await createPost({ ...fields, created_ts: 1_000 + n })).id);
  return ids;
};
const createSection = async (fields: object) =>
  (await service.post('/api/1.3/sections', { status: 2, ...fields }).expect(200)).body as { id: number };
const list = async (path: string) => {
  const { body } = await service.get(`/api/1.3/posts/${path}`).expect(200);
  return (body as Post[]).map(({ id }) => id);
};
const pin = (sectionId: number, ids: unknown) =>
  service.put(`/api/1.3/sections/${sectionId}/order`, { post_ids: ids });

test('the front page holds the posts of Home, pinned ones first in their order, then newest', async () => {
  const [a = 0, b = 0, c = 0, d = 0] = await createPosts(4, { sections: ['Home'] });
  await createPost({ headline: 'Elsewhere' });
  expect(await list('frontpage')).toEqual([d, c, b, a]);
  await pin(0, [b, a]).expect(200, { post_ids: [b, a] });
  expect(await list('frontpage')).toEqual([b, a, d, c]);
  expect(await list('frontpage?offset=1&limit=2')).toEqual([a, d]);
  await service.get('/api/1.3/sections/0/order').expect(200, { post_ids: [b, a] });
  await pin(0, []).expect(200, { post_ids: [] });
  expect(await list('frontpage')).toEqual([d, c, b, a]);
});

test('a section is named by slug, full path or title, and holds what tags bring', async () => {
  const parent = await createSection({ title: 'World News', url: 'world' });
  const child = await createSection({ title: 'Far East', url: 'east', parent_id: parent.id, tags: ['asia'] });
  const sent = await createPost({ sections: [child.id] });
  const tagged = await createPost({ tags: ['Asia'] });
  for (const name of ['east', '/world/east', 'far EAST', ' east ']) {
    expect(await list(`section?section_name=${encodeURIComponent(name)}`)).toEqual([tagged.id, sent.id]);
  }
  await pin(child.id, [sent.id]).expect(200);
  expect(await list('section?section_name=east')).toEqual([sent.id, tagged.id]);
  await createSection({ title: 'Über', url: 'u\u0308ber' });
  for (const name of ['u\u0308ber', '\u00fcber', '/u\u0308ber'])
    expect(await list(`section?section_name=${encodeURIComponent(name)}`)).toEqual([]);
  await createPost({ sections: ['u\u0308ber'] });
  await service.get('/api/1.3/posts/section?section_name=nowhere').expect(404);
  await service.get('/api/1.3/posts/section').expect(400);
  await service.get('/api/1.3/posts/section?section_name=').expect(400);
});

test('a pinned post that is no longer published or in the section is not listed, and comes back to its place', async () => {
  const section = await createSection({ title: 'Pins', url: 'pins' });
  const [a = 0, b = 0, c = 0] = await createPosts(3, { sections: [section.id] });
  await pin(section.id, [a, b]).expect(200);
  await service.put(`/api/1.3/posts/${a}`, { action: 'unpublish' }).expect(200);
  expect(await list('section?section_name=pins')).toEqual([b, c]);
  await service.put(`/api/1.3/drafts/${a}`, { action: 'publish' }).expect(200);
  expect(await list('section?section_name=pins')).toEqual([a, b, c]);
  await service.put(`/api/1.3/posts/${b}`, { sections: [] }).expect(200);
  expect(await list('section?section_name=pins')).toEqual([a, c]);
  await service.delete(`/api/1.3/posts/${a}`).expect(200);
  await service.get(`/api/1.3/sections/${section.id}/order`).expect(200, { post_ids: [b] });
});

test.each([
  ['is unpinned', [1, 2, 3], [2, 3]],
  ['is pinned before them', [5, 0, 1, 2, 3], [2, 3]],
  ['is pinned behind them', [0, 1, 2, 3, 5], [2, 3]],
])('pages of a list neither repeat nor skip pinned posts when another one %s', async (name, order, next) => {
  const url = name.replaceAll(' ', '-');
  const section = await createSection({ title: url, url });
  const posts = await createPosts(6, { sections: [section.id] });
  const at = (places: readonly number[]) => places.map((place) => posts[place]);
  await pin(section.id, at([0, 1, 2, 3])).expect(200);
  const path = `/api/1.3/posts/section?section_name=${url}&limit=2&cursor=`;
  const first = await service.get(path).expect(200);
  expect((first.body as Post[]).map(({ id }) => id)).toEqual(at([0, 1]));
  await pin(section.id, at(order)).expect(200);
  const [, following = ''] = /<([^>]+)>; rel="next"/.exec(String(first.headers.link)) ?? [];
  const second = await service.get(following.replace(/^https?:\/\/[^/]+/, '')).expect(200);
  expect((second.body as Post[]).map(({ id }) => id)).toEqual(at(next));
});

test('what cannot be pinned is named, and nothing is changed', async () => {
  const section = await createSection({ title: 'Strict', url: 'strict' });
  const [a = 0] = await createPosts(1, { sections: [section.id] });
  const stranger = await createPost();
  await pin(section.id, [a]).expect(200);
  const { body } = await pin(section.id, [a, stranger.id]).expect(400);
  expect(body.errors).toEqual([{ field: 'post_ids[1]', message: expect.stringContaining(`${stranger.id}`) }]);
  for (const wrong of [
    undefined,
    null,
    'x',
    [0],
    [-1],
    ['a'],
    { a: 1 },
    Array.from({ length: 201 }, () => a),
  ]) {
    await pin(section.id, wrong).expect(400);
  }
  await pin(section.id, [a, a, `${a}`]).expect(200, { post_ids: [a] });
  await pin(99_999, [a]).expect(404);
  await service.get('/api/1.3/sections/99999/order').expect(404);
  const guest = await service.createAuthorWithKey('Guest Editor');
  await guest.client.put(`/api/1.3/sections/${section.id}/order`, { post_ids: [] }).expect(403);
  await guest.client.get(`/api/1.3/sections/${section.id}/order`).expect(200, { post_ids: [a] });
});

test('orders written at the same time end as one of them', async () => {
  const section = await createSection({ title: 'Race', url: 'race' });
  const ids = await createPosts(5, { sections: [section.id] });
  const orders = Array.from({ length: 20 }, (_, n) => [...ids.slice(n % 5), ...ids.slice(0, n % 5)]);
  await Promise.all(orders.map((order) => pin(section.id, order).expect(200)));
  const { body } = await service.get(`/api/1.3/sections/${section.id}/order`).expect(200);
  expect(orders).toContainEqual(body.post_ids);
});

test('an order that was read can be written back after a post has left the section or was removed', async () => {
  const section = await createSection({ title: 'Back', url: 'back' });
  const [a = 0, b = 0, c = 0] = await createPosts(3, { sections: [section.id] });
  await pin(section.id, [a, b, c]).expect(200);
  await service.put(`/api/1.3/posts/${b}`, { sections: [] }).expect(200);
  const { body } = await service.get(`/api/1.3/sections/${section.id}/order`).expect(200);
  await service.delete(`/api/1.3/posts/${c}`).expect(200);
  await pin(section.id, body.post_ids).expect(200, { post_ids: [a, b] });
  expect(await list('section?section_name=back')).toEqual([a]);
  await service.put(`/api/1.3/posts/${b}`, { sections: [section.id] }).expect(200);
  expect(await list('section?section_name=back')).toEqual([a, b]);
});

test('an order shows a key the posts that it may read', async () => {
  const section = await createSection({ title: 'Shown', url: 'shown' });
  const [a = 0, b = 0] = await createPosts(2, { sections: [section.id] });
  const reader = await service.createAuthorWithKey('Reader');
  const writer = await service.createAuthorWithKey('Guest Writer');
  const draft = { headline: 'Own', sections: [section.id] };
  const { body: own } = await writer.client.post('/api/1.3/drafts', draft).expect(200);
  await pin(section.id, [b, own.id, a]).expect(200);
  await service.put(`/api/1.3/posts/${b}`, { action: 'unpublish' }).expect(200);
  const shown = async (client: Pick<Service, 'get'>) =>
    (await client.get(`/api/1.3/sections/${section.id}/order`).expect(200)).body.post_ids;
  expect(await shown(reader.client)).toEqual([a]);
  expect(await shown(writer.client)).toEqual([own.id, a]);
  expect(await shown(service)).toEqual([b, own.id, a]);
});

test('posts with a slug are chosen by what a key may read before the page is cut', async () => {
  const settings = { articles: { permalink: '/{id}/{basename}' } };
  const site = await startService({ settings });
  const door = (n: number) => (n % 2 ? 'drafts' : 'posts');
  const ids: number[] = [];
  for (let n = 0; n < 6; n++) {
    const fields = { headline: 'Same', created_ts: 1000 + n };
    const { body } = await site.post(`/api/1.3/${door(n)}`, fields).expect(200);
    ids.unshift(body.id);
  }
  const reader = await site.createAuthorWithKey('Reader');
  const writer = await site.createAuthorWithKey('Guest Writer');
  const draft = { headline: 'Same', created_ts: 2000 };
  const { body: own } = await writer.client.post('/api/1.3/drafts', draft).expect(200);
  const found = async (client: Pick<Service, 'get'>, query: string) => {
    const { body } = await client.get(`/api/1.3/posts/basename?basename=same&${query}`).expect(200);
    return (body as Post[]).map(({ id }) => id);
  };
  const published = ids.filter((_, index) => index % 2 === 1);
  expect(await found(reader.client, 'limit=2')).toEqual(published.slice(0, 2));
  expect(await found(reader.client, 'limit=2&offset=2')).toEqual(published.slice(2));
  expect(await found(writer.client, 'limit=3')).toEqual([own.id, ...published.slice(0, 2)]);
  expect(await found(site, 'limit=3')).toEqual([own.id, ...ids.slice(0, 2)]);
  await writer.client.delete(`/api/1.3/drafts/${own.id}`).expect(200);
  await site.delete(`/api/1.3/posts/${ids[0] ?? 0}`).expect(200);
  expect(await found(writer.client, 'removed=1&limit=2')).toEqual([own.id, published[0]]);
  expect(await found(reader.client, 'removed=1&limit=1')).toEqual(published.slice(0, 1));
  await site.stop();
});
