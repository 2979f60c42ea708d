import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import {
  answerOf,
  LONG_PHRASE,
  makeSamples,
  type Query,
  type Sample,
  type Samples,
  split,
  TAGS,
  TIMES,
  WORDS,
} from '../support/post-oracle.js';
import { type Service, startService } from '../support/service.js';

const RUNS = 300;
const SEED = 42;
const MAX_LIMIT = 100;
const MIDDLE = String(TIMES[3]);

/** Values of each filter: the first two select some posts, but not all; the others are corner cases. */
const FILTERS: Readonly<Record<string, readonly [string, string, ...string[]]>> = {
  provider_id: ['20', '15', '0', '7'],
  provider_post_id: ['A-1', 'B', 'a-1', 'A-1 ', 'a%', '_-1', 'nowhere', ''],
  include_sections: ['news,arts', 'home', 'desk', 'city,city', 'empty,inbox', 'empty', '999999', ''],
  exclude_sections: ['news,desk', 'home,empty', 'arts', 'city', '999999', ''],
  require_sections: ['news', 'arts,desk', 'inbox,arts', 'home,city,inbox', 'news,999999', 'city,city', ''],
  phrase: ['zurich', LONG_PHRASE, 'ZÜRICH ox', 'york', 'story', 'the and', '"façade"', 'bridg', '42 absent'],
  date_from: [MIDDLE, String(TIMES[5]), String(TIMES[0]), String(Number(TIMES[6]) + 1), '0', '-1'],
  date_to: [MIDDLE, String(TIMES[0]), String(Number(TIMES[0]) - 1), String(TIMES[6]), '99999999999'],
  updated_from: [MIDDLE, String(TIMES[5]), String(TIMES[0]), String(Number(TIMES[6]) + 1), '0', '-1'],
  type: ['page', 'image', 'video', 'recipe', 'event', 'PAGE', 'page ', 'nothing'],
  exclude_private: ['1', 'true', '0', 'false'],
  include_tags: ['jazz', 'CAFÉ,new york', 'Nobody', 'unheard of', 'Plain,Plain', 'x', ''],
};

/** Values of the parameters that do not filter. */
const OTHERS: Readonly<Record<string, readonly [string, string, ...string[]]>> = {
  offset: ['5', '30', '0', '1000'],
  limit: ['7', '1', '0', '100', '1000'],
  order_by: ['popularity', 'last_update', 'oldness', 'recency'],
  order_by_period_in_days: ['1', '30', '0.5', '7'],
  include_fields: ['id,headline,sections', 'tags, post_url,tags', 'roar_authors', 'nothing', 'draft_url', ''],
  exclude_fields: ['body,description', 'id,sections,tags', 'nothing', ''],
};
const ALL = { ...FILTERS, ...OTHERS };
const NAMES = Object.keys(ALL);
/** How many values of a parameter meet those of another. */
const PAIRED: Readonly<Record<string, number>> = { order_by: 4 };

const PAIRS = NAMES.flatMap((one, index) => NAMES.slice(index + 1).map((other) => [one, other] as const));

let service: Service;
let samples: Samples;
let published: number;
const full = new Map<number, Post>();

beforeAll(async () => {
  service = await startService();
  samples = await makeSamples(service);
  published = answerOf(samples, { limit: String(MAX_LIMIT) }).length;
  for (const { id } of samples.all) {
    const { body } = await service.get(`/api/1.3/posts/${id}`);
    full.set(id, body);
  }
});
afterAll(() => service.stop());

async function ask(query: Query): Promise<Post[]> {
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(query)) {
    if (!name.endsWith('_sections')) continue;
    const ids = split(value).map((section) => samples.sectionIds.get(section) ?? section);
    parameters.set(name, ids.join(','));
  }
  return (await service.get(`/api/1.3/posts?${parameters.toString()}`).expect(200)).body;
}

/** Response for a sample, with the fields that the query asks for. */
function shown({ id }: Sample, { include_fields, exclude_fields }: Query): object {
  const names = (list: string | undefined) => split(list).map((name) => name.trim());
  const [included, excluded] = [names(include_fields), names(exclude_fields)];
  const chosen = Object.entries(full.get(id) ?? {}).filter(
    ([name]) => (included.length === 0 || included.includes(name)) && !excluded.includes(name),
  );
  return Object.fromEntries(chosen);
}

/** Compares the answer of the service with that of the oracle. @returns how many posts it holds */
async function compare(query: Query): Promise<number> {
  const [posts, wanted] = [await ask(query), answerOf(samples, query)];
  const isWhole = !('include_fields' in query || 'exclude_fields' in query);
  if (isWhole) {
    expect({ query, ids: posts.map(({ id }) => id) }).toEqual({ query, ids: wanted.map(({ id }) => id) });
  } else {
    expect({ query, posts }).toEqual({ query, posts: wanted.map((sample) => shown(sample, query)) });
  }
  return wanted.length;
}

const valuesOf = (name: string): readonly string[] => ALL[name] ?? [];
const count = (query: Query) => answerOf(samples, { limit: String(MAX_LIMIT), ...query }).length;
const isSelective = (posts: number) => posts > 0 && posts < published;

describe('The samples', () => {
  test('hold ties, and articles that no list of posts shows', () => {
    expect(published).toBeGreaterThan(60);
    expect(published).toBeLessThan(Math.min(samples.all.length - 10, MAX_LIMIT + 1));
    const times = samples.all.map(({ created_ts, updated_ts }) => `${created_ts} ${updated_ts}`);
    expect(new Set(times).size).toBeLessThan(samples.all.length * 0.6);
  });

  test.each(Object.keys(FILTERS))('are divided by %s', (name) => {
    for (const value of valuesOf(name).slice(0, 2)) {
      expect({ value, isSelective: isSelective(count({ [name]: value })) }).toEqual({
        value,
        isSelective: true,
      });
    }
  });

  test('have another sequence in each order', () => {
    const sequences = [
      ...valuesOf('order_by').map((order_by) => ({ order_by })),
      ...valuesOf('order_by_period_in_days').map((days) => ({ order_by_period_in_days: days })),
    ].map((query) => answerOf(samples, { order_by: 'popularity', limit: String(MAX_LIMIT), ...query }));
    // The periods of half a day and of one, and popularity without a period and of seven days, are the same.
    const distinct = new Set(sequences.map((sequence) => sequence.map(({ id }) => id).join(' ')));
    expect(distinct.size).toBe(sequences.length - 2);
  });
});

describe('A list of posts', () => {
  test('without parameters holds the ten newest, as GET shows them', async () => {
    const posts = await ask({});
    expect(posts).toHaveLength(10);
    expect(posts).toEqual(answerOf(samples, {}).map(({ id }) => full.get(id)));
  });

  test.each(NAMES)('obeys %s', async (name) => {
    for (const value of valuesOf(name)) {
      await compare({ [name]: value });
      await compare({ limit: String(MAX_LIMIT), [name]: value });
    }
  });

  test('is the pages of a longer one, whatever its order', async () => {
    for (const order_by of valuesOf('order_by')) {
      for (let offset = 0; offset <= published; offset += 9)
        await compare({ order_by, offset: String(offset), limit: '9', include_fields: 'id' });
    }
  });

  test.each(PAIRS)('obeys %s and %s together', async (one, other) => {
    const paired = (name: string) => valuesOf(name).slice(0, PAIRED[name] ?? 2);
    const limit = String([one, other].includes('exclude_fields') ? 10 : MAX_LIMIT);
    for (const first of paired(one)) {
      const queries = paired(other).map((second) => ({ limit, [one]: first, [other]: second }));
      await Promise.all(queries.map(compare));
    }
  });

  test('obeys any parameters together', async () => {
    const any = (...values: string[]) => fc.constantFrom(...values);
    const some = (values: readonly string[], maxLength: number) =>
      fc.uniqueArray(any(...values), { minLength: 1, maxLength }).map((chosen) => chosen.join(','));
    const sections = (maxLength: number) => some([...samples.sectionIds.keys(), '999999'], maxLength);
    const times = any(...TIMES.flatMap((time) => [time - 1, time, time + 1]).map(String));
    const spellings = [...WORDS, ...WORDS.map((word) => word.toUpperCase())];
    const words = fc
      .array(any(...spellings), { minLength: 1, maxLength: 2 })
      .map((chosen) => chosen.join(' '));
    const parameters = {
      offset: fc.nat({ max: 30 }).map(String),
      limit: fc.nat({ max: MAX_LIMIT + 5 }).map(String),
      provider_id: any('20', '20', '15', '0'),
      provider_post_id: any('A-1', 'a-1', 'B'),
      order_by: any(...valuesOf('order_by')),
      order_by_period_in_days: any(...valuesOf('order_by_period_in_days')),
      include_sections: sections(4),
      exclude_sections: sections(2),
      require_sections: sections(2),
      phrase: fc.oneof({ weight: 1, arbitrary: fc.constant(LONG_PHRASE) }, { weight: 3, arbitrary: words }),
      date_from: times,
      date_to: times,
      updated_from: times,
      type: any('page', 'page', 'image', 'recipe'),
      exclude_private: any('0', '1'),
      include_tags: some(TAGS, 3),
      include_fields: some(['id', 'headline', 'sections', 'tags', 'created_ts', 'nothing'], 4),
      exclude_fields: some(['id', 'headline', 'body', 'nothing'], 2),
    };
    // All parameters at once would leave next to no post.
    const query = fc
      .tuple(fc.record(parameters), fc.uniqueArray(any(...NAMES), { maxLength: 6 }))
      .map(([values, chosen]): Query =>
        Object.fromEntries(Object.entries(values).filter(([name]) => chosen.includes(name))),
      );
    const sizes: number[] = [];
    const property = fc.asyncProperty(query, async (chosen) => {
      await compare(chosen);
      sizes.push(count(chosen));
    });
    await fc.assert(property, { seed: SEED, numRuns: RUNS });
    expect(sizes.filter(isSelective).length).toBeGreaterThan(RUNS / 3);
  });
});

describe('The longest lists of values', () => {
  const numbers = (length: number) => Array.from({ length }, (_, n) => String(9000 + n));

  test.each([
    ['include_sections', 100, 'news'],
    ['exclude_sections', 100, 'news'],
    ['require_sections', 100, 'news'],
    ['include_tags', 200, 'jazz'],
    ['include_fields', 200, 'id'],
    ['exclude_fields', 200, 'body'],
  ])('are taken by %s', async (name, length, value) => {
    const list = [...numbers(length - 1), value].join(',');
    for (const order_by of valuesOf('order_by')) await compare({ order_by, limit: '20', [name]: list });
    await service.get(`/api/1.3/posts?${name}=${numbers(length + 1).join(',')}`).expect(400);
  });

  test('are the tags of a section', async () => {
    const fields = { title: 'Many', url: 'many', tags: numbers(1000) };
    const { id } = (await service.post('/api/1.3/sections', fields).expect(200)).body;
    const sent = { headline: 'One of many', tags: ['9999'], created_ts: TIMES[0] };
    const post = (await service.post('/api/1.3/posts', sent).expect(200)).body;
    const queries = [`include_sections=${id}`, `require_sections=${id}&type=page&order_by=last_update`];
    for (const path of ['/section?section_name=many', ...queries.map((query) => `?${query}`)]) {
      const { body } = await service.get(`/api/1.3/posts${path}`).expect(200);
      expect(body).toMatchObject([{ id: post.id, sections: [id] }]);
    }
  });
});
