import { Logger } from '@nestjs/common';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { Environment } from '../config/environment.js';
import { NO_TRACER } from '../telemetry/tracer.js';
import { BackgroundWork } from './background-work.js';

const TEN_MINUTES_MS = 600_000;

/** Extensions in JavaScript may declare such a job. */
const notAsync = (work: () => unknown) => work as () => Promise<unknown>;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a run that does not end is told in the log once', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const background = new BackgroundWork(Environment.from({}), NO_TRACER);
  const end = Promise.withResolvers<undefined>();
  await background.run('short', () => Promise.resolve());
  const running = background.run('acme.hung', () => end.promise);
  await background.run('acme.hung', () => Promise.resolve());
  await jest.advanceTimersByTimeAsync(TEN_MINUTES_MS - 1);
  expect(warn).not.toHaveBeenCalled();
  await jest.advanceTimersByTimeAsync(2 * TEN_MINUTES_MS);
  const sentence = 'A background job has been running for 10 minutes; its next run waits for it';
  expect(warn.mock.calls).toEqual([[{ job: 'acme.hung' }, sentence]]);
  end.resolve(undefined);
  await running;
  expect(jest.getTimerCount()).toBe(0);
});

test('a job may return no promise, and may throw before it does', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const background = new BackgroundWork(Environment.from({}), NO_TRACER);
  const work = jest.fn();
  for (let count = 0; count < 2; count++) await background.run('acme.sync', notAsync(work));
  expect(work).toHaveBeenCalledTimes(2);
  const failure = new Error('no memory');
  const failing = notAsync(() => {
    throw failure;
  });
  await background.run('acme.throws', failing);
  expect(logged.mock.calls).toEqual([[{ err: failure, job: 'acme.throws' }, 'A background job has failed']]);
  expect(jest.getTimerCount()).toBe(0);
});
