import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { DeliveriesRepository } from '../../src/modules/webhooks/domain/deliveries.repository.js';
import type { Delivery } from '../../src/modules/webhooks/domain/delivery.js';
import { type Service, startService } from '../support/service.js';

const WEBHOOKS = '/api/1.3/webhooks';
const CREATED = 1_700_000_000;
const NOW = CREATED + 30_000;
const EVENT = { eventId: '1', action: 'post_create', articleId: 7, version: 1, authorId: 1 } as const;
const ATTEMPT = { at: NOW, responseStatus: 500, responseBody: '' };

let service: Service;
let deliveries: DeliveriesRepository;
let unitOfWork: UnitOfWork;
beforeAll(async () => {
  service = await startService({ environment: { SCHEDULER: 'off' } });
  deliveries = service.app.get<DeliveriesRepository>(DeliveriesRepository);
  unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
});
afterAll(() => service.stop());

/** A delivery that has waited for a while. */
async function waiting(): Promise<Delivery> {
  const { body } = await service.post(WEBHOOKS, { url: 'https://partner.example/hooks' }).expect(200);
  const { id } = body as { id: number };
  await unitOfWork.run(() => deliveries.add([id], EVENT, CREATED));
  const [delivery] = await deliveries.list(id, 1, null);
  if (!delivery) throw new Error('There is no delivery.');
  return delivery;
}
const replay = (delivery: Delivery) => unitOfWork.run(() => deliveries.replay(delivery, NOW));
const fail = (delivery: Delivery, next: number | null) =>
  unitOfWork.run(() => deliveries.noteFailed(delivery, ATTEMPT, next));
const now = ({ webhookId, id }: Delivery) => deliveries.find(webhookId, id);

test('a delivery that is replayed has waited since then', async () => {
  const delivery = await waiting();
  expect(await deliveries.oldestPending(NOW + 5)).toBe(NOW + 5 - CREATED);
  await replay(delivery);
  expect(await deliveries.oldestPending(NOW + 5)).toBe(5);
});

test.each([NOW + 20_000, null])(
  'a replay during an attempt that fails (next at %s) begins anew',
  async (next) => {
    const delivery = await waiting();
    await replay(delivery);
    await fail(delivery, next);
    expect(await now(delivery)).toMatchObject({ status: 'pending', attempts: 0, nextAttemptTs: NOW });
  },
);

test('an attempt that fails without a replay counts', async () => {
  const delivery = await waiting();
  await fail(delivery, NOW + 20);
  expect(await now(delivery)).toMatchObject({ status: 'pending', attempts: 1, nextAttemptTs: NOW + 20 });
});
