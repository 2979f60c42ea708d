import { Injectable, Module } from '@nestjs/common';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { ArticleScheduleService } from '../../src/modules/articles/scheduling/article-schedule.service.js';
import { SectionRemovals } from '../../src/modules/articles/placement/section-removals.js';
import type { CommittedEvent } from '../../src/modules/changes/events/committed-event.js';
import { EventConsumers } from '../../src/modules/changes/events/event-consumers.js';
import { EventConsumersRepository } from '../../src/modules/changes/events/event-consumers.repository.js';
import { EventDelivery } from '../../src/modules/changes/events/event-delivery.js';
import { EventStore } from '../../src/modules/changes/events/event-store.js';
import { OnCommitted } from '../../src/modules/changes/events/on-committed.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ChangeLog } from '../../src/modules/changes/change-log.js';
import { Database } from '../../src/platform/database/database.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

/** Events that the consumers were given, in this order. */
const given: { readonly consumer: string; readonly event: CommittedEvent; readonly turn?: number }[] = [];
/** Turns of the event loop in which the mirror was given an event. */
let turns = 0;
/** Articles whose events cannot be handled. */
const refused = new Set<number>();

@Injectable()
class Mirror {
  @OnCommitted({ name: 'acme.mirror', resources: ['article'] })
  mirror(event: CommittedEvent): Promise<void> {
    given.push({ consumer: 'mirror', event, turn: turns });
    setImmediate(() => (turns += 1));
    return refused.has(event.resourceId)
      ? Promise.reject(new Error('The mirror is away.'))
      : Promise.resolve();
  }

  @OnCommitted({
    name: 'acme.log',
    resources: ['section', 'author', 'badge', 'image', 'document', 'like', 'follow'],
  })
  log(event: CommittedEvent): Promise<void> {
    given.push({ consumer: 'log', event });
    return Promise.resolve();
  }
}

@Module({ providers: [Mirror] })
class MirrorModule {}

const probe = createTestDatabase();
// On SQLite one transaction writes at a time, so none commits late.
const onServer = probe.isSqlite ? test.skip : test;
afterAll(() => probe.drop());

let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: { articles: { permalink: '/{section}/{basename}' } },
    extension: { modules: [MirrorModule] },
  });
});
afterAll(() => service.stop());

const told = (resource: string, id: number) =>
  given
    .filter(({ event }) => event.resource === resource && event.resourceId === id)
    .map(({ event: { verb, version, fields, authorId } }) =>
      [
        verb,
        version,
        fields
          .filter((field) => field !== 'created_ts')
          .sort()
          .join(),
        authorId,
      ]
        .map(String)
        .join(' '),
    );
const deliver = () => service.app.get(EventConsumers).deliver();
const eventuallyTold = async (resource: string, id: number, count: number) => {
  await eventually(() => deliver().then(() => told(resource, id).length >= count), true);
  return told(resource, id);
};
const createPost = async (body: object = {}) =>
  (
    (await service.post('/api/1.3/posts', { headline: 'A bridge', ...body }).expect(200)).body as {
      id: number;
    }
  ).id;
const createSection = async (title: string) => {
  const section = { title, url: title.toLowerCase().replace(/\W+/g, '-'), status: 2 };
  return ((await service.post('/api/1.3/sections', section).expect(200)).body as { id: number }).id;
};
const execute = (sql: string, parameters: (string | number)[] = []) =>
  service.app.get(UnitOfWork).run(() => service.app.get(Database).execute(sql, parameters));

test('requests have a turn of the event loop between two events', async () => {
  const ids = await Promise.all(Array.from({ length: 5 }, () => createPost()));
  for (const id of ids) expect(await eventuallyTold('article', id, 1)).toHaveLength(1);
  const used = given.flatMap(({ turn }) => turn ?? []);
  expect(new Set(used).size).toBe(used.length);
});

test('every saved version of an article is told, by whichever door, in its order', async () => {
  const { body } = await service.post('/api/1.3/drafts', { headline: 'Tides' }).expect(200);
  const { id } = body as { id: number };
  await service.put(`/api/1.3/drafts/${id}`, { headline: 'High tides' }).expect(200);
  const at = Math.floor(Date.now() / 1000) + 3600;
  await service.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: at }).expect(200);
  await execute('UPDATE articles SET scheduled_at = 1, publish_due_ts = 1 WHERE id = ?', [id]);
  await service.app.get(ArticleScheduleService).publishDue();
  await service.put(`/api/1.3/posts/${id}`, { action: 'unpublish' }).expect(200);
  await service.delete(`/api/1.3/drafts/${id}`).expect(200);
  expect(await eventuallyTold('article', id, 6)).toEqual([
    'create 1  1',
    'edit 2 headline,post_url 1',
    'schedule 3 scheduled_at,status 1',
    'publish 4 scheduled_at,status null',
    'unpublish 5 status 1',
    'remove 6 status 1',
  ]);
});

test('what is rolled back is not told', async () => {
  const id = await createPost();
  const failing = service.app.get(UnitOfWork).run(async () => {
    await service.app.get(ChangeLog).note('article', { id, verb: 'edit', version: 2, fields: ['headline'] });
    throw new Error('Taken back.');
  });
  await expect(failing).rejects.toThrow('Taken back.');
  await service.put(`/api/1.3/posts/${id}`, { subheadline: 'It is open' }).expect(200);
  expect(await eventuallyTold('article', id, 2)).toEqual(['create 1  1', 'edit 2 subheadline 1']);
});

test('posts that leave a removed section have another version each, and are told', async () => {
  const [from, to] = [await createSection('Old town'), await createSection('New town')];
  const ids = [await createPost({ sections: [from] }), await createPost({ sections: [from] })];
  await service.delete(`/api/1.3/sections/${from}?destination_section_id=${to}`).expect(200);
  await service.app.get(SectionRemovals).catchUp();
  for (const id of ids) {
    const events = await eventuallyTold('article', id, 2);
    expect(events).toContain('edit 2 sections 1');
    const { body } = await service.get(`/api/1.3/posts/${id}`).expect(200);
    expect((body as { version: number }).version).toBeGreaterThan(1);
  }
});

test('sections, likes and follows are told', async () => {
  const section = await createSection('Letters');
  await service.put(`/api/1.3/sections/${section}`, { title: 'Readers’ letters' }).expect(200);
  const id = await createPost();
  const reader = await service.createAuthorWithKey('Guest Writer');
  const likes = `/api/1.3/posts/${id}/likes`;
  for (let times = 0; times < 2; times++) await service.post(likes, { author_id: reader.id }).expect(200);
  for (let times = 0; times < 2; times++) await service.delete(`${likes}/${reader.id}`).expect(200);
  const follow = `/api/1.3/follows/${reader.id}/section/${section}`;
  for (let times = 0; times < 2; times++) await reader.client.put(follow).expect(200);
  for (let times = 0; times < 2; times++) await reader.client.delete(follow).expect(200);
  await service.delete(`/api/1.3/sections/${section}`).expect(200);
  const byReader = [`create null  ${reader.id}`, `delete null  ${reader.id}`];
  expect(await eventuallyTold('like', id, 2)).toEqual(byReader);
  expect(await eventuallyTold('follow', section, 2)).toEqual(byReader);
  expect(await eventuallyTold('author', reader.id, 1)).toEqual(['create 1  1']);
  expect(await eventuallyTold('section', section, 3)).toEqual([
    'create 1  1',
    'edit 2 title 1',
    'delete 3  1',
  ]);
});

test('an event that fails is tried again before the next of its article, and holds up no other', async () => {
  const [id, another] = [await createPost(), await createPost()];
  await eventuallyTold('article', another, 1);
  refused.add(id);
  await service.put(`/api/1.3/posts/${id}`, { subheadline: 'Second' }).expect(200);
  await service.put(`/api/1.3/posts/${id}`, { subheadline: 'Third' }).expect(200);
  await service.put(`/api/1.3/posts/${another}`, { subheadline: 'Second' }).expect(200);
  await eventuallyTold('article', another, 2);
  expect(told('article', id).map((event) => event.split(' ')[1])).toEqual(['1', '2']);
  const { text } = await service.get('/metrics').expect(200);
  expect(text).toContain('event_retries{consumer="acme.mirror"} 1');
  refused.clear();
  await execute('UPDATE event_retries SET due_ts = 0');
  await eventuallyTold('article', id, 4);
  expect(told('article', id).map((event) => event.split(' ')[1])).toEqual(['1', '2', '2', '3']);
  await service.put(`/api/1.3/posts/${id}`, { subheadline: 'Fourth' }).expect(200);
  expect((await eventuallyTold('article', id, 5)).length).toBe(5);
});

onServer('events that are committed late are not missed by those who have read later ones', async () => {
  const events = service.app.get(EventStore);
  const unitOfWork = service.app.get(UnitOfWork);
  const log = service.app.get(ChangeLog);
  const [early, late] = [await createPost(), await createPost()];
  let commit: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let isWritten: () => void = () => undefined;
  const written = new Promise<void>((resolve) => {
    isWritten = resolve;
  });
  const open = unitOfWork.run(async () => {
    await log.note('article', { id: early, verb: 'edit', version: 2, fields: ['headline'] });
    // A deferred statement is sent with the next one.
    await service.app.get(Database).rows('SELECT 1');
    isWritten();
    await held;
  });
  await written;
  await unitOfWork.run(() =>
    log.note('article', { id: late, verb: 'edit', version: 2, fields: ['headline'] }),
  );
  expect((await eventuallyTold('article', late, 2)).at(-1)).toBe('edit 2 headline null');
  commit();
  await open;
  expect((await eventuallyTold('article', early, 2)).at(-1)).toBe('edit 2 headline null');
  const places = (await events.after(0, 500)).map(({ position }) => position);
  expect(places).toEqual(places.map((_place, index) => (places[0] ?? 0) + index));
});

test('a consumer that is new begins with what comes from then on', async () => {
  const id = await createPost();
  await eventuallyTold('article', id, 1);
  const fresh: number[] = [];
  @Injectable()
  class Fresh {
    @OnCommitted({ name: 'acme.fresh', resources: ['article'] })
    take(event: CommittedEvent): Promise<void> {
      fresh.push(event.resourceId);
      return Promise.resolve();
    }
  }
  @Module({ providers: [Fresh] })
  class FreshModule {}
  const other = await startService({ extension: { modules: [FreshModule] }, database: service.database });
  const next = await createPost();
  await eventually(() => fresh.length, 1);
  expect(fresh).toEqual([next]);
  await other.stop();
});

test('two instances give each event to a consumer once', async () => {
  const other = await startService({ extension: { modules: [MirrorModule] }, database: service.database });
  const ids = [];
  for (let count = 0; count < 10; count++) ids.push(await createPost());
  for (const id of ids) expect(await eventuallyTold('article', id, 1)).toHaveLength(1);
  await other.stop();
});

test('an instance that has lost a consumer does not set it back', async () => {
  const delivery = service.app.get(EventDelivery);
  const progress = service.app.get<EventConsumersRepository>(EventConsumersRepository);
  const name = 'acme.slow';
  await progress.add([name]);
  const first = await progress.positionOf(name);
  await eventuallyTold('article', await createPost(), 1);
  const begun = Promise.withResolvers<undefined>();
  const lost = new AbortController();
  const handle = () => {
    begun.resolve(undefined);
    return new Promise<never>(() => undefined);
  };
  const slow = delivery.deliver({ name, resources: ['article'], handle }, lost.signal);
  await begun.promise;
  const other = { name, resources: ['article'] as const, handle: () => Promise.resolve() };
  await delivery.deliver(other, new AbortController().signal);
  const position = await progress.positionOf(name);
  expect(position).toBeGreaterThan(first);
  lost.abort();
  await slow;
  expect(await progress.positionOf(name)).toBe(position);
});

test('events are forgotten after their time, but none that a consumer has not handled', async () => {
  const events = service.app.get(EventStore);
  const { names } = service.app.get(EventConsumers);
  const id = await createPost();
  await eventuallyTold('article', id, 1);
  refused.add(id);
  await service.put(`/api/1.3/posts/${id}`, { subheadline: 'Refused' }).expect(200);
  await eventuallyTold('article', id, 2);
  await createPost();
  const later = Math.floor(Date.now() / 1000) + 3600;
  const left = async () => (await events.after(0, 500)).map((event) => event.resourceId);
  expect(await events.forget(later, names, 500)).toBeGreaterThan(0);
  expect((await left())[0]).toBe(id);
  refused.clear();
  await execute('UPDATE event_retries SET due_ts = 0');
  await eventuallyTold('article', id, 3);
  await eventually(
    () =>
      events
        .forget(later, names, 500)
        .then(left)
        .then((ids) => ids.length),
    0,
  );
  expect(await left()).toEqual([]);
});
