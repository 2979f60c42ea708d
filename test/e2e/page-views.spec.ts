import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { PageViewStore } from '../../src/modules/page-views/domain/page-view-store.js';
import { Database } from '../../src/platform/database/database.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { killLeftovers, PROCESS_KEY, startProcess } from '../support/process.js';
import { type Client, type Service, startService } from '../support/service.js';

const databases: TestDatabase[] = [];
let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await newDatabase();
  service = await startService({ database });
});
afterAll(async () => {
  killLeftovers();
  await service.stop();
  for (const each of databases) await each.drop();
});
afterEach(() => {
  jest.restoreAllMocks();
});

async function newDatabase(): Promise<TestDatabase> {
  const created = await createMigratedDatabase();
  databases.push(created);
  return created;
}

const now = () => Math.floor(Date.now() / 1000);

async function create(door = 'posts', fields: object = {}): Promise<number> {
  const { body } = await service.post(`/api/1.3/${door}`, { headline: 'Viewed', ...fields }).expect(200);
  return (body as Post).id;
}

const view = (id: number, fields: object = {}, client: Client = service) =>
  client.post(`/api/1.3/posts/${id}/page_views`, fields);

async function viewsOf(id: number): Promise<number> {
  const { body } = await service.get(`/api/1.3/posts/${id}`).expect(200);
  return (body as Post).stats.page_views_count;
}

/** Waits for so many views: two seconds in all, in pauses, unless told otherwise. */
async function untilViews(id: number, views: number, timeoutMs = 2000): Promise<void> {
  for (let waited = 0; waited < timeoutMs && (await viewsOf(id)) < views; waited += 20) await delay(20);
  expect(await viewsOf(id)).toBe(views);
}

describe('counting', () => {
  test('answers {}, and is seen within two seconds', async () => {
    const id = await create();
    expect(await viewsOf(id)).toBe(0);
    const { body } = await view(id).expect(200);
    expect(body).toEqual({});
    await untilViews(id, 1);
    await view(id, { count: 41 }).expect(200);
    await untilViews(id, 42);
    const { body: posts } = await service.get('/api/1.3/posts?limit=100').expect(200);
    expect((posts as Post[]).find((post) => post.id === id)?.stats).toEqual({ page_views_count: 42 });
  });

  test('takes what clients send', async () => {
    const sent: [object | undefined, number][] = [
      [undefined, 1],
      [{ count: null, at: null }, 1],
      [{ count: '7', at: String(now() - 5) }, 7],
      [{ count: 1_000_000 }, 1_000_000],
      [{ count: 3, at: 0 }, 3],
      [{ count: 2, at: now() + 20 }, 2],
    ];
    const ids: number[] = [];
    while (ids.length < sent.length) ids.push(await create());
    for (const [index, [fields]] of sent.entries()) await view(ids[index] ?? 0, fields).expect(200);
    for (const [index, [, views]] of sent.entries()) await untilViews(ids[index] ?? 0, views);
  });

  test('refuses what is none, too many or in the future, and counts nothing of it', async () => {
    const id = await create();
    const wrong: Record<string, unknown[]> = {
      count: [0, -1, '0', 1_000_001, 1.5, 'many', '', [1], true],
      at: [now() + 3600, Date.now(), 'yesterday', '', 1.5],
    };
    for (const [field, values] of Object.entries(wrong)) {
      for (const value of values) {
        const { body } = await view(id, { count: 1, [field]: value });
        expect([value, body]).toMatchObject([value, { status: 400, errors: [{ field }] }]);
      }
    }
    await view(id, { count: 2 }).expect(200);
    await untilViews(id, 2);
  });

  test('is for published posts only', async () => {
    const [draft, scheduled, removed, unpublished] = [
      await create('drafts'),
      await create('drafts'),
      await create(),
      await create(),
    ];
    await service.put(`/api/1.3/scheduled_posts/${scheduled}`, { scheduled_at: now() + 3600 }).expect(200);
    await service.delete(`/api/1.3/posts/${removed}`).expect(200);
    await service.put(`/api/1.3/posts/${unpublished}`, { action: 'unpublish' }).expect(200);
    for (const id of [draft, scheduled, removed, unpublished, 9_999_999]) {
      const { body } = await view(id);
      expect(body).toMatchObject({ status: 404, code: 'article-not-found' });
    }
  });

  test('needs a key', async () => {
    await view(await create(), {}, service.as(null)).expect(401);
  });

  test('does not touch the post: version and entity tag stay', async () => {
    const id = await create();
    const before = await service.get(`/api/1.3/posts/${id}`);
    await view(id, { count: 5 }).expect(200);
    await untilViews(id, 5);
    const after = await service.get(`/api/1.3/posts/${id}`);
    expect(after.body).toEqual({ ...before.body, stats: { page_views_count: 5 } });
    await service
      .put(`/api/1.3/posts/${id}`, { og_title: 'x' })
      .set('If-Match', `"${before.body.version}"`)
      .expect(200);
  });
});

describe('no view is lost', () => {
  test('when many are counted at once, also while the post is edited', async () => {
    const id = await create();
    const calls = Array.from({ length: 50 }, () => view(id, { count: 10 }).expect(200));
    const edits = Array.from({ length: 5 }, (_, n) =>
      service.put(`/api/1.3/posts/${id}`, { og_title: `${n}` }).expect(200),
    );
    await Promise.all([...calls, ...edits]);
    await untilViews(id, 500);
  });

  test('when two services count at once', async () => {
    const other = await startService({ database });
    const posts = [await create(), await create(), await create()];
    const calls = Array.from({ length: 120 }, (_, n) =>
      view(posts[n % 3] ?? 0, { count: 5 }, n % 2 ? other : service).expect(200),
    );
    await Promise.all(calls);
    for (const id of posts) await untilViews(id, 200, 3000);
    await other.stop();
  });

  test('when it cannot be written at once', async () => {
    const id = await create();
    const store = service.app.get<PageViewStore>(PageViewStore);
    const add = jest
      .spyOn(store, 'add')
      .mockRejectedValueOnce(new Error('away'))
      .mockRejectedValueOnce(new Error('still away'));
    await view(id, { count: 3 }).expect(200);
    await delay(1200);
    await view(id, { count: 4 }).expect(200);
    await untilViews(id, 7, 5000);
    expect(add).toHaveBeenCalledTimes(3);
  });

  test('when the counter of another post is at its end', async () => {
    const [full, id] = [await create(), await create()];
    const setCounter = (views: number) =>
      service.app
        .get<UnitOfWork>(UnitOfWork)
        .run(() =>
          service.app
            .get(Database)
            .execute('UPDATE articles SET page_views_count = ? WHERE id = ?', [views, full]),
        );
    await setCounter(2_147_483_647);
    try {
      await view(full, { count: 5 }).expect(200);
      await view(id, { count: 6 }).expect(200);
      await untilViews(id, 6, 4000);
      await service.get('/api/1.3/posts/page_views').expect(200);
    } finally {
      await setCounter(0);
    }
  });

  test('when the service is stopped', async () => {
    const own = await newDatabase();
    const first = await startService({ database: own });
    const { body } = await first.post('/api/1.3/posts', { headline: 'Kept' }).expect(200);
    await view(body.id, { count: 77 }, first).expect(200);
    await first.stop();
    const second = await startService({ database: own });
    const { body: post } = await second.get(`/api/1.3/posts/${body.id}`).expect(200);
    expect((post as Post).stats.page_views_count).toBe(77);
    await second.stop();
  });

  test('when SIGTERM comes while they are counted', async () => {
    const own = await newDatabase();
    const headers = { 'x-rmauth': PROCESS_KEY, 'content-type': 'application/json' };
    const first = await startProcess(own);
    const post = (url: string, body: object) =>
      fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const created = await post(`${first.url}/api/1.3/posts`, { headline: 'Kept' });
    const { id } = (await created.json()) as Post;
    let answered = 0;
    const calls = Array.from({ length: 300 }, async () => {
      const answer = await post(`${first.url}/api/1.3/posts/${id}/page_views`, { count: 2 });
      if (answer.status === 200) answered += 2;
      if (answered === 100) first.child.kill('SIGTERM');
    });
    await Promise.allSettled(calls);
    if (first.child.exitCode === null) await new Promise((exit) => first.child.once('exit', exit));
    expect(first.child.exitCode).toBe(0);
    expect(answered).toBeGreaterThanOrEqual(100);
    const second = await startProcess(own);
    const answer = await fetch(`${second.url}/api/1.3/posts/${id}`, { headers });
    expect(((await answer.json()) as Post).stats.page_views_count).toBe(answered);
    await second.end('SIGTERM');
  });
});
