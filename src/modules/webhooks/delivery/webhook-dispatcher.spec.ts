import { expect, test } from '@jest/globals';
import { ManualClock } from '../../../testing/manual-clock.js';
import type { JobRun } from '../../../platform/schedule/job.js';
import type { JobLeases } from '../../../platform/schedule/job-leases.js';
import type { DeliveriesRepository } from '../domain/deliveries.repository.js';
import type { WebhooksRepository } from '../domain/webhooks.repository.js';
import type { DeliveryOutcomes } from './delivery-outcomes.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';
import type { WebhookSender } from './webhook-sender.js';

const LOST = new Error('the database is gone');

test('a delivery that fails waits for those under way, of its own webhook and of others', async () => {
  const deliveriesOf = new Map([
    [1, [11, 12]],
    [2, [21]],
  ]);
  const webhooks = { find: (id: number) => Promise.resolve({ id, isActive: true, payloadForm: 'full' }) };
  const deliveries = {
    webhooksWithDue: () => Promise.resolve([...deliveriesOf.keys()]),
    due: (id: number) =>
      Promise.resolve((deliveriesOf.get(id) ?? []).map((one) => ({ id: one, eventId: `${one}` }))),
    findSnapshot: () => Promise.resolve(null),
  };
  const receiver = Promise.withResolvers<undefined>();
  const noted: number[] = [];
  const outcomes = {
    async note(_webhook: unknown, { id }: { id: number }) {
      if (id === 11) throw LOST;
      await receiver.promise;
      noted.push(id);
    },
  };
  const leases = { run: (_job: unknown, stopping: AbortSignal, work: JobRun) => work(stopping) };
  const delivery = new WebhookDispatcher(
    webhooks as unknown as WebhooksRepository,
    deliveries as unknown as DeliveriesRepository,
    outcomes as unknown as DeliveryOutcomes,
    { send: () => Promise.resolve({}) } as unknown as WebhookSender,
    leases as unknown as JobLeases,
    new ManualClock(),
  );
  let isOver = false;
  const delivering = delivery.deliver(new AbortController().signal).finally(() => (isOver = true));
  delivering.catch(() => undefined);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  receiver.resolve(undefined);
  await expect(delivering).rejects.toBe(LOST);
  expect(noted.sort()).toEqual([12, 21]);
});
