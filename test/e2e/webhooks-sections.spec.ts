import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import type { ManualClock } from '../../src/testing/manual-clock.js';
import { statementsOf } from '../support/sent-statements.js';
import type { Service } from '../support/service.js';
import {
  deliverEvents,
  deliverTo,
  type ReceivedWebhook,
  startHooked,
  type WebhookReceiver,
} from '../support/webhook-receiver.js';

const API = '/api/1.3';
const WEBHOOKS = `${API}/webhooks`;
const PUBLIC = 2;

let clock: ManualClock;
let receiver: WebhookReceiver;
let service: Service;
beforeAll(async () => {
  ({ service, receiver, clock } = await startHooked());
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});
afterEach(async () => {
  const { body } = await service.get(WEBHOOKS).expect(200);
  receiver.answer = () => ({ status: 200 });
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

const remove = (section: number, destination: number | null) =>
  service
    .delete(`${API}/sections/${section}${destination ? `?destination_section_id=${destination}` : ''}`)
    .expect(200);

/** Makes a webhook that is told of what comes after it, and of nothing before. */
async function makeWebhook(fields: object = {}): Promise<number> {
  clock.advance(1);
  const id = idOf(await service.post(WEBHOOKS, { url: receiver.url(), ...fields }).expect(200));
  clock.advance(2);
  return id;
}
/** Delivers what is due; what is told of different articles comes in any order. */
const actions = async () =>
  (await deliverTo(receiver, service))
    .map(({ body }) => `${String(body.action)} ${String(body.post_id)}`)
    .sort();

const actOf = ({ body }: ReceivedWebhook): string =>
  `${String(body.action)} ${String(body.post_id)} ${String(body.version)}`;

describe('A webhook with sections is told of articles', () => {
  test('that a tag brings into one of them, holds there, or takes out of it', async () => {
    const section = await createSection({ tags: ['wt'] });
    await makeWebhook({ sections: [section] });
    const [post, other] = [await create({ tags: ['wt'] }), await create({})];
    const draft = await create({ tags: ['wt'] }, 'drafts');
    expect(await actions()).toEqual([`draft_create ${draft}`, `post_create ${post}`]);
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

  test.each([true, false])('that leave a removed one (to another section: %s)', async (hasDestination) => {
    const [section, other, target] = [await createSection(), await createSection(), await createSection()];
    const post = await create({ sections: [section, other] });
    const draft = await create({ sections: [section] }, 'drafts');
    const ids = [await makeWebhook({ sections: [section] }), await makeWebhook({ sections: [target] })];
    await remove(section, hasDestination ? target : null);
    await edit(post, { headline: 'High tides' });
    const received = await deliverTo(receiver, service);
    const told = [`draft_edit ${draft} 2`, `post_edit ${post} 2`];
    expect(received.map(actOf).sort()).toEqual(
      hasDestination ? [...told, ...told, `post_edit ${post} 3`].sort() : told,
    );
    // As of the removal, whatever came after it.
    const sections = hasDestination ? [target, other] : [other];
    const removal = received.find((one) => actOf(one) === `post_edit ${post} 2`)?.body.post;
    expect(removal).toMatchObject({ headline: 'Tides', version: 2, sections });
    for (const id of ids) await service.delete(`${WEBHOOKS}/${id}`).expect(200);
  });

  test('that a tag brought into a removed one, and which move to another', async () => {
    const [section, target] = [await createSection({ tags: ['leaving'] }), await createSection()];
    const post = await create({ tags: ['leaving'] });
    await makeWebhook({ sections: [section] });
    await remove(section, target);
    expect(await actions()).toEqual([`post_edit ${post}`]);
  });
});

/** A key is read again when it was read a second ago. */
const OF_KEYS = /ApiKey|SELECT role FROM authors/;

test('a removal reads as often for many posts as for few, while there are webhooks', async () => {
  await makeWebhook();
  const readsOf = async (count: number): Promise<number> => {
    const [section, target] = [await createSection(), await createSection()];
    for (let n = 0; n < count; n++) await create({ sections: [section] });
    const sent = await statementsOf(service, () => remove(section, target));
    return sent.filter((text) => /^\s*SELECT/.test(text) && !OF_KEYS.test(text)).length;
  };
  await readsOf(1);
  expect(await readsOf(12)).toBe(await readsOf(2));
});

test('an event makes its deliveries in as many statements for many webhooks as for one', async () => {
  const sentFor = async (count: number): Promise<string[]> => {
    for (let n = 0; n < count; n++) await makeWebhook();
    await create({});
    const sent = await statementsOf(service, () => deliverEvents(service));
    return sent.filter((text) => /\bwebhook_deliveries\b/.test(text));
  };
  const one = await sentFor(1);
  expect(one.map((text) => /^\s*(\w+)/.exec(text)?.[1])).toEqual(['SELECT', 'SELECT', 'INSERT']);
  expect((await sentFor(5)).length).toBe(one.length);
  expect(await deliverTo(receiver, service)).toHaveLength(1 + 6);
});

test('an event that comes again makes only the deliveries that are missing, after those that wait', async () => {
  const [known, later] = [await makeWebhook(), await makeWebhook()];
  const post = await create({});
  receiver.answer = () => ({ status: 500 });
  await deliverTo(receiver, service);
  await edit(post, { headline: 'High tides' });
  await deliverTo(receiver, service);
  const database = service.app.get(Database);
  await service.app.get(UnitOfWork).run(async () => {
    await database.execute(
      `DELETE FROM webhook_deliveries WHERE webhook_id = ? AND version = 2 AND article_id = ?`,
      [later, post],
    );
    await database.execute(`UPDATE event_consumers SET position = 0 WHERE name = 'webhooks'`);
  });
  await deliverEvents(service);
  for (const id of [known, later]) {
    const { body } = await service.get(`${WEBHOOKS}/${id}/deliveries`).expect(200);
    const [second, first, ...others] = body as { action: string; next_attempt_ts: number }[];
    expect([first?.action, second?.action, others]).toEqual(['post_create', 'post_edit', []]);
    expect(first?.next_attempt_ts).toBeGreaterThan(clock.now());
    expect(second?.next_attempt_ts).toBe(first?.next_attempt_ts);
  }
});

describe('The sections of a webhook', () => {
  const url = 'https://partner.example/hooks';
  const make = (sections: unknown) => service.post(WEBHOOKS, { url, sections });
  const shown = async (id: number) => (await service.get(`${WEBHOOKS}/${id}`).expect(200)).body as object;

  test('are named as those of posts, and answered by their ids', async () => {
    const parent = await createSection({ title: 'Named News', url: 'named-news' });
    const child = await createSection({ url: 'named-local', parent_id: parent });
    const references = [
      ...[parent, String(parent), 'Named News', 'NAMED news', 'named-news', '/named-news'],
      ...['/named-news/named-local', 'Home', 0, '0'],
    ];
    const ids = [parent, parent, parent, parent, parent, parent, child, 0, 0, 0];
    for (const [index, reference] of references.entries()) {
      const { body } = await make([reference]).expect(200);
      expect([reference, (body as { sections: unknown }).sections]).toEqual([reference, [ids[index]]]);
    }
    const { body: made } = await make(['Home', '/named-news/named-local', 'named-news', parent]).expect(200);
    expect(made).toMatchObject({ sections: [0, child, parent] });
    const path = `${WEBHOOKS}/${idOf({ body: made })}`;
    const { body: edited } = await service.put(path, { sections: ['named-local'] }).expect(200);
    expect(edited).toMatchObject({ sections: [child] });
    for (const all of [[], null]) {
      await service.put(path, { sections: ['Home'] }).expect(200);
      expect((await service.put(path, { sections: all }).expect(200)).body).toMatchObject({ sections: [] });
    }
  });

  test.each([99_999, '99999', 'nowhere', '/no/where', 'x'.repeat(300)])(
    'have to be there: %j',
    async (reference) => {
      const { body } = await make(['Home', reference]).expect(400);
      expect(body).toMatchObject({ errors: [{ field: 'sections[1]' }] });
      const id = await makeWebhook();
      const { body: refused } = await service
        .put(`${WEBHOOKS}/${id}`, { sections: [0, reference] })
        .expect(400);
      expect(refused).toMatchObject({ errors: [{ field: 'sections[1]' }] });
      expect(await shown(id)).toMatchObject({ sections: [] });
    },
  );

  test.each([[[-1]], [[1.5]], [[true]], [[null]], [[{}]], ['Home'], [Array(101).fill(0)]])(
    'are a list of names and ids: %j',
    async (sections) => {
      const { body } = await make(sections).expect(400);
      expect((body as { errors: { field: string }[] }).errors[0]?.field).toMatch(/^sections(\[0\])?$/);
    },
  );

  test('may be sent back as they are shown when one of them is gone', async () => {
    const [gone, kept] = [await createSection(), await createSection()];
    const id = await makeWebhook({ sections: [gone, kept] });
    await remove(gone, null);
    const before = await shown(id);
    expect(before).toMatchObject({ sections: [gone, kept] });
    await service.put(`${WEBHOOKS}/${id}`, before).expect(200);
    expect(await shown(id)).toMatchObject({ sections: [gone, kept] });
    await service.put(`${WEBHOOKS}/${id}`, { sections: [kept] }).expect(200);
    await service.put(`${WEBHOOKS}/${id}`, { sections: [gone] }).expect(400);
  });
});
