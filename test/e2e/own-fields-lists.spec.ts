import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Database } from '../../src/platform/database/database.js';
import { newsroom, SET } from '../support/own-fields.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

const TIME = 1_700_000_000;
const COUNT = 24;
const ORDERS = ['recency', 'last_update', 'oldness', 'popularity'] as const;
const LEVELS = ['easy', 'medium', 'very_hard', null] as const;
const DESKS = ['Sport', 'Politics', null, 'Arts, "Books"', '"News"'] as const;

interface Sample {
  readonly id: number;
  readonly n: number;
  readonly newsroom_reading_level: string | null;
  readonly newsroom_desk: string | null;
  readonly newsroom_minutes: number;
  readonly newsroom_is_exclusive: boolean;
}

let service: Service;
const samples: Sample[] = [];

beforeAll(async () => {
  // Background work sends statements, too.
  service = await startService({ extension: newsroom, environment: { SCHEDULER: 'off' } });
  for (let n = 0; n < COUNT; n++) {
    const fields = {
      newsroom_reading_level: LEVELS[n % LEVELS.length] ?? null,
      newsroom_desk: DESKS[n % DESKS.length] ?? null,
      newsroom_minutes: [0, 1, 3, 9, 10, 12, 120][n % 7] ?? 0,
      newsroom_is_exclusive: n % 2 === 0,
    };
    const times = { created_ts: TIME + ((n * 7) % COUNT), updated_ts: TIME + 1000 + ((n * 11) % COUNT) };
    const sent = { headline: `Bridge ${n}`, tags: n % 3 === 1 ? ['odd'] : [], ...times, ...fields };
    const { body } = await service.post('/api/1.3/posts', sent).expect(200);
    samples.push({ id: (body as Sample).id, n, ...fields });
  }
  for (const [index, { id }] of samples.entries())
    if (index % 4 === 0)
      await service.post(`/api/1.3/posts/${id}/page_views`, { count: index + 1 }).expect(200);
  // These would be found as well if states were not copied.
  const { body } = await service
    .post('/api/1.3/drafts', { headline: 'D', newsroom_desk: 'Sport' })
    .expect(200);
  expect(body).toMatchObject({ newsroom_desk: 'Sport' });
});
afterAll(() => service.stop());

const list = async (query: string, limit = 100): Promise<number[]> => {
  const { body } = await service.get(`/api/1.3/posts?limit=${limit}&${query}`).expect(200);
  return (body as readonly { id: number }[]).map(({ id }) => id);
};

const CRITERIA: readonly [query: string, holds: (sample: Sample) => boolean][] = [
  ['newsroom_reading_level=easy', (one) => one.newsroom_reading_level === 'easy'],
  [
    'newsroom_reading_level=easy, very_hard',
    (one) => ['easy', 'very_hard'].includes(one.newsroom_reading_level ?? ''),
  ],
  ['newsroom_desk=Sport', (one) => one.newsroom_desk === 'Sport'],
  ['newsroom_minutes=0,3', (one) => [0, 3].includes(one.newsroom_minutes)],
  ['newsroom_is_exclusive=1', (one) => one.newsroom_is_exclusive],
  ['newsroom_is_exclusive=false', (one) => !one.newsroom_is_exclusive],
  [
    'newsroom_desk=Sport&newsroom_reading_level=easy,medium&newsroom_is_exclusive=true',
    (one) =>
      one.newsroom_desk === 'Sport' &&
      ['easy', 'medium'].includes(one.newsroom_reading_level ?? '') &&
      one.newsroom_is_exclusive,
  ],
  ['newsroom_minutes=1&include_tags=odd', (one) => one.newsroom_minutes === 1 && one.n % 3 === 1],
  ['newsroom_minutes=1&phrase=bridge', (one) => one.newsroom_minutes === 1],
  ['newsroom_desk="Arts, ""Books"""', (one) => one.newsroom_desk === 'Arts, "Books"'],
  [
    'newsroom_desk=Sport , "Arts, ""Books""" , """News"""',
    (one) => ['Sport', 'Arts, "Books"', '"News"'].includes(one.newsroom_desk ?? ''),
  ],
  ['newsroom_desk="Sport', () => false],
  ['newsroom_minutes_from=3', (one) => one.newsroom_minutes >= 3],
  ['newsroom_minutes_to=1', (one) => one.newsroom_minutes <= 1],
  ['newsroom_minutes_from=1&newsroom_minutes_to=2', (one) => [1, 2].includes(one.newsroom_minutes)],
  ['newsroom_minutes_from=9&newsroom_minutes_to=10', (one) => [9, 10].includes(one.newsroom_minutes)],
  ['newsroom_minutes_from=3&newsroom_minutes_to=2', () => false],
  ['newsroom_minutes_from=-5&newsroom_minutes=', (one) => one.newsroom_minutes >= -5],
  ['newsroom_minutes_from=1&newsroom_minutes=0,1', (one) => one.newsroom_minutes === 1],
  [
    'newsroom_minutes_from=1&newsroom_desk=Sport&include_tags=odd',
    (one) => one.newsroom_minutes >= 1 && one.newsroom_desk === 'Sport' && one.n % 3 === 1,
  ],
  ['newsroom_desk_from=A', () => true],
  ['newsroom_desk=sport', () => false],
  ['newsroom_desk=', () => true],
  ['newsroom_note=Ask', () => true],
];

describe.each(ORDERS)('Lists in the order %s are filtered by', (order) => {
  test.each(CRITERIA)('%s', async (query, holds) => {
    const wanted = new Set(samples.filter(holds).map(({ id }) => id));
    const all = await list(`order_by=${order}`);
    expect(all).toHaveLength(COUNT);
    const found = await list(`order_by=${order}&${query}`);
    expect(found).toEqual(all.filter((id) => wanted.has(id)));
    const page = await list(`order_by=${order}&${query}&offset=2`, 3);
    expect(page).toEqual(found.slice(2, 5));
  });
});

test.each([
  ['newsroom_reading_level=hard', 'newsroom_reading_level[0]', 'must be one of easy, medium, very_hard'],
  ['newsroom_minutes=1,x', 'newsroom_minutes[1]', 'must be an integer'],
  ['newsroom_minutes_from=many', 'newsroom_minutes_from', 'must be an integer'],
  ['newsroom_minutes_to=', 'newsroom_minutes_to', 'must be an integer'],
  ['newsroom_is_exclusive=perhaps', 'newsroom_is_exclusive[0]', 'must be true or false'],
])('%s is refused', async (query, field, message) => {
  const { body } = await service.get(`/api/1.3/posts?${query}`).expect(400);
  expect(body).toMatchObject({ code: 'invalid-input', errors: [{ field, message }] });
});

test('A post leaves and joins a list when its value, its state or its time changes', async () => {
  const fields = { headline: 'Mover', newsroom_desk: 'Moving' };
  const { body } = await service.post('/api/1.3/posts', { ...fields, created_ts: TIME }).expect(200);
  const { id } = body as { id: number };
  const edit = (change: object) => service.put(`/api/1.3/posts/${id}`, change).expect(200);
  expect(await list('newsroom_desk=Moving')).toEqual([id]);
  await edit({ newsroom_desk: 'Moved' });
  expect([await list('newsroom_desk=Moving'), await list('newsroom_desk=Moved')]).toEqual([[], [id]]);
  await edit({ created_ts: TIME + 500 });
  expect(await list(`newsroom_desk=Moved&date_from=${TIME + 400}`)).toEqual([id]);
  await edit({ action: 'unpublish' });
  expect(await list('newsroom_desk=Moved')).toEqual([]);
  await edit({ action: 'publish' });
  expect(await list('newsroom_desk=Moved')).toEqual([id]);
  await edit({ newsroom_desk: null });
  expect(await list('newsroom_desk=Moved')).toEqual([]);
  await service.delete(`/api/1.3/posts/${id}`).expect(200);
});

describe('Without another statement than those of a service without fields', () => {
  const counted = async (one: Service, url: string): Promise<number> =>
    (await fewestStatements(one, () => one.get(url).expect(200))).length;

  test('posts have their fields, however many they are', async () => {
    const plain = await startService({ environment: { SCHEDULER: 'off' } });
    for (let n = 0; n < 3; n++) await plain.post('/api/1.3/posts', { headline: 'H' }).expect(200);
    for (const url of ['/api/1.3/posts?limit=3', '/api/1.3/posts/1']) {
      const without = await counted(plain, url);
      expect([url, await counted(service, url)]).toEqual([url, without]);
      expect([url, await counted(service, url.replace('limit=3', 'limit=24'))]).toEqual([url, without]);
    }
    await plain.stop();
  });

  test('a filter takes as many as another', async () => {
    const byTag = await counted(service, '/api/1.3/posts?include_tags=odd');
    for (const limit of [1, 10])
      expect(await counted(service, `/api/1.3/posts?newsroom_desk=Sport&limit=${limit}`)).toBe(byTag);
  });

  test('what does not choose a field does not read them', async () => {
    const log = jest.spyOn(Database.prototype, 'prepared');
    await service.get('/api/1.3/posts?include_fields=headline,tags').expect(200);
    const read = () => log.mock.calls.some(([{ text }]) => text.includes('article_fields'));
    expect(read()).toBe(false);
    await service.get('/api/1.3/posts?include_fields=headline,newsroom_desk').expect(200);
    expect(read()).toBe(true);
    log.mockRestore();
  });
});

describe('GraphQL', () => {
  const ask = (query: string) => service.as(null).post('/core/graphql', { query });
  const mustNotBeValid = async (one: Service, query: string) => {
    const { body } = await one.as(null).post('/core/graphql', { query });
    expect(body).toEqual({ errors: [expect.anything()] });
  };

  test('has the fields of posts, in camel case, enums in upper case', async () => {
    const { body: made } = await service.post('/api/1.3/posts', { headline: 'All', ...SET }).expect(200);
    const { id } = made as { id: number };
    const fields = 'newsroomReadingLevel newsroomDesk newsroomMinutes newsroomIsExclusive newsroomSlogan';
    const query = `{ posts(filters: { includedIds: [${id}, ${samples[3]?.id}] }) { id ${fields} } }`;
    // More often than a query is compiled after.
    for (let n = 0; n < 20; n++) {
      const { body } = await service.post('/core/graphql', { query }).expect(200);
      expect(body).toEqual({
        data: {
          posts: [
            {
              id,
              newsroomReadingLevel: 'VERY_HARD',
              newsroomDesk: 'Politics',
              newsroomMinutes: 0,
              newsroomIsExclusive: false,
              newsroomSlogan: 'Read on',
            },
            {
              id: samples[3]?.id,
              newsroomReadingLevel: null,
              newsroomDesk: 'Arts, "Books"',
              newsroomMinutes: 9,
              newsroomIsExclusive: false,
              newsroomSlogan: null,
            },
          ],
        },
      });
    }
    await service.delete(`/api/1.3/posts/${id}`).expect(200);
  });

  test('filters by those that are declared for it', async () => {
    const filters = '{ newsroomReadingLevel: [EASY, VERY_HARD], newsroomIsExclusive: [true] }';
    const { body } = await ask(`{ posts(filters: ${filters}, slice: { limit: 100 }) { id } }`).expect(200);
    const wanted = await list('newsroom_reading_level=easy,very_hard&newsroom_is_exclusive=1');
    expect(wanted.length).toBeGreaterThan(3);
    expect(body).toEqual({ data: { posts: wanted.map((id) => ({ id })) } });
    const range =
      '{ newsroomMinutesFrom: 1, newsroomMinutesTo: 2, newsroomDesk: ["Arts, \\"Books\\"", "Sport"] }';
    const { body: ranged } = await ask(`{ posts(filters: ${range}, slice: { limit: 100 }) { id } }`).expect(
      200,
    );
    const inRange = await list(
      'newsroom_minutes_from=1&newsroom_minutes_to=2&newsroom_desk="Arts, ""Books""",Sport',
    );
    expect(inRange.length).toBeGreaterThan(0);
    expect(ranged).toEqual({ data: { posts: inRange.map((id) => ({ id })) } });
    const none = await ask('{ posts(filters: { newsroomDesk: [" "] }) { id } }').expect(200);
    expect(none.body).toMatchObject({ errors: [{ extensions: { code: 'invalid-input' } }] });
    for (const wrong of ['newsroomReadingLevel: [HARD]', 'newsroomSlogan: ["a"]'])
      await mustNotBeValid(service, `{ posts(filters: { ${wrong} }) { id } }`);
  });

  test('keeps internal fields from readers, and those of other services out', async () => {
    await mustNotBeValid(service, '{ posts { newsroomNote } }');
    const plain = await startService({ environment: { SCHEDULER: 'off' } });
    await mustNotBeValid(plain, '{ posts { newsroomDesk } }');
    await plain.stop();
  });
});
