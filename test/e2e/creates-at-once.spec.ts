import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import { DomainEvents } from '../../src/kernel/events/domain-events.js';
import { ArticleChanged } from '../../src/modules/articles/domain/article-events.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { type Service, startService } from '../support/service.js';

let database: TestDatabase;
/** Instances of one site. */
let services: readonly Service[];

beforeAll(async () => {
  database = await createMigratedDatabase();
  const first = await startService({ database });
  // SQLite is for one instance.
  services = database.isSqlite ? [first] : [first, await startService({ database })];
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await database.drop();
});

/** The instances in turn. */
function instance(n: number): Service {
  const service = services[n % services.length];
  if (!service) throw new Error('There is no instance.');
  return service;
}

async function answersOf(calls: readonly Test[]) {
  const answers = await Promise.all(calls);
  expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200));
  return answers.map(({ body }) => body);
}

const times = (count: number, call: (n: number) => Test) =>
  answersOf(Array.from({ length: count }, (_, n) => call(n)));

describe('Creates over all instances at once', () => {
  test('of one headline each get a path of their own', async () => {
    const posts = await times(80, (n) => instance(n).post('/api/1.3/posts', { headline: 'One of many' }));
    const slugs = new Set(posts.map(({ slug }) => slug));
    expect(slugs.size).toBe(80);
    for (const { id, slug } of posts) expect(['one-of-many', `one-of-many-${id}`]).toContain(slug);
    expect(slugs).toContain('one-of-many');
  });

  test('of a headline whose path a removed post has left each get a path of their own', async () => {
    const [former] = await times(1, () => instance(0).post('/api/1.3/posts', { headline: 'Left behind' }));
    await instance(0).delete(`/api/1.3/posts/${former.id}`).expect(200);
    const posts = await times(40, (n) => instance(n).post('/api/1.3/drafts', { headline: 'Left behind' }));
    expect(new Set(posts.map(({ slug }) => slug)).size).toBe(40);
  });

  test('of authors with one name each get a name of their own', async () => {
    const fields = { first_name: 'Paul', last_name: 'Berry', role: 'Editor' };
    const authors = await times(60, (n) => instance(n).post('/api/1.1/authors', fields));
    const names = new Set(authors.map(({ name }) => name));
    expect(names.size).toBe(60);
    expect(names).toContain('paulberry');
    for (const name of names) expect(name).toMatch(/^paulberry\d*$/);
  });

  test('of a section and a post with one slug give the path to the section', async () => {
    const slugs = Array.from({ length: 20 }, (_, n) => `shared-${n}`);
    const pairs = await answersOf(
      slugs.flatMap((url, n) => [
        instance(n).post('/api/1.3/posts', { headline: url }),
        instance(n + 1).post('/api/1.3/sections', { title: url, url, status: 2 }),
      ]),
    );
    for (const [n, url] of slugs.entries()) {
      const { id } = pairs[2 * n];
      expect(pairs[2 * n + 1].full_url).toBe(`/${url}`);
      const { body: post } = await instance(0).get(`/api/1.3/posts/${id}`).expect(200);
      expect(post.slug).toBe(`${url}-${id}`);
      await instance(0).as(null).get(`/${post.slug}`).expect(200);
    }
  });

  test('of a section while the post with its path is not committed give the path to the section', async () => {
    const [first, second] = [instance(0), instance(1)];
    let section: Promise<{ status: number }> | undefined;
    first.app.get(DomainEvents).on(ArticleChanged, async () => {
      section ??= Promise.resolve(
        second.post('/api/1.3/sections', { title: 'T', url: 'overlap', status: 2 }),
      );
      // It ends now, or waits for the post.
      await Promise.race([section, delay(300)]);
    });
    const { body } = await first.post('/api/1.3/posts', { headline: 'Overlap' }).expect(200);
    expect((await section)?.status).toBe(200);
    const { body: post } = await first.get(`/api/1.3/posts/${body.id}`).expect(200);
    expect(post.slug).toBe(`overlap-${post.id}`);
    await first.as(null).get(`/${post.slug}`).expect(200);
  });
});
