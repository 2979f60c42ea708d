import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { Database } from '../../src/platform/database/database.js';
import { createImages } from '../support/images.js';
import { fewestStatements, statementsOf } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

const LENGTHS = [1, 10, 100];
const COUNT = 105;
const MAX_DRAFTS = 30;
const MAX_STATEMENTS = 7;
const TIME = 1_700_000_000;
const HOUR_S = 3600;
const STEP = 10;

let service: Service;
/** Ids of the section that posts are sent to, and of the one that a tag brings them to. */
let sectionIds: readonly number[];
/** The badge that is sent with posts; another one comes by a tag. */
let badgeId: number | undefined;

beforeAll(async () => {
  // The id in the path lets all articles have one slug.
  // Background work sends statements, too.
  const environment = { SCHEDULER: 'off' };
  service = await startService({ settings: { articles: { permalink: '/{id}/{basename}' } }, environment });
  await createImages(service, 3);
  const news = { title: 'News', url: 'news', status: 2 };
  const arts = { title: 'Arts', url: 'arts', status: 2, tags: ['Arts'] };
  sectionIds = await inSteps([news, arts], (fields) => service.post('/api/1.3/sections', fields));
  const badges = [{ name: 'Sent' }, { name: 'By tag', tags: ['Arts'] }];
  [badgeId] = await inSteps(badges, (fields) => service.post('/api/1.3/badges', { image_id: 1, ...fields }));
  const now = Math.floor(Date.now() / 1000);
  const posts = await seed('posts', COUNT);
  const view = (id: number, hoursAgo: number) =>
    service.post(`/api/1.3/posts/${id}/page_views`, { at: now - hoursAgo * HOUR_S });
  await inSteps(posts, (id) => view(id, 30));
  await inSteps(posts.slice(COUNT / 2), (id) => view(id, 3));
  await seed('drafts', MAX_DRAFTS + 1);
  const times = { scheduled_at: now + 24 * HOUR_S };
  await inSteps(await seed('drafts', COUNT), (id) => service.put(`/api/1.3/scheduled_posts/${id}`, times));
  // As databases have it from before external ids had to differ.
  const database = service.app.get(Database);
  await service.app
    .get(UnitOfWork)
    .run(() => database.execute(`UPDATE articles SET provider_post_id = 'same'`));
  for (const id of ['0', sectionIds[0]])
    await service.put(`/api/1.3/sections/${id}/order`, { post_ids: posts.slice(20, 40) }).expect(200);
});
afterAll(() => service.stop());

/** Sends a few requests at a time. @returns the ids that they answer */
async function inSteps<T>(
  items: readonly T[],
  send: (item: T) => ReturnType<Service['get']>,
): Promise<number[]> {
  const ids: number[] = [];
  for (let start = 0; start < items.length; start += STEP) {
    const sent = items.slice(start, start + STEP).map((item) => send(item).expect(200));
    for (const { body } of await Promise.all(sent)) ids.push(body.id);
  }
  return ids;
}

function seed(door: 'posts' | 'drafts', count: number): Promise<number[]> {
  const fields = Array.from({ length: count }, (_, n) => ({
    headline: 'Story',
    body: '<p>Of the bridge</p>',
    sections: [0, sectionIds[0]],
    tags: ['Arts', 'Plain'],
    badges: [badgeId],
    listicle: { items: [{ headline: 'Item' }] },
    created_ts: TIME + (n % 7),
  }));
  return inSteps(fields, (body) => service.post(`/api/1.3/${door}`, body));
}

async function ask(list: string, limit: number): Promise<{ length: number; statements: number }> {
  const path = list.replaceAll('{news}', String(sectionIds[0])).replaceAll('{arts}', String(sectionIds[1]));
  const url = `/api/1.3/${path}${path.includes('?') ? '&' : '?'}limit=${limit}`;
  let length = 0;
  const sent = await fewestStatements(service, async () => {
    ({ length } = (await service.get(url).expect(200)).body);
  });
  return { length, statements: sent.length };
}

const PARAMETERS = [
  ...['offset=3', 'provider_id=20', 'provider_post_id=same', 'type=page', 'phrase=bridge of the story'],
  ...['order_by=recency', 'order_by=last_update', 'order_by=oldness', 'order_by=popularity'],
  'order_by=popularity&order_by_period_in_days=0.04',
  ...['include_sections={news}', 'include_sections={news},{arts},0,999999', 'include_sections={arts}'],
  ...[
    'exclude_sections=999999',
    'require_sections={news},{arts},0',
    `date_from=${TIME}`,
    `date_to=${2 * TIME}`,
  ],
  ...['exclude_private=1', 'include_tags=arts,PLAIN', 'include_fields=id', 'include_fields=headline,tags'],
  'include_fields=badges,badges_details',
  'exclude_fields=body,roar_authors',
];
const ALL_AT_ONCE = [
  'provider_post_id=same&type=page&phrase=bridge&include_sections={news},{arts}&require_sections={arts}',
  `exclude_sections=999999&date_from=${TIME}&date_to=${2 * TIME}&exclude_private=1&include_tags=arts,plain`,
].join('&');

describe('The number of statements does not depend on the length of', () => {
  test.each([
    'posts',
    ...PARAMETERS.map((parameter) => `posts?${parameter}`),
    ...['recency', 'last_update', 'oldness', 'popularity'].map(
      (order) => `posts?${ALL_AT_ONCE}&order_by=${order}`,
    ),
    ...[
      'posts/frontpage',
      'posts/section?section_name=news',
      'posts/section?section_name=/arts',
      'posts/tag?tag=Plain',
    ],
    ...[
      'posts/search?phrase=story',
      'posts/search?phrase=bridge story item arts',
      'posts/basename?basename=story',
    ],
    ...['posts/basename?basename=story&removed=1', 'posts/page_views?period_in_hours=168', 'drafts'],
    ...['posts/page_views?period_in_hours=1', 'drafts?removed=1', 'scheduled_posts'],
  ])('%s', async (list) => {
    const answers = [];
    for (const limit of LENGTHS) answers.push(await ask(list, limit));
    const longest = list.startsWith('drafts') ? MAX_DRAFTS : Infinity;
    const lengths = LENGTHS.map((length) => Math.min(length, longest));
    expect(answers.map(({ length }) => length)).toEqual(lengths);
    const [{ statements } = { statements: 0 }] = answers;
    expect(statements).toBeGreaterThan(0);
    expect(statements).toBeLessThanOrEqual(MAX_STATEMENTS);
    expect(answers.map((answer) => answer.statements)).toEqual(lengths.map(() => statements));
  });
});

test.each(['posts?order_by=popularity&order_by_period_in_days=1', 'posts/page_views'])(
  'The number of statements has a bound where only some posts were viewed: %s',
  async (list) => {
    for (const limit of LENGTHS) {
      const { length, statements } = await ask(list, limit);
      expect({ limit, length, isFew: statements <= MAX_STATEMENTS }).toEqual({
        limit,
        length: limit,
        isFew: true,
      });
    }
  },
);

test('The badges of all posts of a list are read with what else is assigned to them', async () => {
  const { body } = await service.get('/api/1.3/posts?limit=100').expect(200);
  const names = (body as Post[]).map(({ badges_details: badges }) => badges.map(({ name }) => name));
  expect(names).toEqual(Array.from({ length: 100 }, () => ['Sent', 'By tag']));
});

test('How many articles meet the criteria of a list is measured once in a while', async () => {
  const isMeasured = async () => {
    const url = '/api/1.3/posts?order_by=last_update&include_tags=plain&date_from=1&limit=5';
    const sent = await statementsOf(service, () => service.get(url).expect(200));
    return sent.some((statement) => statement.includes('reaches'));
  };
  expect([await isMeasured(), await isMeasured()]).toEqual([true, false]);
});

test('fields that are not selected are not read', async () => {
  const sent = await statementsOf(service, async () => {
    const { body } = await service
      .get('/api/1.3/posts?limit=2&include_fields=id,headline,post_url')
      .expect(200);
    expect(Object.keys(body[0] as object)).toEqual(['id', 'headline', 'post_url']);
  });
  const statements = sent.join('\n');
  expect(statements).toContain('a.headline');
  expect(statements).not.toMatch(/a\.(body|description|listicle|product)|article_authors|article_tags|badge/);
});
