import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { KeysService } from '../../src/modules/auth/keys.service.js';
import { Database } from '../../src/platform/database/database.js';
import type { TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { type Client, type Service, startService } from '../support/service.js';

interface KeyBody {
  readonly id: number;
  readonly author_id: number;
  readonly key: string | null;
  readonly name: string | null;
  readonly expires_ts: number | null;
  readonly revoked_ts: number | null;
}

const KEYS = '/api/1.1/keys';
const DAY = 86_400;
/** Fields that a PUT of an author has to have. */
const NAMED = { first_name: 'Ada', last_name: 'Berg' };

let database: TestDatabase;
let service: Service;
let editor: { id: number; key: string; client: Client };
beforeAll(async () => {
  database = await createMigratedDatabase();
  service = await startService({
    database,
    settings: {
      authors: {
        roles: {
          Partner: ['articles.read', 'keys.write'],
          Auditor: ['articles.read', 'audit.read'],
          Integrator: ['articles.read', 'authors.write', 'webhooks.write'],
          'Desk Help': ['articles.read', 'authors.write', 'keys.write', 'community.write.own'],
        },
      },
    },
    environment: { SCHEDULER: 'off' },
  });
  editor = await service.createAuthorWithKey('Editor');
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

const bodyOf = async (test: PromiseLike<{ body: unknown }>) => (await test).body as KeyBody;
const make = (client: Client, body: object = {}) => bodyOf(client.post(KEYS, body).expect(200));
const idsSeenBy = async (client: Client) =>
  ((await client.get(`${KEYS}?limit=100`).expect(200)).body as KeyBody[]).map(({ id }) => id);
/** The scope and rights that a key has. */
const me = async (key: string | null) =>
  (await service.as(key).get('/api/1.1/me').expect(200)).body as object;

describe('A key that is made', () => {
  test('is answered once, and acts in the name of its author, within its scope', async () => {
    const { body: author } = await service.get('/api/1.1/me');
    const wanted = { scope: 'read', name: 'partner feed', expires_in_days: 0.5 };
    const made = await make(service, wanted);
    const now = Math.floor(Date.now() / 1000);
    expect(made).toEqual({
      id: made.id,
      author_id: 1,
      scope: 'read',
      name: 'partner feed',
      prefix: made.key?.slice(0, 8),
      created_ts: expect.any(Number),
      expires_ts: expect.any(Number),
      revoked_ts: null,
      last_used_ts: null,
      key: expect.stringMatching(/^[A-Za-z\d]{64}$/),
    });
    expect(Math.abs((made.expires_ts ?? 0) - now - DAY / 2)).toBeLessThan(60);
    expect(await me(made.key)).toMatchObject({
      author: { id: (author as { author: { id: number } }).author.id },
      rights: ['articles.read', 'drafts.read', 'drafts.read.own'],
      key: { id: made.id, scope: 'read', name: 'partner feed' },
    });
    const { body: shown } = await service.get(`${KEYS}/${made.id}`).expect(200);
    expect(shown).not.toHaveProperty('key');
    expect(shown).toMatchObject({ id: made.id, last_used_ts: expect.any(Number) });
    expect((await service.get(KEYS).expect(200)).text).not.toContain(made.key);
  });

  test('is for the author of the request, writes and lasts unless it is said otherwise', async () => {
    expect(await make(editor.client)).toMatchObject({
      author_id: editor.id,
      scope: 'write',
      name: null,
      expires_ts: null,
    });
  });

  test('is remembered by no Idempotency-Key', async () => {
    const send = () => service.post(KEYS, { name: 'again' }).set('Idempotency-Key', 'make-key').expect(200);
    const { body: first } = await send();
    const { body: second, headers } = await send();
    const { key } = first as KeyBody;
    expect(key).toMatch(/^[A-Za-z\d]{64}$/);
    expect(second).toEqual({ ...(first as KeyBody), key: null });
    expect(headers).toMatchObject({ 'idempotency-replayed': 'true' });
    const stored = await service.app.get(Database).rows('SELECT * FROM idempotency_keys');
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(key);
  });

  test('is tried without a key', async () => {
    const before = await idsSeenBy(service);
    const { body } = await service.post(`${KEYS}?dry_run=1`, { name: 'dry' }).expect(200);
    expect(body).toMatchObject({ id: null, key: null, name: 'dry', warnings: [] });
    expect(await idsSeenBy(service)).toEqual(before);
  });

  test.each<[string, object]>([
    ['expires_in_days', { expires_in_days: 0 }],
    ['expires_in_days', { expires_in_days: -1 }],
    ['expires_in_days', { expires_in_days: 36_501 }],
    ['expires_in_days', { expires_in_days: 'soon' }],
    ['expires_in_days', { expires_in_days: '' }],
    ['expires_in_days', { expires_in_days: {} }],
    ['scope', { scope: 'all' }],
    ['scope', { scope: null }],
    ['scope', { scope: ['write'] }],
    ['name', { name: 'n'.repeat(256) }],
    ['name', { name: 'n\0' }],
    ['author_id', { author_id: 0 }],
    ['author_id', { author_id: 999_999 }],
    ['author_id', { author_id: 99_999_999_999 }],
  ])('is refused for a wrong %s: %j', async (field, body) => {
    const { body: problem } = await service.post(KEYS, body).expect(400);
    expect(problem).toMatchObject({ code: 'invalid-input', errors: [{ field }] });
  });
});

describe('Nobody gets more than they have', () => {
  test('a read-only key makes, lists and revokes none', async () => {
    const reading = service.as(await service.createKey({ authorId: 1, scope: 'read' }));
    await reading.post(KEYS, {}).expect(403);
    await reading.get(KEYS).expect(403);
    await reading.delete(`${KEYS}/1`).expect(403);
  });

  test('an Editor makes none for an Administrator, and does not see theirs', async () => {
    const theirs = await make(service);
    await editor.client.post(KEYS, { author_id: 1 }).expect(403);
    await editor.client.get(`${KEYS}/${theirs.id}`).expect(404);
    await editor.client.delete(`${KEYS}/${theirs.id}`).expect(404);
    expect(await idsSeenBy(editor.client)).not.toContain(theirs.id);
    expect(await me(theirs.key)).toMatchObject({ role: 'Administrator' });
  });

  test('an Editor makes, sees and revokes one for a Reader', async () => {
    const reader = await service.createAuthorWithKey('Reader');
    const made = await make(editor.client, { author_id: reader.id });
    expect(await me(made.key)).toMatchObject({ role: 'Reader', author: { id: reader.id } });
    expect(await idsSeenBy(editor.client)).toContain(made.id);
    await editor.client.delete(`${KEYS}/${made.id}`).expect(200, {});
  });

  test('an Editor makes none for an author whose role has a right that Editors lack', async () => {
    const auditor = await service.createAuthorWithKey('Auditor');
    const theirs = await make(service, { author_id: auditor.id });
    await editor.client.post(KEYS, { author_id: auditor.id }).expect(403);
    await editor.client.get(`${KEYS}/${theirs.id}`).expect(404);
    expect(await idsSeenBy(editor.client)).not.toContain(theirs.id);
    await editor.client.put(`/api/1.1/authors/${auditor.id}`, NAMED).expect(403);
  });

  test.each(['Integrator', 'Auditor'])('an Editor gives nobody the role %s', async (role) => {
    await editor.client.put(`/api/1.1/authors/${editor.id}`, { ...NAMED, role }).expect(403);
    await editor.client.post('/api/1.1/authors', { ...NAMED, role }).expect(403);
    await editor.client.put(`/api/1.1/authors/${editor.id}`, { ...NAMED, role: 'Editor' }).expect(200);
  });

  test('a custom role gives what it has, and not the role of new authors when that has more', async () => {
    const { id, client } = await service.createAuthorWithKey('Desk Help');
    const { body: reader } = await client.post('/api/1.1/authors', { role: 'Reader' }).expect(200);
    await client.post(KEYS, { author_id: (reader as { id: number }).id }).expect(200);
    await client.post('/api/1.1/authors', {}).expect(403);
    await client.put(`/api/1.1/authors/${id}`, { ...NAMED, role: null }).expect(403);
    await client.put(`/api/1.1/authors/${id}`, NAMED).expect(200);
  });

  test('an author who may create and edit Administrators gives every role', async () => {
    const { id } = await service.createAuthorWithKey('Integrator');
    await service.put(`/api/1.1/authors/${id}`, { ...NAMED, role: 'Auditor' }).expect(200);
  });

  test('who may not edit authors has own ones only', async () => {
    const partner = await service.createAuthorWithKey('Partner');
    const other = await service.createAuthorWithKey('Reader');
    const made = await make(partner.client, { author_id: partner.id });
    await partner.client.post(KEYS, { author_id: other.id }).expect(403);
    const seen = await idsSeenBy(partner.client);
    expect(seen).toHaveLength(2);
    expect(seen).toContain(made.id);
    await partner.client.delete(`${KEYS}/1`).expect(404);
  });
});

describe('Revoking', () => {
  test('ends a key at once, and again changes nothing', async () => {
    const made = await make(service);
    const { body: author } = await service.as(made.key).get('/api/1.1/me').expect(200);
    expect(author).toBeDefined();
    await service.delete(`${KEYS}/${made.id}?dry_run=1`).expect(200);
    await service.as(made.key).get('/api/1.1/me').expect(200);
    await service.delete(`${KEYS}/${made.id}`).expect(200, {});
    await service.as(made.key).get('/api/1.1/me').expect(401);
    const { revoked_ts } = await bodyOf(service.get(`${KEYS}/${made.id}`));
    await service.delete(`${KEYS}/${made.id}`).expect(200, {});
    expect(await bodyOf(service.get(`${KEYS}/${made.id}`))).toMatchObject({ revoked_ts });
  });

  test('ends it on other instances within a second', async () => {
    const other = await startService({ database, environment: { SCHEDULER: 'off' } });
    try {
      const { id, key } = await make(service);
      await other.as(key).get('/api/1.1/me').expect(200);
      await service.delete(`${KEYS}/${id}`).expect(200);
      await eventually(async () => (await other.as(key).get('/api/1.1/me')).status, 401);
    } finally {
      await other.stop();
    }
  });

  test('ends the key that asks for it', async () => {
    const { id, key } = await make(service);
    await service.as(key).delete(`${KEYS}/${id}`).expect(200);
    await service.as(key).get(KEYS).expect(401);
  });

  test.each(['999999', '99999999999999999999', '0'])('is 404 for the unknown key %s', async (id) => {
    await service.delete(`${KEYS}/${id}`).expect(404);
  });

  test('is 400 for what is no id', async () => {
    await service.delete(`${KEYS}/one`).expect(400);
  });
});

test('lists are paged, newest first', async () => {
  for (const name of ['p1', 'p2', 'p3']) await make(service, { name });
  const { body } = await service.get(`${KEYS}?limit=2&offset=1`).expect(200);
  expect((body as KeyBody[]).map(({ name }) => name)).toEqual(['p2', 'p1']);
  const { body: most } = await service.get(`${KEYS}?limit=100000`).expect(200);
  expect((most as KeyBody[]).length).toBeLessThanOrEqual(100);
  await service.get(`${KEYS}?limit=many`).expect(400);
});

describe('A key that is rotated', () => {
  test('is one without a name again', async () => {
    const { id } = await make(service);
    const issued = await service.app.get(KeysService).rotate(id);
    expect(issued.key.name).toBeNull();
  });

  test('twice at once is rotated once', async () => {
    const { id } = await make(service, { name: 'twice' });
    const keys = service.app.get(KeysService);
    const outcomes = await Promise.allSettled([keys.rotate(id), keys.rotate(id), keys.rotate(id)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const { body } = await service.get(`${KEYS}?limit=100`).expect(200);
    const usable = (body as KeyBody[]).filter(
      ({ name, revoked_ts: revoked }) => name === 'twice' && revoked === null,
    );
    expect(usable).toHaveLength(1);
  });
});
