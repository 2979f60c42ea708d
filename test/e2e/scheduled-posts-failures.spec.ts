import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Test } from 'supertest';
import type { Extension } from '../../src/extension/extension.js';
import { InvalidError } from '../../src/kernel/errors.js';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ArticleScheduleService } from '../../src/modules/articles/scheduling/article-schedule.service.js';
import { ArticleSearch, type SearchDocument } from '../../src/modules/articles/listing/article-search.js';
import { SqlArticleSearch } from '../../src/modules/articles/infrastructure/sql-article-search.js';
import { type PermalinkParts, PermalinkStrategy } from '../../src/modules/permalinks/permalink-strategy.js';
import type { ScheduledPostResponse } from '../../src/modules/scheduled-posts/http/scheduled-posts.dto.js';
import { Environment } from '../../src/platform/config/environment.js';
import { Database, placeholders } from '../../src/platform/database/database.js';
import { type Service, startService } from '../support/service.js';

type Scheduled = Pick<ScheduledPostResponse, keyof ScheduledPostResponse>;

const DOOR = '/api/1.3/scheduled_posts';
const [SCHEDULED, PUBLISHED] = [2, 0];

/** Headlines and basenames at which the adapters of the site fail. */
const broken = { search: new Map<string, Error>(), permalinks: new Set<string>() };

class PickySearch extends SqlArticleSearch {
  override async put(documents: readonly SearchDocument[]): Promise<void> {
    for (const { texts } of documents) {
      const error = broken.search.get(texts[0] ?? '');
      if (error) throw error;
    }
    await super.put(documents);
  }
}

class PickyPermalinks extends PermalinkStrategy {
  readonly dependsOnSection = false;

  pathOf({ basename }: PermalinkParts): string {
    if (broken.permalinks.has(basename)) throw new Error('no path for it');
    return `/${basename}`;
  }
}

const extension: Partial<Extension> = {
  adapters: [
    {
      provide: ArticleSearch,
      useFactory: (database: Database) => new PickySearch(database),
      inject: [Database],
    },
    { provide: PermalinkStrategy, useValue: new PickyPermalinks() },
  ],
};

let service: Service;
let database: Database;
beforeAll(async () => {
  service = await startService({ extension });
  database = service.app.get(Database);
  // Without the cron job, only `look` publishes, so that the test knows when.
  service.app.get(Environment).SCHEDULER = 'off';
});
afterAll(() => service.stop());
afterEach(async () => {
  broken.search.clear();
  broken.permalinks.clear();
  await execute('UPDATE articles SET status = 1, publish_due_ts = NULL, product = NULL WHERE status = 2');
});

const execute = (sql: string, values: (string | number)[] = []) =>
  service.app.get<UnitOfWork>(UnitOfWork).run(() => database.execute(sql, values));
const change = (assignment: string, values: (string | number)[], ...ids: number[]) =>
  execute(`UPDATE articles SET ${assignment} WHERE id IN (${placeholders(ids)})`, [...values, ...ids]);
const look = () => service.app.get(ArticleScheduleService).publishDue();
const now = () => Math.floor(Date.now() / 1000);

async function ok(call: Test): Promise<Scheduled> {
  const { status, body } = await call;
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body;
}

const get = (id: number) => ok(service.get(`${DOOR}/${id}`));
const reschedule = (id: number, at: number) => ok(service.put(`${DOOR}/${id}`, { scheduled_at: at }));

async function scheduled(headline = 'Fine'): Promise<Scheduled> {
  const { id } = await ok(service.post('/api/1.3/drafts', { headline }));
  return reschedule(id, now() + 3600);
}

/** @returns the time that they had been scheduled for */
async function makeDue(...ids: number[]): Promise<number> {
  const past = now() - 600;
  await change('scheduled_at = ?, publish_due_ts = ?', [past, past], ...ids);
  return past;
}

/** Reads the table, because there may be no other way to a row that is broken. */
const stored = (...ids: number[]) =>
  database.rows<{ status: number; attempts: number; version: number }>(
    `SELECT status, publish_attempts AS attempts, version FROM articles WHERE id IN (${placeholders(ids)})`,
    ids,
  );

type Fault = (post: Scheduled) => unknown;

const breakSearch =
  (error: Error): Fault =>
  ({ headline }) => {
    broken.search.set(headline, error);
  };
const breakPermalink: Fault = ({ basename }) => {
  broken.permalinks.add(basename);
};
const breakRow: Fault = ({ id }) => change('product = ?', ['{"unreadable'], id);

const DEFECT = new Error('a secret of the site');
const REFUSAL = InvalidError.field('headline', 'too loud');

test.each([
  ['the search fails', breakSearch(DEFECT)],
  ['the search refuses it', breakSearch(REFUSAL)],
  ['there is no path for it', breakPermalink],
  ['its row cannot be read', breakRow],
])('an article that cannot be published because %s does not hold up the others', async (name, breakIt) => {
  const bad = await scheduled(`Bad because ${name}`);
  const good = await Promise.all(Array.from({ length: 25 }, () => scheduled()));
  const ids = good.map(({ id }) => id);
  await breakIt(bad);
  await makeDue(bad.id, ...ids);
  // The first of all: others are only reached when it is left behind.
  await change('publish_due_ts = 1', [], bad.id);
  for (let turn = 1; turn <= 3; turn++) await look().catch(() => undefined);
  const published = (await stored(...ids)).filter(({ status }) => status === PUBLISHED);
  expect(published).toHaveLength(ids.length);
  expect(await stored(bad.id)).toEqual([{ status: SCHEDULED, attempts: 1, version: bad.version }]);
});

describe('an article that could not be published', () => {
  test.each([
    ['a defect', DEFECT, /^(?!.*secret).+/],
    ['a refusal', REFUSAL, /too loud/],
  ])('for %s says so, and is tried again after longer and longer pauses', async (name, error, shown) => {
    const { id, headline } = await scheduled(`Bad because of ${name}`);
    const at = await makeDue(id);
    broken.search.set(headline, error);
    const pauses = [5, 10, 20, 40];
    for (const [index, pause] of pauses.entries()) {
      const tried = now();
      expect(await look()).toEqual({ published: 0, failed: 1 });
      expect(await look()).toEqual({ published: 0, failed: 0 });
      const { publication, ...post } = await get(id);
      expect(post).toMatchObject({ status: SCHEDULED, scheduled_at: at });
      const last_error: unknown = expect.stringMatching(shown);
      expect(publication).toMatchObject({ attempts: index + 1, last_error });
      expect((publication.next_attempt_at ?? 0) - tried - pause).toBeGreaterThanOrEqual(0);
      expect((publication.next_attempt_at ?? 0) - tried - pause).toBeLessThanOrEqual(2);
      await change('publish_due_ts = ?', [at], id);
    }
  });

  test('is tried again once an hour at least', async () => {
    const { id, headline } = await scheduled('Bad for ever');
    await makeDue(id);
    await change('publish_attempts = 1000', [], id);
    broken.search.set(headline, DEFECT);
    await look();
    const { next_attempt_at: next } = (await get(id)).publication;
    expect((next ?? 0) - now()).toBeLessThanOrEqual(3600);
    expect((next ?? 0) - now()).toBeGreaterThan(3590);
  });

  test('is published as soon as its cause is gone, by its own time', async () => {
    const { id, headline } = await scheduled('Mended');
    const at = await makeDue(id);
    broken.search.set(headline, DEFECT);
    await look();
    broken.search.clear();
    await change('publish_due_ts = ?', [now()], id);
    expect(await look()).toEqual({ published: 1, failed: 0 });
    const post = await ok(service.get(`/api/1.3/posts/${id}`));
    expect(post).toMatchObject({ status: PUBLISHED, created_ts: at, scheduled_at: null });
    expect(await stored(id)).toMatchObject([{ attempts: 0 }]);
  });

  test('starts over when it is scheduled anew', async () => {
    const { id, headline } = await scheduled('Scheduled anew');
    await makeDue(id);
    broken.search.set(headline, DEFECT);
    await look();
    broken.search.clear();
    const later = now() + 1800;
    const publication = { attempts: 0, last_error: null, next_attempt_at: later };
    expect(await reschedule(id, later)).toMatchObject({ scheduled_at: later, publication });
    expect(await look()).toEqual({ published: 0, failed: 0 });
    const at = await makeDue(id);
    expect(await look()).toEqual({ published: 1, failed: 0 });
    expect(await ok(service.get(`/api/1.3/posts/${id}`))).toMatchObject({ created_ts: at });
  });

  test('keeps its new time when it is scheduled anew at the moment of the failure', async () => {
    const { id, headline } = await scheduled('Scheduled anew meanwhile');
    await makeDue(id);
    broken.search.set(headline, DEFECT);
    const later = now() + 1800;
    const unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
    const run = unitOfWork.run.bind(unitOfWork);
    // The first two transactions fail, together with others and alone; the third one puts it off.
    let transactions = 0;
    const spy = jest.spyOn(unitOfWork, 'run').mockImplementation(async (work) => {
      transactions += 1;
      if (transactions === 3) await reschedule(id, later);
      return run(work);
    });
    await look();
    spy.mockRestore();
    expect(transactions).toBeGreaterThanOrEqual(3);
    broken.search.clear();
    expect((await get(id)).publication).toEqual({ attempts: 0, last_error: null, next_attempt_at: later });
  });

  test('is a draft again when it is unscheduled, and can be published by hand', async () => {
    const { id, headline } = await scheduled('Taken back');
    await makeDue(id);
    broken.search.set(headline, DEFECT);
    await look();
    const { publication } = await ok(service.delete(`${DOOR}/${id}`));
    expect(publication).toEqual({ attempts: 0, last_error: null, next_attempt_at: null });
    broken.search.clear();
    const { body } = await service.put(`/api/1.3/drafts/${id}`, { action: 'publish' }).expect(200);
    expect(body).toMatchObject({ status: PUBLISHED });
  });
});
