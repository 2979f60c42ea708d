import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ArticleListsService } from '../../src/modules/articles/listing/article-lists.service.js';
import { ChangeLog } from '../../src/modules/changes/change-log.js';
import { EventStore } from '../../src/modules/changes/events/event-store.js';
import { type Service, startService } from '../support/service.js';
import { eventually } from '../support/eventually.js';

/** Longer than another instance's changes may be unknown. */
const DELAY_MS = 600;
/** Events without places that a mark counts. */
const MAX_MARKED = 1000;
const LIKED = { verb: 'create', version: null, fields: [] } as const;

let one: Service;
let other: Service;
let events: EventStore;
let sectionId: number;
beforeAll(async () => {
  // Places are given to events by the tests alone.
  const environment = { SCHEDULER: 'off' };
  one = await startService({ environment });
  other = await startService({ environment, database: one.database });
  events = one.app.get<EventStore>(EventStore);
  const { body } = await one.post('/api/1.3/sections', { title: 'News', url: 'news', status: 2 }).expect(200);
  sectionId = (body as { id: number }).id;
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(async () => {
  await other.stop();
  await one.stop();
});

/** @returns its path */
async function publish(service: Service, headline: string): Promise<string> {
  const post = { headline, body: '<p>Text</p>', sections: [sectionId] };
  const { body } = await service.post('/api/1.3/posts', post).expect(200);
  return `/${(body as { slug: string }).slug}`;
}

const pageOf = async (service: Service, path: string): Promise<string> =>
  (await service.as(null).get(path).expect(200)).text;

test('the newest posts of a section are read again only after a change', async () => {
  const paths = [await publish(one, 'First'), await publish(one, 'Second'), await publish(one, 'Third')];
  const lists = jest.spyOn(one.app.get(ArticleListsService), 'posts');
  for (const path of paths) {
    const others = ['First', 'Second', 'Third'].filter((_, index) => paths[index] !== path);
    const html = await pageOf(one, path);
    for (const headline of others) expect(html).toContain(headline);
    await sleep(DELAY_MS);
  }
  expect(lists).toHaveBeenCalledTimes(1);
  await publish(other, 'Fourth');
  await sleep(DELAY_MS);
  await pageOf(one, paths[0] ?? '');
  expect(lists).toHaveBeenCalledTimes(2);
});

test('posts that another instance publishes, changes and removes are seen', async () => {
  const path = await publish(one, 'Reader');
  await pageOf(one, path);
  const shows = async (headline: string) => (await pageOf(one, path)).includes(headline);
  const { body } = await other
    .post('/api/1.3/posts', { headline: 'Fresh elsewhere', body: '<p>Text</p>', sections: [sectionId] })
    .expect(200);
  const { id } = body as { id: number };
  expect(await eventually(() => shows('Fresh elsewhere'), true)).toBe(true);
  await other.put(`/api/1.3/posts/${id}`, { headline: 'Renamed elsewhere' }).expect(200);
  expect(await eventually(() => shows('Renamed elsewhere'), true)).toBe(true);
  await other.delete(`/api/1.3/posts/${id}`).expect(200);
  expect(await eventually(() => shows('Renamed elsewhere'), false)).toBe(false);
});

test('a mark is another one after each commit and each place, and the same while there are none', async () => {
  const marks = [await events.mark()];
  const another = async () => {
    marks.push(await events.mark());
    expect(await events.mark()).toBe(marks.at(-1));
    expect(new Set(marks).size).toBe(marks.length);
  };
  await like(1);
  await another();
  await like(2);
  await another();
  while ((await events.place(1)) > 0) await another();
  await like(1);
  await another();
  expect(marks).not.toContain(null);
});

test('where too many events wait for their places to be counted, there is no mark, and changes are seen', async () => {
  await like(MAX_MARKED + 1);
  expect(await events.mark()).toBeNull();
  const path = await publish(one, 'Reader of many');
  await pageOf(other, path);
  await publish(one, 'Latest of many');
  const isShown = async () => (await pageOf(other, path)).includes('Latest of many');
  expect(await eventually(isShown, true)).toBe(true);
});

/** Commits events. */
async function like(count: number): Promise<void> {
  const log = one.app.get<ChangeLog>(ChangeLog);
  const likes = Array.from({ length: count }, (_, id) => ({ id, ...LIKED }));
  await one.app.get<UnitOfWork>(UnitOfWork).run(() => log.note('like', ...likes));
}
