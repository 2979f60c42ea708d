import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { InvalidError, OverloadedError } from '../../src/kernel/errors.js';
import { Database } from '../../src/platform/database/database.js';
import {
  type ArticleChange,
  ArticleHooks,
  type PendingArticleChange,
} from '../../src/modules/articles/article-hooks.js';
import { newsroom } from '../support/own-fields.js';
import { type Client, type Service, startService } from '../support/service.js';

const BULK = '/api/1.3/posts/bulk';

/** Headlines that hooks were handed, before and after. */
let seen: string[] = [];
/** Whether hooks have no time for articles that ask for it. */
let isBusy = true;
@Injectable()
class Desk extends ArticleHooks {
  override before({ article: { headline }, write }: PendingArticleChange): void {
    seen.push(`before ${headline}`);
    if (headline === 'Refused') throw InvalidError.field('headline', 'is refused by the desk');
    if (headline === 'Defect') throw new Error('not expected');
    if (headline === 'Busy') throw new OverloadedError('busy', 'The desk is busy.');
    if (isBusy && headline.startsWith('Waits')) throw new OverloadedError('busy', 'The desk is busy.');
    if (headline === 'Hooked') write({ headline: 'Hooked by the desk' });
  }

  override after({ article }: ArticleChange): void {
    seen.push(`after ${article.headline}`);
  }
}

let service: Service;
beforeAll(async () => {
  service = await startService({
    environment: { SCHEDULER: 'off' },
    extension: { ...newsroom, articles: Desk },
  });
});
afterAll(() => service.stop());
beforeEach(() => {
  seen = [];
  isBusy = true;
});

interface Answer {
  readonly status: number;
  readonly id?: number | null;
  readonly code?: string;
  readonly post?: Record<string, unknown>;
}

interface Sending {
  readonly client?: Client;
  readonly query?: string;
  readonly key?: string;
}

async function send(records: unknown, { client = service, query = '', key = '' }: Sending = {}) {
  const request = client.post(BULK + query, records as object);
  const { body } = await (key ? request.set('Idempotency-Key', key) : request).expect(200);
  return body as Answer[];
}

const statuses = (answers: readonly Answer[]) => answers.map(({ status }) => status);
const headlines = async (query = '') => {
  const { body } = await service.get(`/api/1.3/posts?limit=100${query}`).expect(200);
  return (body as { headline: string }[]).map(({ headline }) => headline);
};
const total = async () => {
  const [row] = await service.app
    .get(Database)
    .rows<{ total: number }>('SELECT COUNT(*) AS total FROM articles');
  return Number(row?.total);
};

const mixed = (name: string) => [
  { headline: `${name} one`, tags: [name], newsroom_minutes: 7 },
  { headline: '' },
  { headline: `${name} two`, tags: [name], sections: [99] },
  { headline: `${name} three`, tags: [name], provider_post_id: `${name}-3` },
  { headline: `${name} three again`, provider_post_id: `${name}-3` },
  { headline: 'Defect' },
  null,
  { headline: `${name} four`, tags: [name], provider_id: 1000, provider_post_id: `${name}-3` },
];

describe('POST /posts/bulk', () => {
  test.each([
    ['without a key', ''],
    ['with an Idempotency-Key', randomUUID()],
  ])('%s writes records in their order, and one that fails stops no other', async (name, key) => {
    const [word = ''] = name.split(' ');
    const answers = await send(mixed(word), { key });
    expect(statuses(answers)).toEqual([200, 400, 400, 200, 200, 500, 400, 200]);
    expect(answers[0]).toMatchObject({
      id: expect.any(Number),
      post: { headline: `${word} one`, newsroom_minutes: 7 },
    });
    expect(answers[1]).toMatchObject({
      code: 'invalid-input',
      errors: [{ field: 'headline' }],
      instance: `${BULK}#/1`,
    });
    expect(answers[4]).toMatchObject({
      id: answers[3]?.id,
      post: { headline: `${word} three again`, tags: [word] },
    });
    expect(answers[7]?.id).not.toBe(answers[3]?.id);
    expect(await headlines(`&tags=${word}`)).toEqual(
      expect.arrayContaining([`${word} one`, `${word} three again`, `${word} four`]),
    );
    const before = await total();
    if (!key) return;
    // A defect is tried again, and has the id of the request that has met it.
    expect(await send(mixed(word), { key })).toEqual(
      answers.map((answer) => (answer.status === 500 ? { ...answer, detail: expect.any(String) } : answer)),
    );
    expect(await total()).toBe(before);
  });

  test.each([[''], [randomUUID()]])('passes the hooks of an extension', async (key) => {
    const [hooked, refused] = await send([{ headline: 'Hooked' }, { headline: 'Refused' }], { key });
    expect(hooked?.post).toMatchObject({ headline: 'Hooked by the desk' });
    expect(refused).toMatchObject({ status: 400, errors: [{ field: 'headline' }] });
    expect(seen).toEqual(['before Hooked', 'after Hooked by the desk', 'before Refused']);
  });

  test('makes drafts when it is asked to', async () => {
    const [first] = await send([{ headline: 'As draft', provider_post_id: 'draft-1' }], {
      query: '?as=draft',
    });
    expect(first?.post).toMatchObject({ status: 1, draft_url: expect.any(String) });
    const [again] = await send([{ headline: 'As draft 2', provider_post_id: 'draft-1' }]);
    expect(again).toMatchObject({ id: first?.id, post: { status: 1, headline: 'As draft 2' } });
    expect(again?.post).not.toHaveProperty('draft_url');
  });

  test('shows the URL of the draft that was a post', async () => {
    const record = { headline: 'Back', provider_post_id: 'back-1' };
    await send([record]);
    const [answer] = await send([{ ...record, action: 'unpublish' }]);
    expect(answer?.post).toMatchObject({ status: 1, draft_url: expect.any(String) });
  });

  test('judges the rights of each record', async () => {
    const { client } = await service.createAuthorWithKey('Guest Writer');
    const [other] = await send([{ headline: 'Of the desk', provider_post_id: 'rights-1' }]);
    const records = [{ headline: 'Mine' }, { headline: 'Not mine', provider_post_id: 'rights-1' }];
    expect(statuses(await send(records, { client }))).toEqual([403, 403]);
    expect(statuses(await send(records, { client, query: '?as=draft' }))).toEqual([200, 403]);
    const { body } = await service.get(`/api/1.3/posts/${String(other?.id)}`).expect(200);
    expect(body).toMatchObject({ headline: 'Of the desk' });
    const { client: reader } = await service.createAuthorWithKey('Reader');
    await reader.post(BULK, []).expect(403);
    await service.as(null).post(BULK, []).expect(401);
  });

  test('is tried as a dry run: nothing is kept, new records have no id', async () => {
    const [kept] = await send([{ headline: 'Kept', provider_post_id: 'dry-1' }]);
    const before = await total();
    const records = [
      { headline: 'Tried' },
      { headline: 'Edited', provider_post_id: 'dry-1' },
      { headline: '' },
      { headline: 'New', provider_post_id: 'dry-2' },
      { headline: 'New again', provider_post_id: 'dry-2' },
    ];
    const answers = await send(records, { query: '?dry_run=1' });
    expect(statuses(answers)).toEqual([200, 200, 400, 200, 200]);
    expect(answers[0]).toMatchObject({ id: null, post: { id: null, headline: 'Tried' } });
    expect(answers[1]).toMatchObject({ id: kept?.id, post: { id: kept?.id, headline: 'Edited' } });
    expect(answers[4]).toMatchObject({ id: null, post: { id: null, headline: 'New again' } });
    expect(await total()).toBe(before);
    const { body } = await service.get(`/api/1.3/posts/${String(kept?.id)}`).expect(200);
    expect(body).toMatchObject({ headline: 'Kept' });
  });

  test('of the same records twenty times at once makes each article once, with keys and without', async () => {
    const records = [1, 2, 3].map((n) => ({ headline: `Raced ${n}`, provider_post_id: `raced-${n}` }));
    const before = await total();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => send(records, { key: n % 2 ? randomUUID() : '' })),
    );
    expect(new Set(answers.flatMap(statuses))).toEqual(new Set([200]));
    for (const place of [0, 1, 2]) expect(new Set(answers.map((answer) => answer[place]?.id)).size).toBe(1);
    expect(await total()).toBe(before + 3);
  });

  test.each([
    ['', 'Text'],
    [', of large posts', 'x'.repeat(50_000)],
  ])('carries out what failed for a time when it is sent again, and nothing twice%s', async (_name, body) => {
    const records = ['Waits', '', 'Done', 'Waits, too', 'Done, too'].map((headline) => ({ headline, body }));
    const key = randomUUID();
    const before = await total();
    const first = await send(records, { key });
    expect(statuses(first)).toEqual([503, 400, 200, 503, 200]);
    expect(await send(records, { key })).toEqual(first);
    expect(await total()).toBe(before + 2);
    isBusy = false;
    const mended = await send(records, { key });
    expect(mended).toEqual(first.map((answer) => (answer.status === 503 ? expect.anything() : answer)));
    expect(statuses(mended)).toEqual([200, 400, 200, 200, 200]);
    const { body: again, headers } = await service
      .post(BULK, records)
      .set('Idempotency-Key', key)
      .expect(200);
    expect([again, headers['idempotency-replayed']]).toEqual([mended, 'true']);
    expect(await total()).toBe(before + 4);
    await service.post(BULK, records.slice(1)).set('Idempotency-Key', key).expect(422);
  });

  test('of which all failed for a time is carried out when it is sent again', async () => {
    const key = randomUUID();
    const records = Array.from({ length: 5 }, (_, n) => ({ headline: `Waits ${n}` }));
    expect(statuses(await send(records, { key }))).toEqual([503, 503, 503, 503, 503]);
    isBusy = false;
    expect(statuses(await send(records, { key }))).toEqual([200, 200, 200, 200, 200]);
  });

  test('asks no more of a service that is too busy for three records in a row', async () => {
    const busy = { headline: 'Busy' };
    const answers = await send([busy, busy, { headline: 'Between' }, busy, busy, busy, { headline: 'Late' }]);
    expect(statuses(answers)).toEqual([503, 503, 200, 503, 503, 503, 503]);
    expect(answers.at(-1)).toMatchObject({ code: 'busy', instance: `${BULK}#/6` });
  });

  test('takes 0 to 100 records', async () => {
    expect(await send([])).toEqual([]);
    const records = Array.from({ length: 100 }, (_, n) => ({ headline: `Many ${n}`, tags: ['many'] }));
    expect(new Set(statuses(await send(records, { key: randomUUID() })))).toEqual(new Set([200]));
    expect(await headlines('&tags=many')).toHaveLength(100);
    await service.post(BULK, [...records, { headline: 'Too many' }]).expect(400);
  });

  test.each([[{}], [{ headline: 'One' }], ['text'], [null], [7]])('refuses %j', async (body) => {
    const { body: problem } = await service
      .post(BULK)
      .set('Content-Type', 'application/json')
      .send(JSON.stringify(body))
      .expect(400);
    expect(problem).toMatchObject({ code: 'invalid-input' });
  });

  test.each([
    [7],
    ['text'],
    [[]],
    [[[]]],
    [{ provider_post_id: 7 }],
    [{ headline: 'H', provider_post_id: 'x', provider_id: 19 }],
    [{ provider_post_id: { toString: 1 } }],
  ])('answers 400 for the record %j', async (record) => {
    expect(statuses(await send([record]))).toEqual([400]);
  });
});
