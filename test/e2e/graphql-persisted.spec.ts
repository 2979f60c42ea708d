import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';

const PATH = '/core/graphql';
const TITLES = '{sections{title}}';
const DATA = { sections: [{ title: 'News' }] };
const NOT_FOUND = { message: 'PersistedQueryNotFound', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } };

let service: Service;
beforeAll(async () => {
  service = await startService();
  await service.post('/api/1.3/sections', { title: 'News', url: 'news', status: 2 }).expect(200);
});
afterAll(() => service.stop());

const hashed = (query: string) => createHash('sha256').update(query).digest('hex');
const persisted = (sha256Hash: string, version = 1) => ({
  extensions: { persistedQuery: { version, sha256Hash } },
});
const post = (body: object) => service.as(null).post(PATH, body);
function get(parameters: Readonly<Record<string, string | object>>) {
  const texts = Object.entries(parameters).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return service.as(null).get(`${PATH}?${new URLSearchParams(Object.fromEntries(texts)).toString()}`);
}

test.each([
  ['GET', get],
  ['POST', post],
])('A query is asked for by its hash once it was sent, by %s', async (method, ask) => {
  const query = `query By${method} ${TITLES}`;
  const byHash = persisted(hashed(query));
  const { body: unknown, headers } = await ask(byHash).expect(200);
  expect([unknown.errors, headers['cache-control']]).toMatchObject([[NOT_FOUND], 'no-store']);
  expect((await ask({ query, ...byHash }).expect(200)).body).toEqual({ data: DATA });
  const known = await get(byHash).expect(200);
  expect([known.body, known.headers['cache-control']]).toEqual([
    { data: DATA },
    expect.stringMatching(/^public/),
  ]);
  expect((await post(byHash).expect(200)).body).toEqual({ data: DATA });
});

test('Its status says that it is not there, where that is what statuses are for', async () => {
  const { body } = await post(persisted(hashed('{a}')))
    .set('accept', 'application/graphql-response+json')
    .expect(400);
  expect(body).toMatchObject({ errors: [NOT_FOUND] });
});

test('With the hash of another one, or of another version, it is refused, and not kept', async () => {
  const hash = hashed('{ads{head{isEnabled}}}');
  for (const wrong of [persisted(hash), persisted(hashed(TITLES), 2)]) {
    const { body } = await post({ query: TITLES, ...wrong }).expect(400);
    expect(body).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
  }
  expect((await post(persisted(hash)).expect(200)).body).toMatchObject({ errors: [NOT_FOUND] });
});
