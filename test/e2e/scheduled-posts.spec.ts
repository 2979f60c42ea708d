import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import type { ScheduledPostResponse } from '../../src/modules/scheduled-posts/http/scheduled-posts.dto.js';
import { type Client, type Service, startService } from '../support/service.js';

type Scheduled = Pick<ScheduledPostResponse, keyof ScheduledPostResponse>;
type State = 'draft' | 'published' | 'removed' | 'removed while scheduled' | 'unknown';

const DOOR = '/api/1.3/scheduled_posts';
const DAY_S = 86_400;
const [DRAFT, SCHEDULED, PUBLISHED] = [1, 2, 0];
const NO_PUBLICATION = { attempts: 0, last_error: null, next_attempt_at: null };

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const now = () => Math.floor(Date.now() / 1000);
const tomorrow = (seconds = 0) => now() + DAY_S + seconds;

async function ok(call: Test): Promise<Scheduled> {
  const { status, body } = await call;
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body;
}

const create = (fields: object = {}, client: Client = service) =>
  ok(client.post('/api/1.3/drafts', { headline: 'A headline', ...fields }));
const schedule = (id: number, at: unknown = tomorrow(), client: Client = service) =>
  client.put(`${DOOR}/${id}`, { scheduled_at: at });
const unschedule = (id: number, client: Client = service) => client.delete(`${DOOR}/${id}`);
const get = (id: number, client: Client = service) => client.get(`${DOOR}/${id}`);
const edit = (id: number, fields: object, door = 'drafts') => service.put(`/api/1.3/${door}/${id}`, fields);

async function scheduled(fields: object = {}, client: Client = service): Promise<Scheduled> {
  const { id } = await create(fields, client);
  await ok(schedule(id));
  return ok(get(id));
}

async function idsOf(call: Test): Promise<number[]> {
  const { body } = await call.expect(200);
  return (body as Scheduled[]).map(({ id }) => id);
}

async function articleIn(state: State): Promise<number> {
  if (state === 'unknown') return 9_999_999;
  const { id } = await (state === 'removed while scheduled' ? scheduled() : create());
  if (state === 'published') await edit(id, { action: 'publish' }).expect(200);
  if (state.startsWith('removed')) await service.delete(`/api/1.3/drafts/${id}`).expect(200);
  return id;
}

describe('scheduling', () => {
  test('makes a draft a scheduled post with its time, and changes nothing else', async () => {
    const draft = await create({ body: '<p>Text</p>', tags: ['a', 'b'], product: { a: [1] } });
    const at = tomorrow();
    const answer = await ok(schedule(draft.id, at));
    const publication = { attempts: 0, last_error: null, next_attempt_at: at };
    const changed = { status: SCHEDULED, scheduled_at: at, version: draft.version + 1, publication };
    const updated_ts: unknown = expect.any(Number);
    expect(answer).toEqual({ ...draft, ...changed, updated_ts, warnings: [] });
    expect(answer).toMatchObject({ draft_url: `${answer.post_url}?draft=1`, last_published_ts: null });
    expect(await ok(get(draft.id))).toEqual({ ...answer, warnings: undefined });
  });

  test('again for the same time changes nothing', async () => {
    const { id } = await create();
    const at = tomorrow();
    const { version, updated_ts } = await ok(schedule(id, at));
    expect(await ok(schedule(id, at))).toMatchObject({ version, updated_ts, warnings: [] });
    const { body } = await service.get(`/api/1.3/posts/${id}/revisions`).expect(200);
    expect(body).toHaveLength(version);
  });

  test('again sets the new time, also an earlier one', async () => {
    const { id, version } = await scheduled();
    for (const [index, at] of [tomorrow(7 * DAY_S), tomorrow(-DAY_S / 2), tomorrow()].entries()) {
      const answer = await ok(schedule(id, at));
      expect(answer).toMatchObject({ scheduled_at: at, version: version + index + 1 });
      expect(answer.publication).toEqual({ attempts: 0, last_error: null, next_attempt_at: at });
    }
  });

  test('takes the time as a numeric string, too', async () => {
    const { id } = await create();
    const at = tomorrow();
    expect(await ok(schedule(id, String(at)))).toMatchObject({ scheduled_at: at });
  });

  test.each<[string, () => unknown, RegExp]>([
    ['now', () => now(), /future/],
    ['a second ago', () => now() - 1, /future/],
    ['0', () => 0, /future/],
    ['a negative number', () => -5, /future/],
    ['milliseconds', () => tomorrow() * 1000, /millisecond/],
    ['a fraction', () => tomorrow() + 0.5, /integer/],
    ['a text', () => 'tomorrow', /integer/],
    ['an empty string', () => '', /integer/],
    ['a list', () => [tomorrow()], /integer/],
    ['true', () => true, /integer/],
    ['null', () => null, /null/],
    ['nothing', () => undefined, /required/],
  ])('for %s is refused and says why', async (_name, at, message) => {
    const draft = await create();
    const later = await scheduled();
    for (const { id } of [draft, later]) {
      const { body } = await service.put(`${DOOR}/${id}`, { scheduled_at: at() });
      const errors = [{ field: 'scheduled_at', message: expect.stringMatching(message) as unknown }];
      expect(body).toMatchObject({ status: 400, errors });
    }
    expect((await service.get(`/api/1.3/drafts/${draft.id}`)).body).toMatchObject({ status: DRAFT });
    expect(await ok(get(later.id))).toEqual(later);
  });

  test('keeps what an article was before: one that was published and taken back can be scheduled', async () => {
    const { body } = await service.post('/api/1.3/posts', { headline: 'Was seen' }).expect(200);
    const post = body as Scheduled;
    await edit(post.id, { action: 'unpublish' }, 'posts').expect(200);
    const { created_ts, last_published_ts, slug } = post;
    expect(await ok(schedule(post.id))).toMatchObject({
      status: SCHEDULED,
      created_ts,
      last_published_ts,
      slug,
    });
  });
});

test.each<[State, number, number, number]>([
  ['draft', 404, 200, 404],
  ['published', 404, 409, 404],
  ['removed', 404, 404, 404],
  ['removed while scheduled', 404, 404, 404],
  ['unknown', 404, 404, 404],
])('%s: GET answers %i, PUT %i, DELETE %i', async (state, ...statuses) => {
  const calls = [get, (id: number) => schedule(id), unschedule];
  for (const [index, call] of calls.entries()) {
    const { status, body } = await call(await articleIn(state));
    expect(status).toBe(statuses[index]);
    if (status !== 200) expect(body).toMatchObject({ status, code: expect.any(String) });
  }
});

describe('unscheduling', () => {
  test('makes a draft again of a scheduled post, and works once', async () => {
    const { id, version, ...post } = await scheduled({ tags: ['kept'] });
    const answer = await ok(unschedule(id));
    expect(answer).toMatchObject({ id, status: DRAFT, scheduled_at: null, version: version + 1 });
    expect(answer).toMatchObject({ headline: post.headline, tags: ['kept'], draft_url: post.draft_url });
    expect(answer).toMatchObject({ publication: NO_PUBLICATION, warnings: [] });
    await get(id).expect(404);
    await unschedule(id).expect(404);
    await ok(schedule(id));
  });
});

describe('a scheduled post', () => {
  test('is behind the doors of posts and drafts by its id, and in none of their lists', async () => {
    const section = { title: 'Later', url: 'later', status: 2 };
    const { body } = await service.post('/api/1.3/sections', section).expect(200);
    const fields = { headline: 'Zebrafinch', tags: ['finch'], sections: [0, body.id] };
    const { id } = await scheduled(fields);
    for (const door of ['posts', 'drafts']) {
      expect(await ok(service.get(`/api/1.3/${door}/${id}`))).toMatchObject({ id, status: SCHEDULED });
    }
    const lists = ['posts?limit=100', 'drafts?limit=30', 'drafts?limit=30&removed=1', 'posts/page_views'];
    const found = [
      'posts/search?phrase=zebrafinch',
      'posts/tag?tag=finch',
      'posts/section?section_name=later',
    ];
    for (const list of [...lists, ...found, 'posts/frontpage', 'posts?order_by=popularity']) {
      expect([list, await idsOf(service.get(`/api/1.3/${list}`))]).toEqual([
        list,
        expect.not.arrayContaining([id]),
      ]);
    }
    expect(await idsOf(service.get(DOOR))).toContain(id);
  });

  test('keeps its schedule when it is edited, through either door', async () => {
    const { id, scheduled_at, publication } = await scheduled();
    for (const door of ['drafts', 'posts']) {
      const headline = `Edited through ${door}`;
      await edit(id, { headline }, door).expect(200);
      const answer = await ok(get(id));
      expect(answer).toMatchObject({ status: SCHEDULED, scheduled_at, publication, headline });
      await edit(id, answer, door).expect(200);
      expect(await ok(get(id))).toMatchObject({ status: SCHEDULED, scheduled_at, publication });
    }
  });

  test.each(['drafts', 'posts'])('that is published by hand through %s has no schedule', async (door) => {
    const { id, created_ts } = await scheduled();
    const { body } = await edit(id, { action: 'publish' }, door).expect(200);
    expect(body).toMatchObject({ status: PUBLISHED, scheduled_at: null });
    expect(body.created_ts - created_ts).toBeLessThan(10);
    await get(id).expect(404);
    expect(await idsOf(service.get(DOOR))).not.toContain(id);
    await edit(id, { action: 'unpublish' }, door).expect(200);
    await get(id).expect(404);
  });

  test.each(['drafts', 'posts'])('is not unpublished through %s, and keeps its schedule', async (door) => {
    const { id, scheduled_at } = await scheduled();
    expect((await edit(id, { action: 'unpublish' }, door).expect(409)).body.code).toBe('scheduled');
    expect((await get(id).expect(200)).body.scheduled_at).toBe(scheduled_at);
  });

  test('that is removed has no schedule, also when it is restored', async () => {
    const { id } = await scheduled();
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
    expect(await idsOf(service.get(DOOR))).not.toContain(id);
    const { body } = await edit(id, { action: 'restore' }).expect(200);
    expect(body).toMatchObject({ status: DRAFT, scheduled_at: null });
    await get(id).expect(404);
  });
});

describe('the list of scheduled posts', () => {
  test('holds all of them, most recently created first, as GET shows them', async () => {
    const made: Scheduled[] = [];
    for (let count = 0; count < 12; count++) made.push(await scheduled());
    // The order is that of creation, not that of the schedule.
    await ok(schedule(made[0]?.id ?? 0, tomorrow(-3600)));
    const { body } = await service.get(DOOR).expect(200);
    const list = body as Scheduled[];
    const ids = list.map(({ id }) => id);
    expect(ids.slice(0, 12)).toEqual(made.map(({ id }) => id).reverse());
    for (const post of list) expect(post).toEqual(await ok(get(post.id)));
    for (const [offset, limit] of [
      [0, 5],
      [5, 5],
      [2, 1000],
      [10_000, 5],
    ] as const) {
      const page = await idsOf(service.get(`${DOOR}?offset=${offset}&limit=${limit}`));
      expect(page).toEqual(ids.slice(offset, offset + limit));
    }
  });

  test.each(['offset=-1', 'limit=-1', 'limit=x'])('refuses %s', async (query) => {
    await service.get(`${DOOR}?${query}`).expect(400);
  });
});

describe('rights', () => {
  test.each([
    ['Administrator', 200, 200],
    ['Editor', 200, 200],
    ['Guest Editor', 200, 403],
    ['Developer', 200, 403],
    ['Guest Writer', 404, 403],
    ['Community User', 404, 403],
    ['Guest Developer', 403, 403],
    ['Reader', 403, 403],
  ])('%s: reads the post of another with %i, schedules with %i', async (role, reads, schedules) => {
    const { client } = await service.createAuthorWithKey(role);
    const [draft, post] = [await create(), await scheduled()];
    expect((await get(post.id, client)).status).toBe(reads);
    const listed = await client.get(DOOR);
    expect(listed.status).toBe(reads === 403 ? 403 : 200);
    if (reads !== 403) {
      expect((listed.body as Scheduled[]).some(({ id }) => id === post.id)).toBe(reads === 200);
    }
    expect((await schedule(draft.id, tomorrow(), client)).status).toBe(schedules);
    expect((await schedule(post.id, tomorrow(60), client)).status).toBe(schedules);
    expect((await unschedule(post.id, client)).status).toBe(schedules);
    expect((await service.get(`/api/1.3/drafts/${post.id}`)).body.status).toBe(
      schedules === 200 ? DRAFT : SCHEDULED,
    );
  });

  test('a Guest Writer sees own scheduled posts only, and cannot change them any more', async () => {
    const { client } = await service.createAuthorWithKey('Guest Writer');
    const own = await scheduled({}, client);
    await scheduled();
    expect(await idsOf(client.get(DOOR))).toEqual([own.id]);
    expect(await ok(get(own.id, client))).toEqual(own);
    await client.put(`/api/1.3/drafts/${own.id}`, { headline: 'Changed' }).expect(403);
    await client.delete(`/api/1.3/drafts/${own.id}`).expect(403);
    await schedule(own.id, tomorrow(), client).expect(403);
    await unschedule(own.id, client).expect(403);
  });

  test('nobody passes without a key', async () => {
    const { id } = await scheduled();
    const anonymous = service.as(null);
    for (const call of [get(id, anonymous), schedule(id, tomorrow(), anonymous), unschedule(id, anonymous)]) {
      await call.expect(401);
    }
    await anonymous.get(DOOR).expect(401);
  });
});
