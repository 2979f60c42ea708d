import { Injectable } from '@nestjs/common';
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

const NOON = Date.UTC(2030, 0, 1, 12) / 1000;
const clock = new ManualClock(NOON);
const extension = defineExtension({
  name: 'acme',
  compatibility: '^1.0.0',
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
