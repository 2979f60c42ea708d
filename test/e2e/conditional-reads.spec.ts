import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const idOf = async (created: Test) => ((await created.expect(200)).body as { id: number }).id;
const versionOf = (tag: string) => Number(/^"(\d+)/.exec(tag)?.[1]);

const RENAMED = { first_name: 'Anna', last_name: 'Bell' };

describe('the entity tag of a post', () => {
  let author: string;
  let post: string;
  let tag: string;
  const get = () => service.get(post);
  beforeEach(async () => {
    const id = await idOf(service.post('/api/1.1/authors', { first_name: 'Ann', last_name: 'Bell' }));
    author = `/api/1.1/authors/${id}`;
    post = `/api/1.3/posts/${await idOf(service.post('/api/1.3/posts', { headline: 'News', roar_author_ids: [id] }))}`;
    tag = String((await get().expect(200)).headers.etag);
  });

  test.each([
    ['the name of its author', () => service.put(author, RENAMED)],
    ['its likes', () => service.post(`${post}/likes`)],
  ])('is another one when it shows %s, which has changed', async (_what, change) => {
    await change().expect(200);
    const { headers, body } = await get().set('If-None-Match', tag).expect(200);
    expect(headers.etag).not.toBe(tag);
    expect(versionOf(String(headers.etag))).toBe(versionOf(tag));
    expect(versionOf(tag)).toBe((body as { version: number }).version);
    await get().set('If-None-Match', String(headers.etag)).expect(304);
  });

  test('lets a change through though something around the post has changed', async () => {
    await service.put(author, RENAMED).expect(200);
    await service.put(post, { headline: 'Edited' }).set('If-Match', tag).expect(200);
    await service.put(post, { headline: 'Late' }).set('If-Match', tag).expect(412);
  });

  test('has the version that the answer to a change has, and may be sent with the next one', async () => {
    const { headers } = await service.put(post, { headline: 'Edited' }).set('If-Match', tag).expect(200);
    expect(headers.etag).toBe(`"${versionOf(tag) + 1}"`);
    await get().set('If-None-Match', String(headers.etag)).expect(200);
    await service.put(post, { headline: 'Again' }).set('If-Match', String(headers.etag)).expect(200);
  });

  test('opens nothing to a client that may not read it', async () => {
    await service.as(null).get(post).set('If-None-Match', tag).expect(401);
    const { headers } = await service.delete(post).expect(200);
    expect(headers.etag).toBeUndefined();
    const gone = await get().set('If-None-Match', tag).expect(404);
    expect(gone.headers.etag).toBeUndefined();
  });

  test('is ignored with Cache-Control: no-cache', async () => {
    await get().set('If-None-Match', tag).set('Cache-Control', 'no-cache').expect(200);
  });
});

test('a list has no entity tag, and is sent again', async () => {
  for (const known of ['*', '"1"']) {
    const { headers } = await service.get('/api/1.3/posts').set('If-None-Match', known).expect(200);
    expect(headers.etag).toBeUndefined();
  }
});

test('a refused change has no entity tag', async () => {
  const { headers } = await service.put('/api/1.3/posts/999999', { headline: 'x' }).expect(404);
  expect(headers.etag).toBeUndefined();
});
