import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { entities } from '../../src/app.module.js';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { migrate } from '../../src/platform/database/migrating/migrate.js';
import { ProviderPosts1796000300000 } from '../../src/modules/articles/infrastructure/migrations/1796000300000-provider-posts.js';
import { createTestDatabase, undoBackTo } from '../support/database.js';
import { type Client, type Service, startService } from '../support/service.js';

const POSTS = '/api/1.3/posts';
const DRAFTS = '/api/1.3/drafts';
const POST_IDS = 'https://partner.example/a b/ü?x=1#y';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const post = (fields: object, door = POSTS) => service.post(door, { headline: 'H', ...fields });
const create = async (fields: object, door = POSTS) =>
  (await post(fields, door).expect(200)).body as { id: number; version: number; status: number };
interface Upsert {
  readonly provider?: string;
  readonly query?: string;
  readonly client?: Client;
}

function put(id: string, fields: object, { provider = '20', query = '', client = service }: Upsert = {}) {
  return client.put(`${POSTS}/by-provider/${provider}/${encodeURIComponent(id)}${query}`, fields);
}

async function tally(calls: readonly Test[]) {
  const answers = await Promise.all(calls);
  return answers.map(({ status, body }) => ({ status, id: body.id as number, body }));
}

const twenty = (call: (n: number) => Test) => tally(Array.from({ length: 20 }, (_, n) => call(n)));

describe('A provider_post_id', () => {
  test('is of one article: a second create is told which', async () => {
    const { id } = await create({ provider_post_id: 'one' });
    for (const door of [POSTS, DRAFTS]) {
      const { body } = await post({ provider_post_id: 'one' }, door).expect(409);
      expect(body).toMatchObject({ code: 'provider-post-id-taken', conflicting_id: id, status: 409 });
      expect(body.errors).toEqual([{ field: 'provider_post_id', message: 'is taken' }]);
    }
  });

  test('of twenty creates at once goes to exactly one, whose id the others are told', async () => {
    const answers = await twenty((n) => post({ provider_post_id: 'raced' }, n % 2 ? POSTS : DRAFTS));
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    for (const { status, body } of answers.filter(({ status: code }) => code !== 200)) {
      expect(status).toBe(409);
      expect(body.conflicting_id).toBe(winner?.id);
    }
  });

  test('is compared byte by byte, and an empty one is none', async () => {
    for (const id of ['Ab', 'ab', 'ab ', 'äb', 'a\u0308b', '', '']) await create({ provider_post_id: id });
  });

  test('is free again when its article is removed, which then cannot come back with it', async () => {
    const { id } = await create({ provider_post_id: 'again' });
    await service.delete(`${POSTS}/${id}`).expect(200);
    const { id: next } = await create({ provider_post_id: 'again' });
    const { body } = await service.put(`${DRAFTS}/${id}`, { action: 'restore' }).expect(409);
    expect(body).toMatchObject({ code: 'provider-post-id-taken', conflicting_id: next });
    await service.get(`${POSTS}/${id}`).expect(404);
    await service.delete(`${POSTS}/${next}`).expect(200);
    await service.put(`${DRAFTS}/${id}`, { action: 'restore' }).expect(200);
    await post({ provider_post_id: 'again' }).expect(409);
  });
});

describe('PUT by provider', () => {
  test('creates a post, then edits it, whatever is in its id', async () => {
    const { body: created } = await put(POST_IDS, { headline: 'First' }).expect(200);
    expect(created).toMatchObject({
      status: 0,
      provider_id: 20,
      provider_post_id: POST_IDS,
      headline: 'First',
    });
    const { body: edited } = await put(POST_IDS, { subheadline: 'Second' }).expect(200);
    expect(edited).toMatchObject({ id: created.id, headline: 'First', subheadline: 'Second' });
    expect(edited.version).toBe(Number(created.version) + 1);
  });

  test('with ?as=draft makes a draft, and leaves the state of one that is there', async () => {
    const { body: draft } = await put('d', { headline: 'D' }, { query: '?as=draft' }).expect(200);
    expect(draft).toMatchObject({ status: 1, draft_url: expect.any(String) });
    expect((await put('d', { body: 'b' }).expect(200)).body).toMatchObject({ id: draft.id, status: 1 });
    await put('d', { action: 'publish' }).expect(200);
    const { body } = await put('d', { body: 'c' }, { query: '?as=draft' }).expect(200);
    expect(body).toMatchObject({ id: draft.id, status: 0 });
    expect(body).not.toHaveProperty('draft_url');
  });

  test('shows the URL of the draft to whoever makes one, or unpublishes, as the other doors do', async () => {
    await put('u', { headline: 'U' }).expect(200);
    const { body: draft } = await put('u', { action: 'unpublish' }).expect(200);
    expect(draft).toMatchObject({ status: 1, draft_url: expect.any(String) });
    expect((await put('u', { body: 'x' }).expect(200)).body).not.toHaveProperty('draft_url');
    const { body: post } = await put('u', { action: 'publish' }, { query: '?as=draft' }).expect(200);
    expect(post.status).toBe(0);
    expect(post).not.toHaveProperty('draft_url');
  });

  test('an action that a new article cannot have is named', async () => {
    const { body } = await put('action', { headline: 'A', action: 'unpublish' }).expect(200);
    expect(body).toMatchObject({ status: 0, warnings: [expect.stringMatching(/^action: is ignored/)] });
    const { body: post } = await put('publish', { headline: 'A', action: 'publish' }).expect(200);
    expect(post).toMatchObject({ status: 0, warnings: [] });
  });

  test('twenty times at once makes one article, and each is answered with it', async () => {
    const answers = await twenty((n) => put('at-once', { headline: `H ${n}` }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
    const { body } = await service.get(`${POSTS}?provider_post_id=at-once`).expect(200);
    expect(body).toHaveLength(1);
  });

  test('makes another article when the first one is removed', async () => {
    const { body: first } = await put('removed', { headline: 'H' }).expect(200);
    await service.delete(`${POSTS}/${first.id}`).expect(200);
    const { body: second } = await put('removed', { headline: 'H' }).expect(200);
    expect(second.id).not.toBe(first.id);
  });

  test('takes provider ids of partners and its own, and refuses others', async () => {
    for (const provider of ['15', '20', '1000', '2147483647']) {
      const { body } = await put('same', { headline: 'H' }, { provider }).expect(200);
      expect(body.provider_id).toBe(Number(provider));
    }
    for (const provider of ['0', '1', '16', '999', '2147483648', '-1', 'x', '1.5']) {
      const { body } = await put('same', { headline: 'H' }, { provider }).expect(400);
      expect(body.errors).toMatchObject([{ field: 'provider_id' }]);
    }
  });

  test('refuses what cannot be meant', async () => {
    expect((await put('new', { body: 'x' }).expect(400)).body.errors).toMatchObject([{ field: 'headline' }]);
    const other = await put('new', { headline: 'H', provider_post_id: 'other' }).expect(400);
    expect(other.body.errors).toMatchObject([{ field: 'provider_post_id' }]);
    expect((await put('n', { headline: 'H' }, { query: '?as=x' }).expect(400)).body.errors).toMatchObject([
      { field: 'as' },
    ]);
    await put('x'.repeat(256), { headline: 'H' }).expect(400);
    await put('nul\0', { headline: 'H' }).expect(400);
    await put('x'.repeat(255), { headline: 'H', provider_post_id: 'x'.repeat(255) }).expect(200);
  });

  test('keeps to rights and to If-Match', async () => {
    const writer = await service.createAuthorWithKey('Guest Writer');
    const { client } = writer;
    await put('rights', { headline: 'H' }, { client }).expect(403);
    const { body: own } = await put('rights', { headline: 'H' }, { client, query: '?as=draft' }).expect(200);
    expect(own.status).toBe(1);
    await put('rights', { headline: 'I' }, { client }).expect(200);
    await put('rights', { action: 'publish' }, { client }).expect(403);
    await put('foreign', { headline: 'H' }).expect(200);
    await put('foreign', { headline: 'I' }, { client }).expect(403);
    await put('rights', { headline: 'J' }).set('If-Match', '"1"').expect(412);
    await put('absent', { headline: 'J' }).set('If-Match', '"1"').expect(412);
    const { body } = await put('absent', { headline: 'J' }).set('If-Match', '*').expect(412);
    expect(body).toMatchObject({ errors: [{ field: 'If-Match' }] });
    await put('rights', { headline: 'K' }).set('If-Match', '*').expect(200);
  });
});

test('articles that had one id before ids had to differ are kept: the first is found by it', async () => {
  const database = createTestDatabase();
  const former = await startService({ database });
  const ids: number[] = [];
  for (const id of ['a', 'b', 'c'])
    ids.push((await former.post(POSTS, { headline: 'H', provider_post_id: id }).expect(200)).body.id);
  await former.stop();
  const sources = await openDataSources(database.url, { poolSize: 3, entities: entities });
  const { writer } = sources;
  await undoBackTo(writer, ProviderPosts1796000300000);
  await writer.query(
    `UPDATE articles SET provider_post_id = 'double' WHERE provider_post_id IN ('a', 'b', 'c')`,
  );
  await writer.query('UPDATE articles SET status = 3 WHERE id = ?', [ids[0]]);
  await migrate(sources);
  await closeDataSources(sources);
  const present = await startService({ database });
  const { body } = await present.post(POSTS, { headline: 'H', provider_post_id: 'double' }).expect(409);
  expect(body.conflicting_id).toBe(ids[1]);
  await present.put(`${POSTS}/${ids[2]}`, { headline: 'Edited', provider_post_id: 'double' }).expect(200);
  await present.delete(`${POSTS}/${ids[2]}`).expect(200);
  await present.post(POSTS, { headline: 'H', provider_post_id: 'double' }).expect(409);
  await present.stop();
  await database.drop();
});
