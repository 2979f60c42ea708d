import { setImmediate } from 'node:timers/promises';
import { Injectable, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { bind, defineExtension } from '../../src/extension/extension.js';
import {
  articleSearchContract,
  authenticatorContract,
  ManualClock,
  MemoryFileStorage,
  type Service,
  startService,
} from '../../src/extension-testing.js';
import { ArticlesModule } from '../../src/modules/articles/articles.module.js';
import { ArticlesService } from '../../src/modules/articles/articles.service.js';
import { Actor } from '../../src/modules/auth/domain/actor.js';
import type { CommittedEvent } from '../../src/modules/changes/events/committed-event.js';
import { OnCommitted } from '../../src/modules/changes/events/on-committed.js';
import { Job } from '../../src/platform/schedule/job.js';
import { ArticleHooks, type PendingArticleChange } from '../../src/modules/articles/article-hooks.js';
import { ArticleSearch } from '../../src/modules/articles/listing/article-search.js';
import { Authenticator } from '../../src/modules/auth/authenticator.js';
import { FileStorage } from '../../src/modules/storage/file-storage.js';
import { InvalidError } from '../../src/kernel/errors.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';

@Injectable()
class Subheadlines extends ArticleHooks {
  override before({ verb, article }: PendingArticleChange): void {
    if (verb === 'publish' && article.subheadline === null)
      throw InvalidError.field('subheadline', 'is needed');
  }
}

/** Posts that were told, and whether they are taken. */
const told: string[] = [];
let isAway = false;
let sweeps = 0;

@Injectable()
class Feed {
  constructor(private readonly articles: ArticlesService) {}

  @OnCommitted({ name: 'acme.feed', resources: ['article'] })
  async tell({ resourceId, verb }: CommittedEvent): Promise<void> {
    if (isAway) throw new Error('The feed is away.');
    const article = await this.articles.find(resourceId);
    told.push(`${verb} ${article?.headline}`);
    // Changes of its own, which are told as well.
    if (article?.headline === 'Fair') await this.write(resourceId, 'Good');
    if (article?.headline.startsWith('Endless')) await this.write(resourceId, `Endless ${told.length}`);
  }

  private async write(id: number, headline: string): Promise<void> {
    await this.articles.edit(id, { content: { headline } }, new Actor(1, 'Administrator', ['*']));
  }

  @Job({ name: 'acme.sweep', every: 3600, on: 'one-instance' })
  async sweep(): Promise<void> {
    if (isAway) throw new Error('The broom is away.');
    sweeps++;
    await sweeping;
  }
}
let sweeping = Promise.resolve();

@Module({ imports: [ArticlesModule], providers: [Feed] })
class FeedModule {}

const NOON = Date.UTC(2030, 0, 1, 12) / 1000;
const clock = new ManualClock(NOON);
const extension = defineExtension({
  name: 'acme',
  compatibility: '^1.0.0',
  modules: [FeedModule],
  articles: Subheadlines,
  adapters: [bind(FileStorage, MemoryFileStorage)],
});

let database: TestDatabase;
let service: Service;
beforeAll(async () => {
  database = await createMigratedDatabase();
  const settings = { site: { name: 'The Test' } };
  service = await startService({ extension, settings, clock, database: database.url });
});
afterAll(async () => {
  await service.close();
  await database.drop();
});

interface Post {
  readonly id: number;
  readonly status: number;
  readonly created_ts: number;
}

describe('startService of the entry testing', () => {
  test('runs the service with an extension, settings and another storage', async () => {
    const { admin } = service;
    expect(await fetch(`${service.url}/health/ready`)).toMatchObject({ status: 200 });
    const page = await service.as(null).get('/');
    expect(page.body).toContain('The Test');
    const { id } = await admin.ok<Post>(admin.post('/api/1.3/drafts', { headline: 'A' }));
    const refused = await admin.put(`/api/1.3/drafts/${id}`, { action: 'publish' });
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'subheadline' }] } });
    const writer = await service.createAuthor('Guest Writer');
    expect(await writer.client.post('/api/1.3/posts', { headline: 'No' })).toMatchObject({ status: 403 });
    expect(service.app.get(FileStorage)).toBeInstanceOf(MemoryFileStorage);
  });

  test('has a clock that a schedule follows', async () => {
    const { admin } = service;
    const draft = admin.post('/api/1.3/drafts', { headline: 'Later', subheadline: 'b' });
    const { id } = await admin.ok<Post>(draft);
    const hour = NOON + 3600;
    await admin.ok(admin.put(`/api/1.3/scheduled_posts/${id}`, { scheduled_at: hour }));
    clock.advance(3599);
    expect(await service.publishDue()).toEqual({ published: 0, failed: 0 });
    clock.advance(1);
    expect(await service.publishDue()).toEqual({ published: 1, failed: 0 });
    expect(await admin.ok<Post>(admin.get(`/api/1.3/posts/${id}`))).toMatchObject({ created_ts: hour });
    clock.moveTo(NOON);
  });

  test('sends headers besides the key', async () => {
    const { admin } = service;
    const draft = await admin.ok<Post>(admin.post('/api/1.3/drafts', { headline: 'A' }));
    const stale = admin.with({ 'if-match': '"7"' });
    expect(await stale.put(`/api/1.3/drafts/${draft.id}`, { headline: 'B' })).toMatchObject({ status: 412 });
    const bearer = service.as(null).with({ authorization: `Bearer ${service.adminKey}` });
    expect(await bearer.get(`/api/1.3/drafts/${draft.id}`)).toMatchObject({ status: 200 });
    expect(await service.as(null).get(`/api/1.3/drafts/${draft.id}`)).toMatchObject({ status: 401 });
  });

  test('delivers committed events until nothing is left, and says what was not handled', async () => {
    const { admin } = service;
    await service.deliverEvents();
    told.length = 0;
    await admin.ok(admin.post('/api/1.3/drafts', { headline: 'Fair' }));
    expect(await service.deliverEvents()).toEqual({ handled: 2, failures: [] });
    expect(told).toEqual(['create Fair', 'edit Good']);
    isAway = true;
    const { id } = await admin.ok<Post>(admin.post('/api/1.3/drafts', { headline: 'Tides' }));
    expect(await service.deliverEvents()).toEqual({
      handled: 0,
      failures: [
        {
          consumer: 'acme.feed',
          event: expect.objectContaining({ resource: 'article', resourceId: id, verb: 'create' }),
          error: new Error('The feed is away.'),
        },
      ],
    });
    isAway = false;
    expect(await service.deliverEvents()).toEqual({ handled: 0, failures: [] });
    clock.advance(5);
    expect(await service.deliverEvents()).toEqual({ handled: 1, failures: [] });
    expect(told.at(-1)).toBe('create Tides');
  });

  test('runs a job at once, unless another run has it', async () => {
    const other = await startService({ extension, clock, database: database.url });
    expect([await service.runJob('acme.sweep'), await service.runJob('acme.sweep'), sweeps]).toEqual([
      true,
      true,
      2,
    ]);
    let end: () => void = () => undefined;
    sweeping = new Promise((resolve) => {
      end = resolve;
    });
    const first = service.runJob('acme.sweep');
    while (sweeps < 3) await setImmediate();
    expect([await other.runJob('acme.sweep'), sweeps]).toEqual([false, 3]);
    end();
    expect([await first, await other.runJob('acme.sweep'), sweeps]).toEqual([true, true, 4]);
    isAway = true;
    await expect(service.runJob('acme.sweep')).rejects.toThrow('The broom is away.');
    isAway = false;
    expect(await service.runJob('acme.sweep')).toBe(true);
    await expect(service.runJob('acme.broom')).rejects.toThrow(
      'There is no job called acme.broom; there are: revisions-retention, webhooks, webhooks-retention, audit-retention, acme.sweep.',
    );
    await other.close();
  });

  test('tells of events that make new events for ever', async () => {
    const { admin } = service;
    const { id } = await admin.ok<Post>(admin.post('/api/1.3/drafts', { headline: 'Endless' }));
    await expect(service.deliverEvents()).rejects.toThrow(/Events are not at an end after 100 turns/);
    await admin.ok(admin.delete(`/api/1.3/drafts/${id}`));
  });
});

test('a service has an embedded database of its own when none is given', async () => {
  const other = await startService();
  try {
    const { admin } = other;
    const posts = await admin.ok<readonly Post[]>(admin.get('/api/1.3/posts'));
    expect(posts).toEqual([]);
  } finally {
    await other.close();
  }
});

test('our search keeps its contract, and one that finds nothing does not', async () => {
  for (const { run } of articleSearchContract(() => service)) await run();
  const search = service.app.get<ArticleSearch>(ArticleSearch);
  const { match, remove } = search;
  const failures = async () => {
    const outcomes = await Promise.allSettled(articleSearchContract(() => service).map(({ run }) => run()));
    return outcomes.map(({ status }) => status === 'rejected');
  };
  search.match = () => Promise.resolve({ articleIds: [] });
  const blind = await failures();
  search.match = () => Promise.resolve({ articleIds: [1, 2, 3, 4, 5, 6, 7] });
  const vague = await failures();
  Object.assign(search, { match, remove });
  expect(blind.map((isFailed, index) => isFailed || vague[index])).toEqual(blind.map(() => true));
});

test('our authenticator keeps its contract', async () => {
  const { id: authorId, key: secret } = await service.createAuthor('Editor');
  const make = () => service.app.get<Authenticator>(Authenticator);
  for (const { run } of authenticatorContract(make, { secret, authorId })) await run();
});
