import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { Test } from 'supertest';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ArticleSearch } from '../../src/modules/articles/listing/article-search.js';
import { ArticleScheduleService } from '../../src/modules/articles/scheduling/article-schedule.service.js';
import type { ScheduledPostResponse } from '../../src/modules/scheduled-posts/http/scheduled-posts.dto.js';
import { Environment } from '../../src/platform/config/environment.js';
import { Database, placeholders } from '../../src/platform/database/database.js';
import { ArticleStatus } from '../../src/modules/articles/domain/article-record.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { killLeftovers, PROCESS_KEY, type ServiceProcess, startProcess } from '../support/process.js';
import { type Service, startService } from '../support/service.js';

type Scheduled = Pick<ScheduledPostResponse, keyof ScheduledPostResponse>;

const DOOR = '/api/1.3/scheduled_posts';
const { Scheduled: SCHEDULED, Published: PUBLISHED } = ArticleStatus;

const databases: TestDatabase[] = [];
const services: Service[] = [];
let service: Service;
beforeAll(async () => {
  service = await start();
});
afterAll(async () => {
  killLeftovers();
  for (const each of services) await each.stop();
  for (const each of databases) await each.drop();
});
beforeEach(() => {
  letAllPublish(false);
});

async function newDatabase(): Promise<TestDatabase> {
  const database = await createMigratedDatabase();
  databases.push(database);
  return database;
}

async function start(shared?: TestDatabase): Promise<Service> {
  const started = await startService({ database: shared ?? (await newDatabase()) });
  services.push(started);
  return started;
}

/** Without a cron job, only `look` publishes, so that the test knows when. */
function letAllPublish(isOn: boolean): void {
  for (const { app } of services) app.get(Environment).SCHEDULER = isOn ? 'on' : 'off';
}

const look = ({ app }: Service = service) => app.get(ArticleScheduleService).publishDue();
const now = () => Math.floor(Date.now() / 1000);
const sleepUntil = (seconds: number) => delay(Math.max(0, seconds * 1000 - Date.now()));

async function ok(call: Test): Promise<Scheduled> {
  const { status, body } = await call;
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body;
}

const read = (id: number) => ok(service.get(`/api/1.3/posts/${id}`));
const get = (id: number) => service.get(`${DOOR}/${id}`);
const reschedule = (id: number, at: number) => ok(service.put(`${DOOR}/${id}`, { scheduled_at: at }));

async function scheduled(fields: object = {}, at = now() + 3600): Promise<Scheduled> {
  const { id } = await ok(service.post('/api/1.3/drafts', { headline: 'A headline', ...fields }));
  return reschedule(id, at);
}

async function idsOf(path: string): Promise<number[]> {
  const { body } = await service.get(path).expect(200);
  return (body as Scheduled[]).map(({ id }) => id);
}

/** @returns the time that they had been scheduled for */
async function makeDue(...ids: number[]): Promise<number> {
  const past = now() - 600;
  const sql = `UPDATE articles SET scheduled_at = ?, publish_due_ts = ? WHERE id IN (${placeholders(ids)})`;
  const { app } = service;
  await app.get<UnitOfWork>(UnitOfWork).run(() => app.get(Database).execute(sql, [past, past, ...ids]));
  return past;
}

const rows = (...ids: number[]) =>
  service.app
    .get(Database)
    .rows<{ id: number; status: ArticleStatus; version: number }>(
      `SELECT id, status, version FROM articles WHERE id IN (${placeholders(ids)}) ORDER BY id`,
      ids,
    );

const statuses = async (...ids: number[]) => (await rows(...ids)).map(({ status }) => status);

async function untilPublished(...ids: number[]): Promise<void> {
  const isDone = async () => (await statuses(...ids)).every((status) => status === PUBLISHED);
  for (let pauses = 0; pauses < 300 && !(await isDone()); pauses++) await delay(50);
  expect(await statuses(...ids)).toEqual(ids.map(() => PUBLISHED));
}

describe('at its time', () => {
  test('a scheduled post is published, dated by its schedule, and found', async () => {
    letAllPublish(true);
    const section = { title: 'News', url: 'news', status: 2 };
    const { body } = await service.post('/api/1.3/sections', section).expect(200);
    const fields = { headline: 'Kingfisher seen', tags: ['birds'], sections: [0, body.id] };
    const before = await scheduled(fields, now() + 3);
    const at = before.scheduled_at ?? 0;
    await untilPublished(before.id);
    expect(Date.now() / 1000).toBeGreaterThanOrEqual(at);

    const post = await read(before.id);
    const { last_published_ts, updated_ts, version } = post;
    expect(last_published_ts).toBeGreaterThanOrEqual(at);
    expect(last_published_ts).toBeLessThanOrEqual(now());
    expect(version).toBe(before.version + 1);
    const changed = { status: PUBLISHED, version, created_ts: at, updated_ts, last_published_ts };
    const hidden = { scheduled_at: null, publication: undefined, draft_url: undefined, warnings: undefined };
    expect(post).toEqual({ ...before, ...changed, ...hidden });
    await get(post.id).expect(404);
    expect(await idsOf(DOOR)).not.toContain(post.id);
    const lists = ['posts', 'posts/frontpage', 'posts/search?phrase=kingfisher', 'posts/tag?tag=birds'];
    for (const list of [...lists, 'posts/section?section_name=news', 'posts/page_views']) {
      expect([list, await idsOf(`/api/1.3/${list}`)]).toEqual([list, expect.arrayContaining([post.id])]);
    }
  });

  test.each([
    ['that was sent', { created_ts: 951_782_400 }, 951_782_400],
    ['that was sent and is in the future', { created_ts: 4_102_444_800 }, 4_102_444_800],
    ['of its schedule, where none was sent,', {}, null],
  ])('the publication time %s is the one of the post', async (_name, fields, created) => {
    const { id } = await scheduled(fields);
    const at = await makeDue(id);
    await look();
    expect(await read(id)).toMatchObject({ status: PUBLISHED, created_ts: created ?? at });
  });

  test('an article that had been public before keeps its publication time', async () => {
    const { body } = await service.post('/api/1.3/posts', { headline: 'Was seen' }).expect(200);
    const { id, created_ts } = body as Scheduled;
    await service.put(`/api/1.3/posts/${id}`, { action: 'unpublish' }).expect(200);
    await reschedule(id, now() + 3600);
    await makeDue(id);
    await look();
    const post = await read(id);
    expect(post).toMatchObject({ status: PUBLISHED, created_ts });
    expect(post.last_published_ts).toBeGreaterThanOrEqual(created_ts);
  });

  test('what was scheduled anew a second before does not go off at the old time', async () => {
    letAllPublish(true);
    const at = now() + 3;
    const posts = await Promise.all(Array.from({ length: 5 }, () => scheduled({}, at)));
    const ids = posts.map(({ id }) => id);
    await sleepUntil(at - 1);
    await Promise.all(ids.map((id) => reschedule(id, at + 5)));
    await sleepUntil(at + 2);
    expect(await statuses(...ids)).toEqual(ids.map(() => SCHEDULED));
    await untilPublished(...ids);
    for (const id of ids) expect(await read(id)).toMatchObject({ created_ts: at + 5, version: 4 });
  });

  test('what is unscheduled or removed is not published', async () => {
    const [draft, removed] = [await scheduled(), await scheduled()];
    await makeDue(draft.id, removed.id);
    await service.delete(`${DOOR}/${draft.id}`).expect(200);
    await service.delete(`/api/1.3/drafts/${removed.id}`).expect(200);
    expect(await look()).toEqual({ published: 0, failed: 0 });
    expect(await statuses(draft.id, removed.id)).toEqual([1, 3]);
  });
});

test('what became due while no service looked is published by the next that does, by its own time', async () => {
  const database = await newDatabase();
  const call = async (to: ServiceProcess, method: string, path: string, body?: object) => {
    const headers = { 'x-rmauth': PROCESS_KEY, 'content-type': 'application/json' };
    const request = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    return (await (await fetch(to.url + path, request)).json()) as Scheduled;
  };
  const idle = await startProcess(database, { SCHEDULER: 'off' });
  const { id } = await call(idle, 'POST', '/api/1.3/drafts', { headline: 'Overdue' });
  const at = now() + 3;
  await call(idle, 'PUT', `${DOOR}/${id}`, { scheduled_at: at });
  await sleepUntil(at + 1.8);
  expect(await call(idle, 'GET', `${DOOR}/${id}`)).toMatchObject({ id, status: SCHEDULED });
  expect(await idle.end('SIGTERM')).toBe(0);

  const awake = await startProcess(database);
  const read = () => call(awake, 'GET', `/api/1.3/posts/${id}`);
  for (let pauses = 0; pauses < 100 && (await read()).status !== PUBLISHED; pauses++) await delay(50);
  const post = await read();
  expect(post).toMatchObject({ status: PUBLISHED, created_ts: at });
  expect(post.last_published_ts).toBeGreaterThan(at + 1);
  expect(await awake.end('SIGTERM')).toBe(0);
});

test('two services publish a hundred due posts exactly once each', async () => {
  const other = await start(service.database);
  letAllPublish(false);
  const posts: Scheduled[] = [];
  while (posts.length < 100)
    posts.push(...(await Promise.all(Array.from({ length: 10 }, () => scheduled()))));
  const ids = posts.map(({ id }) => id).sort((one, another) => one - another);
  await makeDue(...ids);
  const looks = await Promise.all([look(), look(other), look(), look(other)]);
  expect(looks.map(({ failed }) => failed)).toEqual([0, 0, 0, 0]);
  expect(looks.reduce((sum, { published }) => sum + published, 0)).toBe(100);
  const published = { status: PUBLISHED, version: 3 };
  expect(await rows(...ids)).toEqual(ids.map((id) => ({ id, ...published })));
  expect(await idsOf(DOOR)).toEqual(expect.not.arrayContaining(ids));
});

test('a service that is told to stop finishes what it has begun, and leaves the rest to others', async () => {
  const posts = await Promise.all(Array.from({ length: 60 }, () => scheduled()));
  const ids = posts.map(({ id }) => id);
  const stopping = await startService({ database: service.database });
  const search = stopping.app.get<ArticleSearch>(ArticleSearch);
  const begun = new Promise<void>((begin) => {
    jest.spyOn(search, 'put').mockImplementation(async () => {
      begin();
      await delay(20);
    });
  });
  await makeDue(...ids);
  await begun;
  await stopping.stop();
  const published = (await statuses(...ids)).filter((status) => status === PUBLISHED);
  expect(published.length).toBeGreaterThan(0);
  expect(published.length).toBeLessThan(60);
  await look();
  await untilPublished(...ids);
});
