import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Response, Test } from 'supertest';
import { Clock } from '../../src/kernel/clock.js';
import type { ArticleResponse } from '../../src/modules/articles/http/article.response.js';
import { type Client, type Service, startService } from '../support/service.js';

type Post = Pick<ArticleResponse, keyof ArticleResponse>;
type Door = 'posts' | 'drafts';
type State = 'draft' | 'published' | 'removed';
type Verb = 'GET' | 'PUT' | 'DELETE' | 'publish' | 'unpublish' | 'restore';

const DOORS: Door[] = ['posts', 'drafts'];
const NOW = 1_750_000_000;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
afterEach(() => {
  jest.restoreAllMocks();
});

async function ok(call: Test): Promise<Post> {
  const { status, body } = await call;
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body;
}

const create = (door: Door, fields: object = {}) =>
  ok(service.post(`/api/1.3/${door}`, { headline: 'A headline', ...fields }));
const put = (id: number, fields: object, door: Door = 'posts', client: Client = service) =>
  client.put(`/api/1.3/${door}/${id}`, fields);
const edit = (...call: Parameters<typeof put>) => ok(put(...call));
const remove = (id: number, door: Door = 'posts', client: Client = service) =>
  client.delete(`/api/1.3/${door}/${id}`);
const get = (id: number, door: Door = 'posts') => service.get(`/api/1.3/${door}/${id}`);
const read = (...call: Parameters<typeof get>) => ok(get(...call));
const setClock = (now: number) => jest.spyOn(service.app.get<Clock>(Clock), 'now').mockReturnValue(now);

async function section(more: object = {}): Promise<number> {
  const url = `s-${Math.random().toString(36).slice(2)}`;
  const { body } = await service
    .post('/api/1.3/sections', { title: url, url, status: 2, ...more })
    .expect(200);
  return body.id as number;
}

async function articleIn(state: State): Promise<number> {
  const { id } = await create(state === 'draft' ? 'drafts' : 'posts');
  if (state === 'removed') await remove(id).expect(200);
  return id;
}

function call(verb: Verb, id: number, door: Door): Test {
  if (verb === 'GET') return get(id, door);
  if (verb === 'DELETE') return remove(id, door);
  return put(id, verb === 'PUT' ? { og_title: 'x' } : { action: verb }, door);
}

const STATES: readonly string[] = ['published', 'draft', 'scheduled', 'removed'];

/** `published`, `draft with draft_url`, `{}`, or the status of a refusal. */
function summary({ status, body }: Response): string {
  if (status !== 200) return String(status);
  if (Object.keys(body).length === 0) return '{}';
  if (!('draft_url' in body)) return STATES[body.status] ?? '';
  expect(body.draft_url).toBe(`${body.post_url}?draft=1`);
  return `${STATES[body.status]} with draft_url`;
}

test.each<[State, Verb, string, string]>([
  ['draft', 'GET', 'draft', 'draft with draft_url'],
  ['draft', 'PUT', 'draft', 'draft with draft_url'],
  ['draft', 'publish', 'published', 'published'],
  ['draft', 'DELETE', '{}', '{}'],
  ['published', 'GET', 'published', 'published with draft_url'],
  ['published', 'PUT', 'published', 'published with draft_url'],
  ['published', 'publish', 'published', 'published'],
  ['published', 'unpublish', 'draft with draft_url', 'draft with draft_url'],
  ['published', 'DELETE', '{}', '{}'],
  ['removed', 'GET', '404', '404'],
  ['removed', 'PUT', '404', '404'],
  ['removed', 'publish', '404', '404'],
  ['removed', 'unpublish', '404', '404'],
  ['removed', 'DELETE', '404', '404'],
  ['removed', 'restore', '404', 'draft with draft_url'],
])('a %s article after %s is, through posts: %s, through drafts: %s', async (state, verb, ...answers) => {
  for (const [index, door] of DOORS.entries()) {
    const answer = answers[index] ?? '';
    const id = await articleIn(state);
    expect([door, summary(await call(verb, id, door))]).toEqual([door, answer]);
    expect(summary(await get(id))).toBe(answer === '{}' ? '404' : answer.replace(' with draft_url', ''));
  }
});

test.each<[Door, object, string]>([
  ['posts', {}, 'published'],
  ['posts', { action: 'publish' }, 'published'],
  ['drafts', {}, 'draft with draft_url'],
])('POST /%s with %j makes: %s', async (door, fields, made) => {
  const answer = await service.post(`/api/1.3/${door}`, { headline: 'New', ...fields });
  expect(summary(answer)).toBe(made);
});

test.each(DOORS)('POST /%s needs a headline', async (door) => {
  for (const fields of [{}, { headline: null }, { headline: '' }, { body: 'text' }]) {
    const { body } = await service.post(`/api/1.3/${door}`, fields);
    expect(body).toMatchObject({ status: 400, errors: [{ field: 'headline' }] });
  }
});

test('what is not removed cannot be restored', async () => {
  for (const state of ['draft', 'published'] as const) {
    await put(await articleIn(state), { action: 'restore' }, 'drafts').expect(409);
  }
});

test('restoring does not tell of drafts that an author may not read', async () => {
  const { client } = await service.createAuthorWithKey('Guest Writer');
  for (const id of [await articleIn('draft'), 9_999_999])
    await client.put(`/api/1.3/drafts/${id}`, { action: 'restore' }).expect(404);
});

test.each(DOORS)('there is no article of an unknown id behind %s', async (door) => {
  for (const verb of ['GET', 'PUT', 'DELETE', 'publish', 'restore'] as const) {
    expect([verb, summary(await call(verb, 9_999_999, door))]).toEqual([verb, '404']);
  }
});

describe('publishing', () => {
  const data = { body: '<p>Text</p>', tags: ['a', 'b'], product: { a: [1] }, manual_basename: 'kept' };
  const state = { status: 0, version: 0, created_ts: 0, updated_ts: 0, last_published_ts: 0 };
  /** Fields that only editing changes. */
  const content = (post: Post) => ({ ...post, ...state, warnings: undefined, draft_url: undefined });

  test.each(DOORS)('and unpublishing through %s keep all stored data', async (door) => {
    const draft = await create('drafts', { ...data, sections: [await section()] });
    const published = await edit(draft.id, { action: 'publish' }, door);
    expect(content(published)).toEqual(content(draft));
    expect(published.last_published_ts).toEqual(expect.any(Number));
    expect(content(await edit(draft.id, { action: 'unpublish' }, door))).toEqual(content(draft));
  });

  test('takes what the request holds, and the rest from the draft', async () => {
    const draft = await create('drafts', data);
    const published = await edit(draft.id, { action: 'publish', og_title: 'New', tags: null }, 'drafts');
    expect(content(published)).toEqual({ ...content(draft), og_title: 'New', tags: [], public_tags: [] });
  });
});

describe('created_ts', () => {
  const timesOf = ({ created_ts, last_published_ts, inserted_ts }: Post) =>
    [created_ts, last_published_ts, inserted_ts].map((time) => (time === null ? null : time - NOW));

  async function at(seconds: number, call: () => Promise<Post>): Promise<(number | null)[]> {
    setClock(NOW + seconds);
    return timesOf(await call());
  }

  test('is set by the first publication and kept by the next', async () => {
    setClock(NOW);
    const { id, ...draft } = await create('drafts');
    expect(timesOf({ id, ...draft })).toEqual([0, null, 0]);
    expect(await at(10, () => edit(id, { og_title: 'x' }))).toEqual([0, null, 0]);
    expect(await at(20, () => edit(id, { action: 'publish' }))).toEqual([20, 20, 0]);
    expect(await at(30, () => edit(id, { og_title: 'y' }))).toEqual([20, 20, 0]);
    expect(await at(40, () => edit(id, { action: 'unpublish' }))).toEqual([20, 20, 0]);
    expect(await at(50, () => edit(id, { action: 'publish' }, 'drafts'))).toEqual([20, 50, 0]);
    expect(await at(60, () => create('posts'))).toEqual([60, 60, 60]);
  });

  test.each(DOORS)('that was shown and sent back through %s is not sent', async (door) => {
    setClock(NOW);
    const { id } = await create('drafts');
    expect(await at(10, async () => edit(id, await read(id, door), door))).toEqual([0, null, 0]);
    expect(await at(20, () => edit(id, { action: 'publish' }, door))).toEqual([20, 20, 0]);
  });

  test('that was sent is kept for ever, also in the past', async () => {
    setClock(NOW);
    const { id } = await create('drafts', { created_ts: NOW - 500 });
    expect(await at(10, () => edit(id, { action: 'publish' }))).toEqual([-500, 10, 0]);
    const earlier = { action: 'unpublish', created_ts: NOW - 700 };
    expect(await at(20, () => edit(id, earlier))).toEqual([-700, 10, 0]);
    expect(await at(30, () => edit(id, { action: 'publish' }))).toEqual([-700, 30, 0]);
    const edited = await create('drafts');
    await edit(edited.id, { created_ts: NOW + 5000 });
    expect(await at(40, () => edit(edited.id, { action: 'publish' }))).toEqual([5000, 40, 30]);
  });

  test('returns to the default rule by null', async () => {
    setClock(NOW);
    const { id } = await create('drafts', { created_ts: NOW - 500 });
    expect(await at(10, () => edit(id, { created_ts: null }))).toEqual([0, null, 0]);
    expect(await at(20, () => edit(id, { action: 'publish' }))).toEqual([20, 20, 0]);
    expect(await at(30, () => edit(id, { created_ts: NOW - 9 }))).toEqual([-9, 20, 0]);
    expect(await at(40, () => edit(id, { created_ts: null }))).toEqual([20, 20, 0]);
  });
});

test.each(['created_ts', 'updated_ts'])('%s is kept in seconds, refused in milliseconds', async (field) => {
  for (const seconds of [0, 951_782_400, 4_102_444_800]) {
    const { id, ...created } = await create('posts', { [field]: seconds });
    expect(created).toMatchObject({ [field]: seconds });
    expect(await edit(id, { [field]: String(seconds + 1) })).toMatchObject({ [field]: seconds + 1 });
  }
  const { body } = await service.post('/api/1.3/posts', { headline: 'H', [field]: NOW * 1000 });
  const message: unknown = expect.stringMatching(/millisecond/i);
  expect(body).toMatchObject({ status: 400, errors: [{ field, message }] });
});

test.each(['created_ts', 'updated_ts'])('%s begins with the year 1, as dates of feeds do', async (field) => {
  const { id } = await create('posts', { [field]: -62_135_596_800 });
  for (const seconds of [-62_135_596_801, -99_999_999_999]) {
    const { body } = await service.put(`/api/1.3/posts/${id}`, { [field]: seconds }).expect(400);
    expect(body).toMatchObject({ errors: [{ field, message: 'must not be before the year 1' }] });
  }
});

test('updated_ts is now, unless it is sent or held', async () => {
  setClock(NOW);
  const { id, updated_ts } = await create('posts');
  expect(updated_ts).toBe(NOW);
  const updatedAt = async (now: number, fields: object) => {
    setClock(now);
    return (await edit(id, fields)).updated_ts;
  };
  expect(await updatedAt(NOW + 10, { og_title: 'a' })).toBe(NOW + 10);
  expect(await updatedAt(NOW + 20, { prevent_modifying_updated_ts: 1 })).toBe(NOW + 10);
  expect(await updatedAt(NOW + 30, { prevent_modifying_updated_ts: '1', updated_ts: 5 })).toBe(5);
  expect(await updatedAt(NOW + 40, { prevent_modifying_updated_ts: 0 })).toBe(NOW + 40);
});

describe.each(DOORS)('through the door of %s', (door) => {
  test('version rises with every change', async () => {
    const { id, ...created } = await create(door);
    const versions = [created.version];
    const publication = [{ action: 'publish' }, { action: 'unpublish' }];
    if (door === 'posts') publication.reverse();
    for (const change of [{ og_title: 'x' }, ...publication]) {
      versions.push((await edit(id, change, door)).version);
    }
    expect(versions).toEqual([...new Set(versions)].sort((one, other) => one - other));
  });

  test.each([
    ['an older version', '"1"'],
    ['a tag that is none of ours', '"none-of-ours"'],
    ['a list without the version', '"1", "99"'],
  ])('a change is refused when If-Match names %s', async (_name, tag) => {
    const { id } = await create(door);
    const { version } = await edit(id, { og_title: 'first' }, door);
    await put(id, { og_title: 'second' }, door).set('If-Match', tag).expect(412);
    await remove(id, door).set('If-Match', tag).expect(412);
    expect(await read(id, door)).toMatchObject({ version, og_title: 'first' });
  });

  test.each([
    ['the entity tag of GET', (tag: string) => tag],
    ['a list with it', (tag: string) => `"99", ${tag}`],
    ['any version', () => '*'],
  ])('a change is made when If-Match names %s', async (_name, header) => {
    const { id } = await create(door);
    const send = async (call: Test) => call.set('If-Match', header((await get(id, door)).headers.etag ?? ''));
    expect((await send(put(id, { og_title: 'new' }, door))).body).toMatchObject({ og_title: 'new' });
    expect((await send(remove(id, door))).status).toBe(200);
  });
});

test('a section that locks its posts after publishing leaves them to who may do everything', async () => {
  const locked = await section({ page_settings: { lock_posts_after_publishing: true } });
  const editor = (await service.createAuthorWithKey('Editor')).client;
  const { id } = await create('drafts', { sections: [await section(), locked] });
  await ok(put(id, { og_title: 'still a draft' }, 'drafts', editor));
  await ok(put(id, { action: 'publish' }, 'drafts', editor));
  for (const door of DOORS) {
    for (const change of [{ og_title: 'x' }, { action: 'unpublish' }, { sections: [] }]) {
      await put(id, change, door, editor).expect(403);
    }
    await remove(id, door, editor).expect(403);
  }
  expect(await edit(id, { og_title: 'by an administrator' })).toMatchObject({
    status: 0,
    sections: { length: 2 },
  });
  await ok(put(id, { action: 'unpublish' }, 'posts'));
  await ok(put(id, { og_title: 'a draft again' }, 'drafts', editor));
});

test('the answer of a write warns of a published post that only keys can see', async () => {
  const [hidden, shown] = [await section({ status: 1 }), await section({ status: 3 })];
  const isWarned = async (call: Promise<Post>) =>
    (await call).warnings?.some((text) => /private/i.test(text)) ?? false;
  expect(await isWarned(create('posts', { sections: [hidden] }))).toBe(true);
  expect(await isWarned(create('posts', { sections: [hidden, shown] }))).toBe(false);
  expect(await isWarned(create('posts', { sections: [hidden, 'Home'] }))).toBe(false);
  expect(await isWarned(create('posts'))).toBe(false);
  const draft = create('drafts', { sections: [hidden] });
  expect(await isWarned(draft)).toBe(false);
  const { id } = await draft;
  expect(await isWarned(edit(id, { action: 'publish' }, 'drafts'))).toBe(true);
  expect(await isWarned(edit(id, { og_title: 'x' }))).toBe(true);
  expect(await isWarned(edit(id, { action: 'unpublish' }))).toBe(false);
});
