import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { EventStore } from '../../src/modules/changes/events/event-store.js';
import { ArticleScheduleService } from '../../src/modules/articles/scheduling/article-schedule.service.js';
import { Database } from '../../src/platform/database/database.js';
import type { ManualClock } from '../../src/testing/manual-clock.js';
import type { Service } from '../support/service.js';
import { deliverTo, startHooked, verify, type WebhookReceiver } from '../support/webhook-receiver.js';

const WEBHOOKS = '/api/1.3/webhooks';
const DAY_S = 86_400;

interface Shown {
  readonly id: number;
  readonly secret: string;
  readonly state: string;
}
interface Delivery {
  readonly id: number;
  readonly event_id: string;
  readonly action: string;
  readonly status: string;
  readonly attempts: number;
  readonly response_status: number | null;
  readonly response_body: string;
  readonly next_attempt_ts: number | null;
}

let clock: ManualClock;
let receiver: WebhookReceiver;
let service: Service;
beforeAll(async () => {
  ({ service, receiver, clock } = await startHooked());
  await service.post('/api/1.3/sections', { title: 'Coast', url: 'coast', status: 1 }).expect(200);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});
afterEach(async () => {
  receiver.answer = () => ({ status: 200 });
  for (const { id } of await list<Shown>(WEBHOOKS)) await service.delete(`${WEBHOOKS}/${id}`).expect(200);
  receiver.take();
});

async function list<T>(path: string): Promise<T[]> {
  return (await service.get(path).expect(200)).body as T[];
}
const idOf = ({ body }: { body: unknown }): number => (body as { id: number }).id;

async function makeWebhook(fields: object = {}): Promise<Shown> {
  const { body } = await service.post(WEBHOOKS, { url: receiver.url(), ...fields }).expect(200);
  clock.advance(2);
  return body as Shown;
}
const create = async (fields: object = {}, door = 'posts') =>
  idOf(await service.post(`/api/1.3/${door}`, { headline: 'Tides', ...fields }).expect(200));
const deliveriesOf = (id: number) => list<Delivery>(`${WEBHOOKS}/${id}/deliveries`);

const deliver = () => deliverTo(receiver, service);
const actions = async () =>
  (await deliver()).map(({ body }) => `${String(body.action)} ${String(body.post_id)}`);

describe('A webhook', () => {
  test('is told of an article whose every character is escaped in JSON and on its way to the server', async () => {
    await makeWebhook();
    const body = '\\'.repeat(2_400_000);
    const id = await create({ body }, 'drafts');
    const [told] = await deliver();
    const post = told?.body.post as { readonly id: number; readonly body: string };
    expect([post.id, post.body === body]).toEqual([id, true]);
  });

  test('is told from a snapshot that a former version has kept', async () => {
    await makeWebhook();
    const id = await create();
    const post = JSON.stringify({ id, headline: 'As it was kept' });
    const { app } = service;
    await app
      .get(UnitOfWork)
      .run(() =>
        app.get(Database).execute('UPDATE webhook_snapshots SET post = ? WHERE article_id = ?', [post, id]),
      );
    expect((await deliver()).map(({ body }) => body.post)).toEqual([JSON.parse(post)]);
  });

  test('is told of each act on an article by what it was before', async () => {
    await makeWebhook();
    const post = await create();
    await service.put(`/api/1.3/posts/${post}`, { headline: 'Other' }).expect(200);
    await service.put(`/api/1.3/posts/${post}`, { headline: 'Other' }).expect(200);
    expect(await actions()).toEqual([`post_create ${post}`, `post_edit ${post}`]);
    await service.put(`/api/1.3/posts/${post}`, { action: 'unpublish' }).expect(200);
    await service.put(`/api/1.3/drafts/${post}`, { headline: 'As a draft' }).expect(200);
    await service.put(`/api/1.3/drafts/${post}`, { headline: 'Again', action: 'publish' }).expect(200);
    await service.delete(`/api/1.3/posts/${post}`).expect(200);
    await service.put(`/api/1.3/drafts/${post}`, { action: 'restore' }).expect(200);
    await service.delete(`/api/1.3/drafts/${post}`).expect(200);
    const acts = [
      'post_unpublish',
      'draft_edit',
      'draft_publish',
      'post_delete',
      'draft_create',
      'draft_delete',
    ];
    expect(await actions()).toEqual(acts.map((action) => `${action} ${post}`));
  });

  test('is told of schedules, and of a publication by the clock as of one by hand', async () => {
    await makeWebhook();
    const draft = await create({}, 'drafts');
    const path = `/api/1.3/scheduled_posts/${draft}`;
    const scheduled_at = clock.now() + 3600;
    await service.put(path, { scheduled_at }).expect(200);
    await service.delete(path).expect(200);
    await service.put(path, { scheduled_at }).expect(200);
    clock.advance(3601);
    await service.app.get(ArticleScheduleService).publishDue();
    const acts = ['draft_create', 'post_schedule', 'post_unschedule', 'post_schedule', 'draft_publish'];
    expect(await actions()).toEqual(acts.map((action) => `${action} ${draft}`));
  });

  test.each(['post', 'payload', 'flat'])(
    'gets the article as of the act, in the form %s',
    async (payload_form) => {
      const { secret } = await makeWebhook({
        payload_form,
        basic_auth: 'desk:pass',
        headers: { 'X-Team': 'web' },
      });
      const id = await create({ headline: 'First' });
      await service.put(`/api/1.3/posts/${id}`, { headline: 'Second' }).expect(200);
      const { body: second } = await service.get(`/api/1.3/posts/${id}`).expect(200);
      await service.delete(`/api/1.3/posts/${id}`).expect(200);
      const received = await deliver();
      for (const webhook of received) {
        expect(verify(webhook, secret)).toEqual(webhook.body);
        expect(webhook.headers).toMatchObject({
          authorization: `Basic ${Buffer.from('desk:pass').toString('base64')}`,
          'x-team': 'web',
          'content-type': 'application/json; charset=utf-8',
          'webhook-id': webhook.body.event_id,
        });
        expect(webhook.body).toMatchObject({ post_id: id, user_id: 1 });
      }
      const articles = received.map(({ body }) => (payload_form === 'flat' ? body : body[payload_form]));
      expect(articles[0]).toMatchObject({ id, headline: 'First', version: 1 });
      expect(articles[1]).toMatchObject(second as object);
      expect(articles[2]).toMatchObject({
        ...(second as object),
        version: expect.any(Number),
        removed: true,
      });
      expect(received[1]?.body).toMatchObject({
        action: 'post_edit',
        version: 2,
        post_url: (second as { post_url: string }).post_url,
        event_id: expect.stringMatching(/^evt_\d+$/),
      });
    },
  );

  test('is told of its actions and sections only', async () => {
    await makeWebhook({ actions: ['post_edit'], sections: [1] });
    const [inside, outside] = [await create({ sections: [1] }), await create()];
    await service.put(`/api/1.3/posts/${inside}`, { headline: 'B' }).expect(200);
    await service.put(`/api/1.3/posts/${outside}`, { headline: 'B' }).expect(200);
    await service.put(`/api/1.3/posts/${inside}`, { sections: [] }).expect(200);
    await service.put(`/api/1.3/posts/${inside}`, { headline: 'C' }).expect(200);
    expect(await actions()).toEqual([`post_edit ${inside}`, `post_edit ${inside}`]);
  });

  test('is not told of what is taken back, tried only, or came before it', async () => {
    await create();
    await makeWebhook();
    await service.post('/api/1.3/posts?dry_run=1', { headline: 'Tried' }).expect(200);
    await service.post('/api/1.3/posts', { headline: '' }).expect(400);
    expect(await actions()).toEqual([]);
  });
});

describe('A webhook that is switched off and on again', () => {
  test.each([
    ['before events have a place', () => Promise.resolve()],
    ['before events are handled', () => service.app.get(EventStore).place(100)],
  ])('begins with what comes from then on, %s', async (_when, wait) => {
    const { id } = await makeWebhook();
    const post = await create();
    await service.put(`${WEBHOOKS}/${id}`, { is_active: false }).expect(200);
    await service.put(`/api/1.3/posts/${post}`, { headline: 'While it is off' }).expect(200);
    await wait();
    await service.put(`${WEBHOOKS}/${id}`, { is_active: true }).expect(200);
    await service.put(`/api/1.3/posts/${post}`, { tags: ['on'] }).expect(200);
    await service.put(`${WEBHOOKS}/${id}`, { is_active: true, headers: { 'x-a': 'b' } }).expect(200);
    const told = await deliver();
    expect(told.map(({ body }) => [body.action, body.version])).toEqual([['post_edit', 3]]);
  });
});

describe('A delivery that fails', () => {
  test('is tried again later and later, and holds up what comes of its article alone', async () => {
    const { id } = await makeWebhook();
    const [bad, good] = [await create({ headline: 'Bad' }), await create({ headline: 'Good' })];
    receiver.answer = ({ body }) =>
      body.post_id === bad ? { status: 500, body: 'no'.repeat(2000) } : { status: 200 };
    expect((await actions()).sort()).toEqual([`post_create ${bad}`, `post_create ${good}`].sort());
    await service.put(`/api/1.3/posts/${bad}`, { headline: 'Later' }).expect(200);
    expect(await actions()).toEqual([]);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 3; attempt++) {
      const failed = (await deliveriesOf(id)).find(
        ({ action, status }) => action === 'post_create' && status === 'pending',
      );
      expect(failed).toMatchObject({ attempts: attempt, response_status: 500 });
      expect(failed?.response_body).toHaveLength(1024);
      waits.push((failed?.next_attempt_ts ?? 0) - clock.now());
      clock.advance(waits.at(-1) ?? 0);
      if (attempt < 3) expect(await actions()).toEqual([`post_create ${bad}`]);
    }
    for (const [index, least] of [5, 20, 80].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(least);
      expect(waits[index]).toBeLessThanOrEqual(Math.ceil(least * 1.2));
    }
    expect(((await service.get(`${WEBHOOKS}/${id}`).expect(200)).body as Shown).state).toBe('failing');
    receiver.answer = () => ({ status: 204 });
    expect(await actions()).toEqual([`post_create ${bad}`, `post_edit ${bad}`]);
    expect(((await service.get(`${WEBHOOKS}/${id}`).expect(200)).body as Shown).state).toBe('active');
  });

  test('goes before a later one of its article that is replayed, which makes both due', async () => {
    const { id } = await makeWebhook();
    receiver.answer = () => ({ status: 500 });
    const post = await create({ headline: 'First' });
    await service.put(`/api/1.3/posts/${post}`, { headline: 'Second' }).expect(200);
    for (let attempt = 0; attempt < 3; attempt++) {
      await deliver();
      clock.advance(100);
    }
    await deliver();
    const [second, first] = await deliveriesOf(id);
    expect([first, second]).toMatchObject([{ attempts: 4 }, { attempts: 0 }]);
    const replay = (one: number) => service.post(`${WEBHOOKS}/${id}/deliveries/${one}/replay`).expect(200);
    await replay(second?.id ?? 0);
    expect(await actions()).toEqual([`post_create ${post}`]);
    expect((await deliveriesOf(id)).map(({ attempts }) => attempts)).toEqual([0, 5]);
    receiver.answer = () => ({ status: 200 });
    await replay(second?.id ?? 0);
    expect(await actions()).toEqual([`post_create ${post}`, `post_edit ${post}`]);
  });

  test('goes before earlier ones of its article that are replayed, which go before later ones', async () => {
    const { id } = await makeWebhook();
    const post = await create();
    const edit = (headline: string) => service.put(`/api/1.3/posts/${post}`, { headline }).expect(200);
    await edit('Second');
    expect(await actions()).toHaveLength(2);
    receiver.answer = () => ({ status: 500 });
    await edit('Third');
    await deliver();
    const [, second, first] = await deliveriesOf(id);
    for (const one of [second, first, second])
      await service.post(`${WEBHOOKS}/${id}/deliveries/${one?.id}/replay`).expect(200);
    await edit('Fourth');
    receiver.answer = () => ({ status: 200 });
    expect((await deliver()).map(({ body }) => body.version)).toEqual([3, 2, 1, 4]);
    const replay = `${WEBHOOKS}/${id}/deliveries/${first?.id}/replay`;
    await service.post(replay).expect(200);
    expect((await deliver()).map(({ body }) => body.version)).toEqual([1]);
  });

  test('waits for as long as the receiver asks, and is given up after a day', async () => {
    const { id } = await makeWebhook();
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '7200' } });
    await create();
    await deliver();
    const [first] = await deliveriesOf(id);
    expect(first?.next_attempt_ts).toBe(clock.now() + 7200);
    clock.advance(DAY_S);
    await deliver();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'failed', attempts: 2, next_attempt_ts: null }]);
  });

  test.each([
    [
      'a redirect',
      () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' } }),
      { response_status: 302 },
    ],
    ['a broken connection', () => null, { response_status: null }],
  ])('has failed by %s', async (_name, answer, expected) => {
    const { id } = await makeWebhook();
    receiver.answer = answer;
    await create();
    await deliver();
    expect(await deliveriesOf(id)).toMatchObject([{ status: 'pending', attempts: 1, ...expected }]);
  });

  test('for three days switches its webhook off, which begins anew when it is switched on', async () => {
    const { id } = await makeWebhook();
    receiver.answer = () => ({ status: 500 });
    for (let day = 0; day < 4; day++) {
      await create();
      await deliver();
      clock.advance(DAY_S + 1);
    }
    const { body: off } = await service.get(`${WEBHOOKS}/${id}`).expect(200);
    expect(off).toMatchObject({
      state: 'off',
      is_active: false,
      off_reason: expect.stringContaining('72 hours'),
    });
    expect((await deliveriesOf(id)).map(({ status }) => status)).not.toContain('pending');
    await create();
    receiver.answer = () => ({ status: 200 });
    receiver.take();
    expect(await deliver()).toEqual([]);
    clock.advance(2);
    await service.put(`${WEBHOOKS}/${id}`, { is_active: true }).expect(200);
    clock.advance(2);
    const next = await create();
    expect(await actions()).toEqual([`post_create ${next}`]);
    expect((await service.get(`${WEBHOOKS}/${id}`).expect(200)).body).toMatchObject({
      state: 'active',
      off_reason: null,
    });
  });
});

describe('Of a webhook', () => {
  test('a delivery is replayed with the same id and the same article', async () => {
    const { id } = await makeWebhook();
    const post = await create({ headline: 'As it was' });
    const [first] = await deliver();
    await service.put(`/api/1.3/posts/${post}`, { headline: 'As it is' }).expect(200);
    await deliver();
    const deliveries = await deliveriesOf(id);
    const path = `${WEBHOOKS}/${id}/deliveries/${deliveries.at(-1)?.id}/replay`;
    expect((await service.post(path).expect(200)).body).toMatchObject({ status: 'pending', attempts: 0 });
    const [again] = await deliver();
    expect(again?.text).toBe(first?.text);
    expect(again?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
    await service.post(`${WEBHOOKS}/${id}/deliveries/999999/replay`).expect(404);
  });

  test('a header keeps its value when it is sent back in another case', async () => {
    const { id } = await makeWebhook({ headers: { 'X-Key': 'k1', 'x-other': 'o', 'x-gone': 'g' } });
    const { body } = await service
      .put(`${WEBHOOKS}/${id}`, { headers: { 'x-key': null, 'X-Other': 'new' } })
      .expect(200);
    expect(body).toMatchObject({ headers: { 'x-key': null, 'X-Other': null } });
    await create();
    const [message] = await deliver();
    expect(message?.headers).toMatchObject({ 'x-key': 'k1', 'x-other': 'new' });
    expect(message?.headers).not.toHaveProperty('x-gone');
  });

  test('a test is one signed message, recorded', async () => {
    const { id, secret } = await makeWebhook({ actions: ['post_edit'] });
    const { body } = await service.post(`${WEBHOOKS}/${id}/test`).expect(200);
    expect(body).toMatchObject({
      action: 'test',
      post_id: null,
      status: 'delivered',
      attempts: 1,
      response_status: 200,
    });
    const [message] = receiver.take();
    expect(message?.body).toEqual({ action: 'test', event_id: (body as Delivery).event_id, user_id: 1 });
    if (message) verify(message, secret);
    receiver.answer = () => ({ status: 404, body: 'nobody' });
    const { body: failed } = await service.post(`${WEBHOOKS}/${id}/test`).expect(200);
    expect(failed).toMatchObject({ status: 'failed', response_status: 404, response_body: 'nobody' });
    clock.advance(DAY_S);
    receiver.take();
    expect(await deliver()).toEqual([]);
    expect((await deliveriesOf(id)).map(({ action }) => action)).toEqual(['test', 'test']);
    const { body: tried } = await service.post(`${WEBHOOKS}/${id}/test?dry_run=1`).expect(200);
    expect(tried).toMatchObject({ id: null, status: 'pending', attempts: 0, response_status: null });
    expect(receiver.take()).toEqual([]);
    expect(
      await list(`${WEBHOOKS}/${id}/deliveries?limit=1&before=${(failed as Delivery).id}`),
    ).toMatchObject([{ id: (body as Delivery).id }]);
  });
});
