import { expect, test } from '@jest/globals';
import { ManualClock } from '../../../testing/manual-clock.js';
import type { JobRun } from '../../../platform/schedule/job.js';
import type { JobLeases } from '../../../platform/schedule/job-leases.js';
import type { DeliveriesRepository } from '../domain/deliveries.repository.js';
import type { Delivery } from '../domain/delivery.js';
import type { WebhooksRepository } from '../domain/webhooks.repository.js';
import type { DeliveryAttempts } from './delivery-attempts.js';
import { WebhookDispatcher } from './webhook-dispatcher.js';

const LOST = new Error('the database is gone');

/** Delivers from a repository, and attempts as a test says. */
function deliver(
  deliveries: Pick<DeliveriesRepository, 'webhooksWithDue' | 'due'>,
  attempt: DeliveryAttempts['attempt'],
  stopping = new AbortController().signal,
): Promise<void> {
  const webhooks = { find: (id: number) => Promise.resolve({ id, isActive: true }) };
  const leases = { run: (_job: unknown, signal: AbortSignal, work: JobRun) => work(signal) };
  return new WebhookDispatcher(
    webhooks as unknown as WebhooksRepository,
    deliveries as DeliveriesRepository,
    { attempt } as DeliveryAttempts,
    leases as unknown as JobLeases,
    new ManualClock(),
  ).deliver(stopping);
}

test('a delivery that fails waits for those under way, of its own webhook and of others', async () => {
  const deliveriesOf = new Map([
    [1, [11, 12]],
    [2, [21]],
  ]);
  const deliveries = {
    webhooksWithDue: () => Promise.resolve([...deliveriesOf.keys()]),
    due: (id: number) =>
      Promise.resolve((deliveriesOf.get(id) ?? []).map((one) => ({ id: one }) as Delivery)),
  };
  const receiver = Promise.withResolvers<undefined>();
  const noted: number[] = [];
  let isOver = false;
  const delivering = deliver(deliveries, async (_webhook, { id }) => {
    if (id === 11) throw LOST;
    await receiver.promise;
    noted.push(id);
  }).finally(() => (isOver = true));
  delivering.catch(() => undefined);
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  receiver.resolve(undefined);
  await expect(delivering).rejects.toBe(LOST);
  expect(noted.sort()).toEqual([12, 21]);
});

test('a webhook whose deliveries are not due any more is not asked again at once', async () => {
  let asked = 0;
  const deliveries = {
    webhooksWithDue: () => (++asked > 100 ? Promise.reject(LOST) : Promise.resolve([1])),
    due: () => Promise.resolve([]),
  };
  const stopping = new AbortController();
  const delivering = deliver(deliveries, () => Promise.resolve(), stopping.signal);
  await new Promise(setImmediate);
  stopping.abort();
  await delivering;
  // To see whether to take the lease, and with it.
  expect(asked).toBe(2);
});
