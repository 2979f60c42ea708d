import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { ArticleFinder } from '../../src/modules/articles/listing/article-finder.js';
import { Database } from '../../src/platform/database/database.js';
import { isRead } from '../../src/platform/database/transactions/read-runner.js';
import { cursorOf } from '../../src/platform/http/lists/cursor.js';
import type { Logger } from 'typeorm';
import { createTestDatabase } from '../support/database.js';
import {
  addRareTags,
  changedSince,
  createLargeData,
  type LargeData,
  PUBLISHED,
  timeOf,
} from '../support/large-data.js';
import { newsroom } from '../support/own-fields.js';
import { type Client, type Service, startService } from '../support/service.js';
import { scansIn, type Statement, StatementCosts } from '../support/statement-costs.js';

type Limit = 10 | 100;
/**
 * A path with names of sections in it, how many articles it lists, and how many rows may be read for them.
 */
type Case = readonly [path: string, listed: number, reads: number];
/** A part of a query, and how many posts it selects. */
type Filter = readonly [query: string, selected: number];

/**
 * Reads for a page that an index has in the order of the list; most are of what is assigned to the articles.
 */
const IN_ORDER: Readonly<Record<Limit, number>> = { 10: 500, 100: 3800 };
/** Reads where criteria are measured first, and then few articles sorted, or an index walked along. */
const MEASURED: Readonly<Record<Limit, number>> = { 10: 10_000, 100: 20_000 };
/** Reads for a count: of 10001 entries, and of what each of them is asked. */
const COUNTED = 200_000;
/** Tables that may be read from one end to the other, because they do not grow with the articles. */
const SMALL_TABLE = 1000;

const HALF = PUBLISHED / 2;
const TWENTIETH = PUBLISHED / 20;
const HUNDREDTH = PUBLISHED / 100;
const TENTH = PUBLISHED / 10;

const LEAVING_OUT = [
  '',
  'exclude_sections=<half>',
  'exclude_sections=<hundredth>',
  'exclude_sections=<ten>',
  'exclude_sections=<halfByTag>',
  'exclude_sections=<hundredthByTag>',
  'exclude_sections=<private>',
  'exclude_private=1',
];

const SELECTING: readonly Filter[] = [
  ...['include_sections', 'require_sections'].flatMap((name): Filter[] => [
    [`${name}=<half>`, HALF],
    [`${name}=<twentieth>`, TWENTIETH],
    [`${name}=<hundredth>`, HUNDREDTH],
    [`${name}=<ten>`, 10],
    [`${name}=<halfByTag>`, HALF],
    [`${name}=<hundredthByTag>`, HUNDREDTH],
  ]),
  ['include_sections=<half>,<ten>', HALF],
  ['include_sections=<ten>,<hundredthByTag>', HUNDREDTH],
  ['phrase=half', HALF],
  ['phrase=twentieth', TWENTIETH],
  ['phrase=hundredth', HUNDREDTH],
  ['phrase=ten', 10],
  ['include_tags=tag-half', HALF],
  ['include_tags=tag-twentieth', TWENTIETH],
  ['include_tags=tag-hundredth', HUNDREDTH],
  ['include_tags=tag-ten', 10],
  ['include_tags=tag-ten,tag-half', HALF],
  ['newsroom_reading_level=easy', HALF],
  ['newsroom_reading_level=medium', TWENTIETH],
  ['newsroom_reading_level=very_hard', HUNDREDTH],
  ['newsroom_reading_level=easy,very_hard', HALF],
  ['newsroom_desk=Ten', 10],
  [`date_from=${timeOf(TENTH)}`, 9 * TENTH],
  [`date_from=${timeOf(PUBLISHED - 9)}`, 10],
  [`date_to=${timeOf(9 * TENTH)}`, 9 * TENTH],
  [`date_to=${timeOf(10)}`, 10],
  [`date_from=${timeOf(3 * TENTH)}&date_to=${timeOf(6 * TENTH)}`, 3 * TENTH],
  [`date_from=${timeOf(HALF + 1)}&date_to=${timeOf(HALF + 10)}`, 10],
  ['type=page', 9 * TENTH],
  ['type=gallery', TWENTIETH],
  ['type=video', 50],
  ['type=unknown', 0],
  ['provider_id=20', 9 * TENTH],
  ['provider_id=0', TWENTIETH],
  ['provider_id=15', 50],
];

/**
 * By two criteria, or one of which no index is in the order of publication: they are measured in every order.
 */
const SELECTING_TWICE: readonly Filter[] = [
  [`updated_from=${changedSince(HALF)}`, HALF],
  [`updated_from=${changedSince(HUNDREDTH)}`, HUNDREDTH],
  [`updated_from=${changedSince(10)}`, 10],
  ['provider_post_id=partner-3', 1],
  ['provider_post_id=unknown', 0],
  ['require_sections=<half>,<halfByTag>', HALF / 2],
  ['include_sections=<half>&include_tags=tag-half', HALF / 2],
  ['type=video&include_tags=tag-half', 50],
  ['newsroom_reading_level=easy&include_tags=tag-half', HALF / 2],
  ['newsroom_reading_level=very_hard&newsroom_desk=Ten', 0],
  ['phrase=half hundredth', HUNDREDTH / 2],
  ['phrase=ten half', 0],
];

const LISTS: readonly Case[] = [
  ['posts/frontpage', 10, IN_ORDER[10]],
  ['posts/frontpage?limit=100', 100, IN_ORDER[100]],
  ...['half', 'twentieth', 'hundredth', 'halfByTag', 'hundredthByTag'].flatMap((name): Case[] => [
    [`posts/section?section_name=${name}`, 10, IN_ORDER[10]],
    [`posts/section?section_name=${name}&limit=100`, 100, IN_ORDER[100]],
  ]),
  ['posts/section?section_name=ten&limit=100', 10, IN_ORDER[10]],
  ...['half', 'twentieth', 'hundredth'].flatMap((name): Case[] => [
    [`posts/tag?tag=tag-${name}`, 10, IN_ORDER[10]],
    [`posts/tag?tag=tag-${name}&limit=100`, 100, IN_ORDER[100]],
    [`posts/search?phrase=${name}`, 10, IN_ORDER[10]],
    [`posts/search?phrase=${name}&limit=100`, 100, IN_ORDER[100]],
  ]),
  ['posts/tag?tag=tag-ten&limit=100', 10, IN_ORDER[10]],
  ['posts/search?phrase=ten&limit=100', 10, IN_ORDER[10]],
  ['posts/search?phrase=half hundredth', 10, MEASURED[10]],
  ['posts/basename?basename=story-5', 1, IN_ORDER[10]],
  ['posts/basename?basename=briefing', 10, IN_ORDER[10]],
  ['posts/basename?basename=briefing&removed=1', 10, IN_ORDER[10]],
  ['posts/page_views', 10, IN_ORDER[10]],
  ['posts/page_views?limit=100', 100, IN_ORDER[100]],
  ['posts/page_views?period_in_hours=168', 10, IN_ORDER[10]],
  ['drafts', 10, IN_ORDER[10]],
  ['drafts?removed=1&limit=30', 30, IN_ORDER[100]],
  ['scheduled_posts?limit=10', 10, IN_ORDER[10]],
  // All 500 of them.
  ['scheduled_posts', 500, 12_000],
];

const OWN_LISTS: readonly (readonly [writer: 'writer' | 'newcomer' | 'idler', ...Case])[] = [
  ['writer', 'drafts', 10, IN_ORDER[10]],
  ['writer', 'drafts?removed=1&limit=30', 30, IN_ORDER[100]],
  ['writer', 'scheduled_posts?limit=10', 10, IN_ORDER[10]],
  ['newcomer', 'drafts', 2, IN_ORDER[10]],
  ['idler', 'drafts', 0, IN_ORDER[10]],
  ['idler', 'scheduled_posts', 0, IN_ORDER[10]],
];

/** @param least of filters that select fewer, there are no cases */
function casesOf(order: string, limit: Limit, least = 0): Case[] {
  const isByTime = order === 'recency' || order === 'oldness';
  const pathOf = (filter: string) =>
    `posts?${[`order_by=${order}`, filter, `limit=${limit}`].filter(Boolean).join('&')}`;
  const isLong = ([, selected]: Filter) => selected >= least;
  const select =
    (most: number) =>
    ([filter, selected]: Filter): Case => [pathOf(filter), Math.min(limit, selected), most];
  return [
    ...LEAVING_OUT.map((filter): Case => [pathOf(filter), limit, IN_ORDER[limit]]),
    ...SELECTING.filter(isLong).map(select((isByTime ? IN_ORDER : MEASURED)[limit])),
    ...SELECTING_TWICE.filter(isLong).map(select(MEASURED[limit])),
  ];
}

/** GraphQL query for posts; GraphQL has more filters than REST. */
const graphql = (filters: string, limit: Limit, order = 'RECENCY') =>
  `posts(filters:{${filters}},slice:{limit:${limit},order:${order}}){id}`;
const GRAPHQL: readonly Case[] = [
  ...([10, 100] as const).flatMap((limit): Case[] => [
    [graphql('', limit), limit, IN_ORDER[limit]],
    [graphql('includedAuthors:[<writer>]', limit), limit, IN_ORDER[limit]],
    [graphql('includedAuthors:[<writer>]', limit, 'RATING'), limit, MEASURED[limit]],
    [graphql('includedAuthors:[<idler>]', limit), 0, IN_ORDER[limit]],
    [graphql('excludedAuthors:[<writer>]', limit), limit, IN_ORDER[limit]],
    [graphql('excludedAuthors:[<idler>]', limit, 'RATING'), limit, MEASURED[limit]],
    [graphql('excludedTags:["tag-half"]', limit), limit, IN_ORDER[limit]],
    [graphql('excludedIds:[1,2,3]', limit), limit, IN_ORDER[limit]],
    [graphql('includedIds:[10,20,30,40]', limit), 4, IN_ORDER[limit]],
    [graphql('includedAuthors:[<writer>],includedTags:["tag-half"]', limit), limit, MEASURED[limit]],
    [graphql('includedAuthors:[<writer>],includedTags:["tag-hundredth"]', limit), 0, MEASURED[limit]],
    [graphql('includedIds:[10,20,30,40],excludedTags:["tag-ten"]', limit, 'RATING'), 4, IN_ORDER[limit]],
  ]),
];

/** Articles that a page by cursor leaves behind it: more than may be read for it. */
const DEPTH = 480;
/** Lists that are asked for what is behind these: the same reads as for their beginning. */
const BY_CURSOR: readonly Case[] = [
  ...['recency', 'oldness', 'last_update'].flatMap((order) => casesOf(order, 10, DEPTH + 10)),
  ...LISTS.filter(([path]) => /^(?:posts\/(?:frontpage|.*(?:half|th|ByTag))|drafts)$/.test(path)),
];

const database = createTestDatabase();
// Rows that were read are counted by the server; SQLite does not count them.
const onServer = database.isSqlite ? describe.skip : describe;
afterAll(() => database.drop());
// That is not called where every test is skipped.
if (database.isSqlite) await database.drop();

onServer(`of ${PUBLISHED} posts`, () => {
  let service: Service;
  let data: LargeData;
  let costs: StatementCosts;
  beforeAll(async () => {
    // Background work sends statements, too.
    service = await startService({ database, extension: newsroom, environment: { SCHEDULER: 'off' } });
    data = await createLargeData(service);
    costs = await StatementCosts.open(database.url);
  });
  afterAll(() => service.stop());
  afterAll(() => costs.close());

  /** Gets a list. @returns the ids of its articles, and the statements by which they were found */
  async function get(client: Client, path: string) {
    const ids: Readonly<Record<string, number>> = { ...data.sections, ...data.authors };
    const sent = path.replaceAll(/<(\w+)>/g, (_, name: string) => String(ids[name]));
    const sentBy = jest.spyOn(service.app.get(Database).sources.statements as Logger, 'logQuery');
    try {
      const isGraphql = sent.includes('{');
      const route = isGraphql ? `/core/graphql?query=${encodeURIComponent(`{${sent}}`)}` : `/api/1.3/${sent}`;
      const { body: answer, headers } = await client.get(route).expect(200);
      const body = isGraphql ? (answer as { data: { posts: Post[] } }).data.posts : (answer as Post[]);
      const statements = sentBy.mock.calls
        .filter(([sql]) => isRead(sql))
        .map(([sql, parameters = []]): Statement => ({ sql, parameters: parameters as unknown[] }));
      return { posts: body, listed: body.map(({ id }) => id), statements, headers };
    } finally {
      sentBy.mockRestore();
    }
  }

  /** The same list from behind its article number DEPTH on. */
  async function behind(path: string): Promise<string> {
    const lists = jest.spyOn(service.app.get<ArticleFinder>(ArticleFinder), 'page');
    const list = `${path}${path.includes('?') ? '&' : '?'}`;
    const { posts } = await get(service, `${list}offset=${DEPTH}`);
    const { criteria, order } = lists.mock.lastCall?.[0] ?? {};
    lists.mockRestore();
    const [id, time] = [
      posts.at(-1)?.id ?? 0,
      posts.at(-1)?.[order?.by === 'updated' ? 'updated_ts' : 'created_ts'] ?? 0,
    ];
    const keys = order?.by === 'editorial' ? [0, time] : [time, 0];
    return `${list}cursor=${cursorOf({ keys, id }, [criteria, order])}`;
  }

  async function expectCheap(client: Client, [path, length, mostReads]: Case): Promise<void> {
    const { listed, statements } = await get(client, path);
    expect(listed).toHaveLength(length);
    const sent = [];
    for (const statement of statements) sent.push(await costs.of(statement));
    // The measurement is of what the client got: one of the statements finds these articles, no more and no
    // less, but for the first of the next page where a cursor asks whether there is one.
    const most = length + (path.includes('cursor=') ? 1 : 0);
    const finds = sent.map(({ found }) => new Set(found.map(({ id }) => id)));
    const isOfList = (ids: Set<unknown>) => listed.every((id) => ids.has(id)) && ids.size <= most;
    expect(finds.filter(isOfList)).not.toEqual([]);
    const reads = sent.reduce((sum, cost) => sum + cost.reads, 0);
    expect(reads).toBeGreaterThanOrEqual(length);
    expect(reads).toBeLessThanOrEqual(mostReads);
    expect(sent.flatMap(({ plan }) => scansIn(plan, SMALL_TABLE))).toEqual([]);
  }

  test.each([
    ['a table is read from one end to the other', "SELECT id FROM articles WHERE headline = 'x'"],
    ['an index is read from one end to the other', 'SELECT COUNT(*) FROM articles'],
  ])('it is noticed when %s', async (_name, sql) => {
    const { reads, plan } = await costs.of({ sql, parameters: [] });
    expect(reads).toBeGreaterThanOrEqual(PUBLISHED);
    expect(scansIn(plan, SMALL_TABLE)).toHaveLength(1);
  });

  test('it is noticed when a walk along an index throws away what it finds', async () => {
    const sql =
      'SELECT id FROM articles FORCE INDEX (articles_by_created) WHERE status = ? AND id % ? = 0 LIMIT 2';
    const { reads } = await costs.of({ sql, parameters: [0, PUBLISHED] });
    expect(reads).toBeGreaterThanOrEqual(PUBLISHED);
  });

  test.each([
    ...['recency', 'oldness', 'last_update', 'popularity'].flatMap((order) => casesOf(order, 10)),
    ...['recency', 'last_update', 'popularity'].flatMap((order) => casesOf(order, 100)),
    ...LISTS,
    ...GRAPHQL,
  ])('GET %s lists %i and reads %i rows at most', async (...wanted) => {
    await expectCheap(service, wanted);
  });

  test.each(BY_CURSOR)('GET %s by cursor lists %i and reads %i rows at most', async (path, ...wanted) => {
    await expectCheap(service, [await behind(path), ...wanted]);
  });

  test.each([
    ['posts?', '10000', 'gte'],
    ['posts?require_sections=<half>,<halfByTag>', '10000', 'gte'],
    ['posts?exclude_private=1&order_by=popularity', '10000', 'gte'],
    ['posts/frontpage?', '10000', 'gte'],
    ['posts?type=gallery', String(TWENTIETH), undefined],
    ['posts?phrase=half hundredth', String(HUNDREDTH / 2), undefined],
    ['drafts?removed=1', '2500', undefined],
  ])('GET %s counts %s articles (%s), and no further', async (path, count, relation) => {
    const { statements, headers } = await get(service, `${path}&limit=1&count=1`);
    expect(headers['x-total-count']).toBe(count);
    expect(headers['x-total-count-relation']).toBe(relation);
    let reads = 0;
    for (const statement of statements) reads += (await costs.of(statement)).reads;
    expect(reads).toBeLessThanOrEqual(COUNTED);
  });

  test.each(OWN_LISTS)(
    'GET of a Guest Writer (%s) %s lists %i and reads %i rows at most',
    async (who, ...wanted) => {
      await expectCheap(data[who], wanted);
    },
  );

  test('A tag of half of the posts, which brings a badge and a section, costs no more where other tags are rare', async () => {
    await addRareTags(service);
    await expectCheap(service, ['posts?limit=10', 10, IN_ORDER[10]]);
    await expectCheap(service, ['posts?limit=100', 100, IN_ORDER[100]]);
  });
});
