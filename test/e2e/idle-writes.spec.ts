import { expect, jest, test } from '@jest/globals';
import type { Logger } from 'typeorm';
import { Database } from '../../src/platform/database/database.js';
import { isWrite } from '../../src/platform/database/transactions/transaction-runner.js';
import { DeliveriesRepository } from '../../src/modules/webhooks/domain/deliveries.repository.js';
import { eventually } from '../support/eventually.js';
import { startService } from '../support/service.js';

/** Turns of background work, which begin every second. */
const TURNS = 4;

test('a service that has nothing to do reads every second, and writes nothing', async () => {
  const service = await startService();
  const turns = jest.spyOn(service.app.get(DeliveriesRepository), 'webhooksWithDue');
  const sent = jest.spyOn(service.app.get(Database).sources.statements as Logger, 'logQuery');
  // Jobs of hours and days run at the first start.
  const turnsSinceWrite = (): number => {
    const last = sent.mock.calls.findLastIndex(([statement]) => isWrite(statement));
    const writtenAt = sent.mock.invocationCallOrder[last] ?? 0;
    return turns.mock.invocationCallOrder.filter((at) => at > writtenAt).length;
  };
  try {
    expect(await eventually(() => turnsSinceWrite() > TURNS, true)).toBe(true);
  } finally {
    await service.stop();
  }
});
