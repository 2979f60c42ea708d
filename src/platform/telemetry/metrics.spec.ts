import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { NoPeers } from '../../kernel/peers.js';
import { Metrics } from './metrics.js';

let metrics: Metrics;
let warn: jest.SpiedFunction<Logger['warn']>;
beforeEach(() => {
  metrics = new Metrics(new NoPeers());
  warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  jest.restoreAllMocks();
});

test.each([
  ['rejects', () => Promise.reject(new Error('away'))],
  [
    'throws',
    () => {
      throw new Error('away');
    },
  ],
])('a gauge whose reader %s is left out, and logged once until it can be read again', async (_how, fail) => {
  let read: () => Promise<number> | number = fail;
  metrics.gauge('depth', 'Depth', () => read());
  metrics.gauge('width', 'Width', () => 3);
  expect(await metrics.render()).not.toMatch(/^depth /m);
  expect(await metrics.render()).toMatch(/^width 3$/m);
  expect(warn.mock.calls).toEqual([[{ err: new Error('away'), metric: 'depth' }, 'A metric cannot be read']]);
  read = () => 7;
  expect(await metrics.render()).toMatch(/^depth 7$/m);
  read = fail;
  expect(await metrics.render()).not.toMatch(/^depth /m);
  expect(warn).toHaveBeenCalledTimes(2);
});

test('gauges of several things are left out together when they cannot be read', async () => {
  metrics.gauges('depths', 'Depths', 'lake', () => Promise.reject(new Error('away')));
  expect(await metrics.render()).not.toMatch(/^depths\{/m);
  expect(warn).toHaveBeenCalledTimes(1);
});
