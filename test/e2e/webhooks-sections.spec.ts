import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Clock } from '../../src/kernel/clock.js';
import { Database } from '../../src/platform/database/database.js';
import { ManualClock } from '../../src/testing/manual-clock.js';
import { type Service, startService } from '../support/service.js';
import { deliverTo, WebhookReceiver } from '../support/webhook-receiver.js';

const API = '/api/1.3';
const WEBHOOKS = `${API}/webhooks`;
const PUBLIC = 2;

const clock = new ManualClock();
let receiver: WebhookReceiver;
let service: Service;
beforeAll(async () => {
  receiver = await WebhookReceiver.start();
  service = await startService({
    // Deliveries are made when the tests say so.
    environment: { SCHEDULER: 'off', OUTBOUND_ALLOW: receiver.host },
    extension: { adapters: [{ provide: Clock, useValue: clock }] },
  });
  service.app.get(Database).follow(clock);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});
afterEach(async () => {
  const { body } = await service.get(WEBHOOKS).expect(200);
  for (const { id } of body as { id: number }[]) await service.delete(`${WEBHOOKS}/${id}`).expect(200);
  receiver.take();
});

const idOf = ({ body }: { body: unknown }): number => (body as { id: number }).id;

let serial = 0;
async function createSection(fields: object = {}): Promise<number> {
  const name = `hooked-${++serial}`;
  const section = { title: name, url: name, status: PUBLIC, ...fields };
  return idOf(await service.post(`${API}/sections`, section).expect(200));
}
const create = async (fields: object, door = 'posts') =>
  idOf(await service.post(`${API}/${door}`, { headline: 'Tides', ...fields }).expect(200));
const edit = (id: number, fields: object, door = 'posts') =>
  service.put(`${API}/${door}/${id}`, fields).expect(200);

async function makeWebhook(fields: object = {}): Promise<number> {
  const id = idOf(await service.post(WEBHOOKS, { url: receiver.url(), ...fields }).expect(200));
  clock.advance(2);
  return id;
}
const actions = async () =>
  (await deliverTo(receiver, service)).map(({ body }) => `${String(body.action)} ${String(body.post_id)}`);

describe('A webhook with sections is told of articles', () => {
  test('that a tag brings into one of them, holds there, or takes out of it', async () => {
    const section = await createSection({ tags: ['wt'] });
    await makeWebhook({ sections: [section] });
    const [post, other] = [await create({ tags: ['wt'] }), await create({})];
    const draft = await create({ tags: ['wt'] }, 'drafts');
    expect(await actions()).toEqual([`post_create ${post}`, `draft_create ${draft}`]);
    await edit(other, { tags: ['wt', 'else'] });
    await edit(other, { headline: 'High tides' });
    await edit(other, { tags: ['else'] });
    await edit(other, { headline: 'Low tides' });
    expect(await actions()).toEqual(Array(3).fill(`post_edit ${other}`));
    await service.delete(`${API}/posts/${post}`).expect(200);
    expect(await actions()).toEqual([`post_delete ${post}`]);
    await edit(post, { action: 'restore' }, 'drafts');
    expect(await actions()).toEqual([`draft_create ${post}`]);
  });
});
