import { expect, test } from '@jest/globals';
import { NoPeers } from '../../kernel/peers.js';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import { HOUR_S } from '../../kernel/units.js';
import { ManualClock } from '../../testing/manual-clock.js';
import type { PageViewStore, ViewsOfHour } from './domain/page-view-store.js';
import { PageViewsService } from './page-views.service.js';

const clock = new ManualClock();
const unitOfWork = {
  afterCommit: (effect: () => void) => {
    effect();
  },
} as unknown as UnitOfWork;

function serviceOf(store: Partial<Record<keyof PageViewStore, unknown>>): PageViewsService {
  return new PageViewsService(
    store as unknown as PageViewStore,
    clock,
    { retentionDays: 30 },
    unitOfWork,
    new NoPeers(),
  );
}

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
  const service = serviceOf(store);
  service.count(1, 1);
  const flushed = service.beforeApplicationShutdown();
  await new Promise(setImmediate);
  const kept = service.keepTotals(24);
  await new Promise(setImmediate);
  writing.resolve(undefined);
  await Promise.all([flushed, kept]);
  expect(steps).toEqual(['written', 'totals read']);
});

test('views of any times before those that are kept are of one hour', async () => {
  const written: ViewsOfHour[] = [];
  const service = serviceOf({ add: (views: ViewsOfHour[]) => Promise.resolve(written.push(...views)) });
  for (let hour = 0; hour < 100; hour++) service.count(1, 2, hour * HOUR_S);
  await service.beforeApplicationShutdown();
  expect(written).toEqual([
    { articleId: 1, views: 200, hour: Math.floor(clock.now() / HOUR_S) - 30 * 24 - 2 },
  ]);
});
