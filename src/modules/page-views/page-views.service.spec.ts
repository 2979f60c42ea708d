import { expect, test } from '@jest/globals';
import { NoPeers } from '../../kernel/peers.js';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ManualClock } from '../../testing/manual-clock.js';
import type { PageViewStore } from './domain/page-view-store.js';
import { PageViewsService } from './page-views.service.js';

test('totals wait for views that are being written', async () => {
  const writing = Promise.withResolvers<undefined>();
  const steps: string[] = [];
  const store = {
    async add() {
      await writing.promise;
      steps.push('written');
    },
    keepPeriod: () => Promise.resolve(steps.push('totals read') > 0),
  };
  const service = new PageViewsService(
    store as unknown as PageViewStore,
    new ManualClock(),
    { retentionDays: 30 },
    {
      afterCommit: (effect: () => void) => {
        effect();
      },
    } as unknown as UnitOfWork,
    new NoPeers(),
  );
  service.count(1, 1);
  const flushed = service.beforeApplicationShutdown();
  await new Promise(setImmediate);
  const kept = service.keepTotals(24);
  await new Promise(setImmediate);
  writing.resolve(undefined);
  await Promise.all([flushed, kept]);
  expect(steps).toEqual(['written', 'totals read']);
});
