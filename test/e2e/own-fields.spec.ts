import { Injectable } from '@nestjs/common';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { field } from '../../src/extension/field.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import {
  type ArticleChange,
  ArticleHooks,
  type PendingArticleChange,
} from '../../src/modules/articles/article-hooks.js';
import { ArticlesService } from '../../src/modules/articles/articles.service.js';
import { ArticlesRepository } from '../../src/modules/articles/domain/articles.repository.js';
import { type OwnField } from '../../src/modules/articles/domain/own-fields.js';
import { Database } from '../../src/platform/database/database.js';
import { runCommand } from '../support/command-line.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import {
  isExclusive,
  minutes,
  newsroom,
  note,
  readingLevel,
  SET,
  slogan,
  UNSET,
} from '../support/own-fields.js';
import { type Client, type Service, startService } from '../support/service.js';

/** Own fields as the hooks saw them, before the change and as saved. */
const told: object[] = [];

@Injectable()
class LevelRule extends ArticleHooks {
  override before({ verb, article, was, write }: PendingArticleChange): void {
    const level: 'easy' | 'medium' | 'very_hard' | null = readingLevel.of(article);
    told.push({ verb, was: was && readingLevel.of(was), level });
    const { headline } = article;
    if (headline.startsWith('Exclusive')) write({ fields: { [isExclusive.name]: true, [note.name]: null } });
    if (headline.startsWith('Endless')) write({ fields: { [minutes.name]: 601 } });
    if (headline.startsWith('Zero')) write({ fields: { [slogan.name]: 'a\0b' } });
    if (headline.startsWith('Half')) write({ fields: { [note.name]: 'a\ud83d' } });
  }

  override after({ article }: ArticleChange): void {
    told.push({ stored: isExclusive.of(article) });
  }
}

interface Shown {
  readonly id: number;
  readonly version: number;
}

let service: Service;
beforeAll(async () => {
  service = await startService({ extension: { ...newsroom, articles: LevelRule } });
});
afterAll(() => service.stop());

const create = async (fields: object, door = 'posts', client: Client = service): Promise<Shown> =>
  (await client.post(`/api/1.3/${door}`, { headline: 'H', ...fields }).expect(200)).body as Shown;
const shown = async (path: string): Promise<object> =>
  (await service.get(`/api/1.3/${path}`).expect(200)).body as object;

describe('A field of an extension', () => {
  test.each(['posts', 'drafts'])('is written, read, edited and cleared by the door %s', async (door) => {
    const { id } = await create(SET, door);
    expect(await shown(`${door}/${id}`)).toMatchObject(SET);
    const edit = { newsroom_reading_level: 'easy', newsroom_minutes: '7', newsroom_is_exclusive: 1 };
    const { body } = await service.put(`/api/1.3/${door}/${id}`, edit).expect(200);
    const edited = {
      ...SET,
      newsroom_reading_level: 'easy',
      newsroom_minutes: 7,
      newsroom_is_exclusive: true,
    };
    expect(body).toMatchObject({ ...edited, version: 2 });
    expect(await shown(`${door}/${id}`)).toMatchObject({ ...edited, version: 2 });
    await service.put(`/api/1.3/${door}/${id}`, { headline: 'Other' }).expect(200);
    expect(await shown(`${door}/${id}`)).toMatchObject(edited);
    const nothing = Object.fromEntries(Object.keys(SET).map((name, n) => [name, n % 2 === 0 ? null : '']));
    await service.put(`/api/1.3/${door}/${id}`, nothing).expect(200);
    expect(await shown(`${door}/${id}`)).toMatchObject(UNSET);
  });

  test('is in every list and every door, null where it is not set', async () => {
    const [set, unset] = [await create({ ...SET, tags: ['doors'] }), await create({ tags: ['doors'] })];
    for (const list of ['posts/tag?tag=doors', 'posts?include_tags=doors'])
      expect(await shown(list)).toEqual([
        expect.objectContaining({ id: unset.id, ...UNSET }),
        expect.objectContaining({ id: set.id, ...SET }),
      ]);
    const draft = await create(SET, 'drafts');
    expect(await shown('drafts?limit=1')).toEqual([expect.objectContaining(SET)]);
    const at = Math.floor(Date.now() / 1000) + 3600;
    const scheduled = await service
      .put(`/api/1.3/scheduled_posts/${draft.id}`, { scheduled_at: at })
      .expect(200);
    expect(scheduled.body).toMatchObject(SET);
    expect(await shown('scheduled_posts')).toEqual([expect.objectContaining(SET)]);
    const external = '/api/1.3/posts/by-provider/20/x-1';
    const put = await service.put(external, { headline: 'H', newsroom_desk: 'Sport' }).expect(200);
    expect(put.body).toMatchObject({ ...UNSET, newsroom_desk: 'Sport' });
  });

  test('is chosen by include_fields, and left out by exclude_fields', async () => {
    const { id } = await create(SET);
    const list = (choice: string) => shown(`posts?limit=1&${choice}`);
    expect(await list('include_fields=newsroom_desk,id')).toEqual([{ id, newsroom_desk: 'Politics' }]);
    const [some] = (await list('exclude_fields=newsroom_desk')) as [object];
    expect(some).toMatchObject({ id, newsroom_minutes: 0 });
    expect(some).not.toHaveProperty('newsroom_desk');
  });

  test.each([
    ['newsroom_reading_level', 'must be one of easy, medium, very_hard', 'Easy'],
    ['newsroom_desk', 'must not be longer than 20 characters', 'x'.repeat(21)],
    ['newsroom_desk', 'must be a string', ['a']],
    ['newsroom_minutes', 'must not be greater than 600', 601],
    ['newsroom_minutes', 'must be an integer', 'many'],
    ['newsroom_is_exclusive', 'must be true or false', 'perhaps'],
    ['newsroom_note', 'must not be longer than 65535 characters', 'x'.repeat(65_536)],
    ['newsroom_slogan', 'must be without the character U+0000', 'a\0'],
  ])('%s %s, or nothing of the change is saved', async (name, message, value) => {
    const { id } = await create({});
    const body = { og_title: 'saved', [name]: value };
    for (const sent of [
      service.post('/api/1.3/drafts', { headline: 'H', ...body }),
      service.put(`/api/1.3/posts/${id}`, body),
    ])
      expect((await sent.expect(400)).body).toMatchObject({ errors: [{ field: name, message }] });
    expect(await shown(`posts/${id}`)).toMatchObject({ ...UNSET, og_title: null });
  });

  test('makes a version that 412 names, and none when nothing is sent', async () => {
    const { id } = await create(SET);
    await service.put(`/api/1.3/posts/${id}`, {}).expect(200);
    await service.put(`/api/1.3/posts/${id}`, { newsroom_minutes: 5, newsroom_desk: 'Politics' }).expect(200);
    const late = service.put(`/api/1.3/posts/${id}`, { newsroom_minutes: 6 });
    const { body } = await late.set('If-Match', '"1"').expect(412);
    expect((body as { changed: object[] }).changed).toEqual([
      expect.objectContaining({ field: 'newsroom_minutes' }),
    ]);
  });

  test('is seen and written by hooks', async () => {
    const { id } = await create({ newsroom_reading_level: 'easy' });
    told.length = 0;
    await service
      .put(`/api/1.3/posts/${id}`, {
        headline: 'Exclusive',
        newsroom_reading_level: 'medium',
        newsroom_note: 'n',
      })
      .expect(200);
    expect(told).toEqual([{ verb: 'edit', was: 'easy', level: 'medium' }, { stored: true }]);
    expect(await shown(`posts/${id}`)).toMatchObject({ newsroom_is_exclusive: true, newsroom_note: null });
    const { body } = await service.put(`/api/1.3/posts/${id}`, { headline: 'Endless' }).expect(400);
    expect(body).toMatchObject({ errors: [{ field: 'newsroom_minutes' }] });
    const faulty = {
      Zero: { field: 'newsroom_slogan', message: 'must be without the character U+0000' },
      Half: { field: 'newsroom_note', message: 'must be well-formed Unicode' },
    };
    for (const [headline, fault] of Object.entries(faulty)) {
      const { body: refusal } = await service.put(`/api/1.3/posts/${id}`, { headline }).expect(400);
      expect(refusal).toMatchObject({ errors: [fault] });
    }
  });

  test('is described by OpenAPI', async () => {
    const { body } = await service.get('/docs/openapi.json').expect(200);
    const { components, paths } = body as {
      components: { schemas: Record<string, { properties: object }> };
      paths: Record<string, { get: { parameters: object[] } }>;
    };
    for (const name of ['EditArticleDto', 'CreateArticleDto', 'ArticleResponse', 'ScheduledPostResponse'])
      expect(components.schemas[name]?.properties).toMatchObject({
        newsroom_reading_level: {
          type: ['string', 'null'],
          enum: ['easy', 'medium', 'very_hard'],
          description: 'how hard it is to read',
        },
        newsroom_minutes: { type: ['integer', 'null'], minimum: 0, maximum: 600 },
      });
    expect(paths['/api/1.3/posts']?.get.parameters).toContainEqual(
      expect.objectContaining({ name: 'newsroom_is_exclusive', in: 'query' }),
    );
    expect(JSON.stringify(paths['/api/1.3/posts'])).not.toContain('newsroom_note');
  });

  test('goes with its article', async () => {
    const { id } = await create(SET);
    const database = service.app.get(Database);
    const count = async () =>
      (await database.rows('SELECT 1 FROM article_fields WHERE article_id = ?', [id])).length;
    expect(await count()).toBe(6);
    const forget = () => database.execute('DELETE FROM articles WHERE id = ?', [id]);
    await service.app.get<UnitOfWork>(UnitOfWork).run(forget);
    expect(await count()).toBe(0);
  });
});

test('Fields travel by export and import', async () => {
  const [from, to] = [await createMigratedDatabase(), await createMigratedDatabase()];
  try {
    const file = join(from.folder, 'articles.jsonl');
    const lines = [SET, { newsroom_desk: 'x'.repeat(21) }, {}].map((fields, n) =>
      JSON.stringify({ provider_post_id: `p-${n}`, headline: `H${n}`, ...fields }),
    );
    writeFileSync(file, lines.join('\n'));
    const first = await runCommand(['import', file], from, {}, newsroom);
    expect(first.stdout + first.stderr).toMatch(/2 imported[^]*newsroom_desk: must not be longer than 20/);
    const exported = await runCommand(['export'], from, {}, newsroom);
    writeFileSync(file, exported.stdout);
    expect((await runCommand(['import', file], to, {}, newsroom)).code).toBe(0);
    const again = await runCommand(['export'], to, {}, newsroom);
    const all = again.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { headline: string });
    expect(all.find(({ headline }) => headline === 'H0')).toMatchObject(SET);
    expect(all.find(({ headline }) => headline === 'H2')).toMatchObject(UNSET);
    const { code, stdout } = await runCommand(['doctor'], to, {}, newsroom);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/✓ schema .*as expected/)]);
  } finally {
    await from.drop();
    await to.drop();
  }
});

describe('A release', () => {
  const release = (...fields: readonly OwnField[]) => ({ ...newsroom, fields });
  const desk = field('newsroom_desk', { type: 'string', filter: true });
  const level = (...values: string[]) =>
    field('newsroom_reading_level', { type: 'enum', values, filter: true });

  test('adds fields, and leaves the values of those that it takes away', async () => {
    const database = await createMigratedDatabase();
    const run = async <T>(fields: readonly OwnField[], work: (one: Service) => Promise<T>): Promise<T> => {
      const one = await startService({ database, extension: release(...fields) });
      try {
        return await work(one);
      } finally {
        await one.stop();
      }
    };
    const list = async (one: Service, query: string) =>
      ((await one.get(`/api/1.3/posts?${query}`).expect(200)).body as Shown[]).map(({ id }) => id);
    try {
      const [kept, hidden] = await run([desk, level('easy', 'hard')], async (one) => {
        const fields = { newsroom_desk: 'Sport', newsroom_reading_level: 'hard' };
        return [await create(fields, 'posts', one), await create(fields, 'posts', one)];
      });
      await run([desk, level('easy')], async (one) => {
        const { body } = await one.get(`/api/1.3/posts/${kept.id}`).expect(200);
        expect(body).toMatchObject({ newsroom_desk: 'Sport', newsroom_reading_level: null });
        await one.put(`/api/1.3/posts/${kept.id}`, { newsroom_reading_level: 'easy' }).expect(200);
      });
      await run([], async (one) => {
        const { body } = await one.get(`/api/1.3/posts/${kept.id}`).expect(200);
        expect(body).not.toHaveProperty('newsroom_desk');
        await one.put(`/api/1.3/posts/${hidden.id}`, { action: 'unpublish' }).expect(200);
        await one.put(`/api/1.3/posts/${kept.id}`, { created_ts: 1_000_000 }).expect(200);
      });
      await run([desk, level('easy', 'hard')], async (one) => {
        expect(await list(one, 'newsroom_desk=Sport')).toEqual([kept.id]);
        expect(await list(one, 'newsroom_desk=Sport&date_to=1000000')).toEqual([kept.id]);
        await one.put(`/api/1.3/drafts/${hidden.id}`, { action: 'publish' }).expect(200);
        expect(await list(one, 'newsroom_reading_level=hard')).toEqual([hidden.id]);
      });
    } finally {
      await database.drop();
    }
  });
});

test('a range that became narrower hides values from lists, too', async () => {
  const database = await createMigratedDatabase();
  const minutesTo = (max: number) =>
    field('newsroom_minutes', { type: 'integer', min: 0, max, filter: true });
  const run = async (max: number, work: (one: Service) => Promise<void>): Promise<void> => {
    const one = await startService({ database, extension: { ...newsroom, fields: [minutesTo(max)] } });
    try {
      await work(one);
    } finally {
      await one.stop();
    }
  };
  const found = async (one: Service) => {
    const { body: posts } = await one.get('/api/1.3/posts?newsroom_minutes_from=1').expect(200);
    const query = '{ posts(filters: { newsroomMinutesFrom: 1 }) { newsroomMinutes } }';
    const { body } = await one.post('/core/graphql', { query }).expect(200);
    const minutes = (posts as { newsroom_minutes: number }[]).map(({ newsroom_minutes }) => newsroom_minutes);
    expect(body).toEqual({ data: { posts: minutes.map((newsroomMinutes) => ({ newsroomMinutes })) } });
    return minutes;
  };
  try {
    await run(600, async (one) => {
      for (const minutes of [5, 500]) await create({ newsroom_minutes: minutes }, 'posts', one);
      expect(await found(one)).toEqual([500, 5]);
    });
    await run(60, async (one) => {
      expect(await found(one)).toEqual([5]);
    });
  } finally {
    await database.drop();
  }
});

test('reindex puts right what an instance without the fields has left behind', async () => {
  const { id } = await create({ newsroom_desk: 'Behind' });
  const database = service.app.get(Database);
  await service.app
    .get<UnitOfWork>(UnitOfWork)
    .run(() => database.execute('UPDATE article_fields SET status = 1 WHERE article_id = ?', [id]));
  const list = () => shown('posts?newsroom_desk=Behind&include_fields=id');
  expect(await list()).toEqual([]);
  await service.app.get(ArticlesService).reindex(id - 1, 1);
  expect(await list()).toEqual([{ id }]);
});

test('a field that comes back catches up with its articles in several transactions', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 5; n++) ids.push((await create({ newsroom_desk: 'Back', newsroom_slogan: 'Back' })).id);
  const database = service.app.get(Database);
  await service.app
    .get<UnitOfWork>(UnitOfWork)
    .run(() => database.execute('UPDATE article_fields SET status = 1, created_ts = 1'));
  const stale = async () =>
    (
      await database.rows<{ field: string }>(
        'SELECT field FROM article_fields WHERE status = 1 AND value = ? ORDER BY field',
        ['Back'],
      )
    ).map(({ field }) => field);
  expect(new Set(await stale())).toEqual(new Set(['newsroom_desk', 'newsroom_slogan']));
  const log = jest.spyOn(database.sources.statements, 'logQuery');
  const articles = service.app.get<ArticlesRepository>(ArticlesRepository, { strict: false });
  const catchUp = articles.catchUpFields.bind(articles);
  const two = jest
    .spyOn(articles, 'catchUpFields')
    .mockImplementation((names, after) => catchUp(names, after, 2));
  await service.app.get(ArticlesService).catchUpFields(['newsroom_desk']);
  two.mockRestore();
  const sent = log.mock.calls.map((call) => String((call as unknown[])[0]));
  log.mockRestore();
  const updates = sent.join('\n').split('UPDATE article_fields').slice(1);
  expect(updates.length).toBeGreaterThanOrEqual(3);
  for (const upToTheNext of updates) expect(upToTheNext).toContain('COMMIT');
  expect(await stale()).toEqual(Array(5).fill('newsroom_slogan'));
  const listed = (await shown('posts?newsroom_desk=Back&include_fields=id')) as Shown[];
  expect(listed.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
  await service.app.get(ArticlesService).catchUpFields(['newsroom_slogan']);
  expect(await stale()).toEqual([]);
});

describe('A start refuses', () => {
  test.each([
    ['page', 'page_title'],
    ['post', 'post_url'],
    ['order', 'order_by'],
    ['prevent', 'prevent_modifying_updated_ts'],
  ])('of an extension "%s" the name %s, which the service has', async (name, taken) => {
    const fields = [field(taken, { type: 'string' })];
    const message = `the service has a field or a criterion called "${taken}"`;
    await expect(startService({ extension: { name, fields } })).rejects.toThrow(message);
  });
});

test('A service without fields does not touch their table', async () => {
  const plain = await startService({ environment: { SCHEDULER: 'off' } });
  const log = jest.spyOn(plain.app.get(Database).sources.statements, 'logQuery');
  const { id } = await create({ newsroom_desk: 'unknown', tags: ['a'] }, 'posts', plain);
  await plain.put(`/api/1.3/posts/${id}`, { action: 'unpublish', newsroom_desk: 1 }).expect(200);
  expect((await plain.get('/api/1.3/posts?newsroom_desk=x').expect(200)).body).toEqual([]);
  expect((await plain.get(`/api/1.3/drafts/${id}`).expect(200)).body).not.toHaveProperty('newsroom_desk');
  await plain.stop();
  const statements = log.mock.calls.map((call) => String((call as unknown[])[0]));
  expect(statements.length).toBeGreaterThan(10);
  expect(statements.filter((statement) => statement.includes('article_fields'))).toEqual([]);
});
