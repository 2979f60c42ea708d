import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type ContentClient, createContentClient } from '../../clients/typescript/src/index.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let client: ContentClient;
let baseUrl: string;
beforeAll(async () => {
  service = await startService();
  const { port } = service.app.getHttpServer().address() as AddressInfo;
  baseUrl = `http://127.0.0.1:${port}`;
  client = createContentClient({ baseUrl, key: service.adminKey });
});
afterAll(() => service.stop());

async function create(headline: string): Promise<number> {
  const { data, error } = await client.POST('/api/1.3/posts', { body: { headline } });
  if (!data) throw new Error(error.detail);
  return data.id;
}

test('a draft is written, published and read', async () => {
  const { data: draft } = await client.POST('/api/1.3/drafts', {
    body: { headline: 'Tides', tags: ['sea'] },
  });
  const id = draft?.id ?? 0;
  expect(draft).toMatchObject({ headline: 'Tides', draft_url: expect.any(String) });
  const params = { path: { id } };
  const { response } = await client.GET('/api/1.3/drafts/{id}', { params });
  const { data: published } = await client.PUT('/api/1.3/drafts/{id}', {
    params: { path: { id }, header: { 'If-Match': response.headers.get('etag') ?? '' } },
    body: { headline: 'High tides', action: 'publish' },
  });
  expect(published).toMatchObject({ id, headline: 'High tides' });
  const { data: posts } = await client.GET('/api/1.3/posts/tag', { params: { query: { tag: 'sea' } } });
  expect(posts?.map((post) => post.id)).toEqual([id]);
  await client.DELETE('/api/1.3/posts/{id}', { params });
  const { data: gone, error } = await client.GET('/api/1.3/posts/{id}', { params });
  expect([gone, error]).toEqual([undefined, expect.objectContaining({ code: 'article-not-found' })]);
});

test('a failure is a problem with a code', async () => {
  const { data, error, response } = await client.POST('/api/1.3/posts', { body: { headline: '' } });
  expect([data, response.status]).toEqual([undefined, 400]);
  expect(error).toMatchObject({ code: 'invalid-input', errors: [{ field: 'headline' }] });
});

test('a write whose answer is lost is carried out once', async () => {
  let isLost = false;
  const flaky = createContentClient({
    baseUrl,
    key: service.adminKey,
    fetch: async (request) => {
      const answer = await fetch(request);
      if (isLost) return answer;
      isLost = true;
      await answer.body?.cancel();
      throw new TypeError('The connection was lost.');
    },
  });
  const { data, response } = await flaky.POST('/api/1.3/posts', { body: { headline: 'Once' } });
  expect([data?.headline, response.headers.get('idempotency-replayed')]).toEqual(['Once', 'true']);
  const { body } = await service.get('/api/1.3/posts?phrase=once').expect(200);
  expect((body as { id: number }[]).map(({ id }) => id)).toEqual([data?.id]);
});

test('a list is read by an iterator', async () => {
  const tag = 'paged';
  for (let n = 0; n < 5; n++)
    await client.POST('/api/1.3/posts', { body: { headline: `P ${n}`, tags: [tag] } });
  const headlines: string[] = [];
  for await (const post of client.pages('/api/1.3/posts/tag', { query: { tag, limit: 2 } }))
    headlines.push(post.headline);
  expect(headlines).toEqual(['P 4', 'P 3', 'P 2', 'P 1', 'P 0']);
});

test('the change feed tells what is written meanwhile', async () => {
  const ids: number[] = [];
  const { data: start } = await client.GET('/api/1.3/changes', { params: { query: { after: 'now' } } });
  ids.push(await create('First'));
  const seen: number[] = [];
  for await (const change of client.changes({
    after: start?.next ?? '',
    types: 'post',
    include: 'resource',
  })) {
    // Changes from just before come, too.
    if (!ids.includes(change.resource_id)) continue;
    seen.push(change.resource_id);
    expect(change).toMatchObject({ verb: 'create', resource: { id: change.resource_id } });
    if (seen.length === 2) break;
    ids.push(await create('Second'));
  }
  expect(seen).toEqual(ids);
});

test('a key is made, used and revoked', async () => {
  const { data: made } = await client.POST('/api/1.1/keys', { body: { scope: 'read', name: 'mirror' } });
  const mirror = createContentClient({ baseUrl, key: made?.key ?? '', retries: 0 });
  const { data: me } = await mirror.GET('/api/1.1/me');
  expect(me?.key).toMatchObject({ id: made?.id, scope: 'read', name: 'mirror' });
  expect((await mirror.POST('/api/1.3/posts', { body: { headline: 'No' } })).response.status).toBe(403);
  await client.DELETE('/api/1.1/keys/{id}', { params: { path: { id: made?.id ?? 0 } } });
  expect((await mirror.GET('/api/1.1/me')).error).toMatchObject({ code: 'key-invalid' });
});
