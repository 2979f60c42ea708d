import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { ThreadLimitError, ThreadPool, type ThreadPoolOptions } from './thread-pool.js';

interface Task {
  readonly name: string;
  readonly begun?: Int32Array;
  readonly gate?: Int32Array;
  readonly sleepMs?: number;
  readonly spinMs?: number;
  readonly told?: MessagePort;
  readonly restMs?: number;
}

const LONG_MS = 100_000;
const LIMITS = { cpuMs: LONG_MS, elapsedMs: LONG_MS, waitingMs: LONG_MS };
const FOR_EVER = LONG_MS;

const pools: ThreadPool<Task, string>[] = [];
afterEach(async () => {
  await Promise.all(pools.splice(0).map((pool) => pool.destroy()));
  jest.restoreAllMocks();
});

function poolOf(options: Partial<ThreadPoolOptions> = {}) {
  const pool = new ThreadPool<Task, string>({
    module: new URL('../../../test/support/thread-tasks.mjs', import.meta.url).href,
    threads: 1,
    waiting: 10,
    idleMs: 1000,
    memory: {},
    ...options,
  });
  pools.push(pool);
  return (task: Task, limits: Partial<typeof LIMITS> = {}, weight = 0) =>
    pool.run(task, { limits: { ...LIMITS, ...limits }, weight, transferList: task.told ? [task.told] : [] });
}

const flag = () => new Int32Array(new SharedArrayBuffer(4));

/** A task that has begun, and does not end before it is told to. */
async function blocking(run: ReturnType<typeof poolOf>, limits: Partial<typeof LIMITS> = {}) {
  const [begun, gate] = [flag(), flag()];
  const { result } = run({ name: 'blocking', begun, gate }, limits);
  const waiting = Atomics.waitAsync(begun, 0, 0);
  await waiting.value;
  return {
    result,
    open: () => {
      Atomics.store(gate, 0, 1);
      Atomics.notify(gate, 0);
    },
  };
}

const exceeding = (limit: string, isOfTask: boolean) => expect.objectContaining({ limit, isOfTask });

test('a thread that fails without a task harms nobody, and is logged', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const run = poolOf();
  const { port1, port2 } = new MessageChannel();
  await expect(run({ name: 'fails when told', told: port2 }).result).resolves.toBe('fails when told');
  port1.postMessage('now');
  const [idle] = pools;
  // Nothing has a task meanwhile.
  while (idle?.threadCount !== 0) await new Promise((wake) => setTimeout(wake, 5));
  await expect(run({ name: 'next' }).result).resolves.toBe('next');
  expect(warn.mock.calls).toEqual([
    [expect.objectContaining({ err: expect.anything() }), expect.any(String)],
  ]);
});

test('a module that cannot be loaded is logged with its reason', async () => {
  const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
  const module = new URL('../../../test/support/no-such-tasks.mjs', import.meta.url).href;
  const refused = expect(poolOf({ module })({ name: 'never' }).result).rejects.toEqual(
    exceeding('waiting', false),
  );
  while (warn.mock.calls.length === 0) await new Promise((wake) => setTimeout(wake, 5));
  const reason = expect.objectContaining({ message: expect.stringContaining('no-such-tasks.mjs') });
  expect(warn).toHaveBeenCalledWith({ err: reason, module }, expect.any(String));
  await pools[0]?.destroy();
  await refused;
});

describe('a task is stopped for its own work', () => {
  test('when it takes too much CPU time, and the next one is done', async () => {
    const run = poolOf();
    const endless = run({ name: 'endless', spinMs: FOR_EVER }, { cpuMs: 50 }).result;
    const next = run({ name: 'next' }).result;
    await expect(endless).rejects.toEqual(exceeding('cpu', true));
    await expect(endless).rejects.toBeInstanceOf(ThreadLimitError);
    expect(await next).toBe('next');
  });

  test('when what it does from now on is limited', async () => {
    const run = poolOf();
    const { port1, port2 } = new MessageChannel();
    const task = run({ name: 'a', told: port2, restMs: FOR_EVER });
    port1.on('message', () => {
      task.limitRest(50);
    });
    await expect(task.result).rejects.toEqual(exceeding('cpu', true));
    port1.close();
  });
});

describe('what is not its own work does not count', () => {
  test('neither the time that it waits for a thread nor that of its thread before', async () => {
    const run = poolOf();
    const before = run({ name: 'before', spinMs: 300 }).result;
    const asleep = run({ name: 'asleep', sleepMs: 300 }, { cpuMs: 100 }).result;
    const after = Array.from({ length: 5 }, () => run({ name: 'after' }, { cpuMs: 100 }).result);
    expect(await Promise.all([before, asleep, ...after])).toEqual([
      'before',
      'asleep',
      ...Array(5).fill('after'),
    ]);
  });

  test('nor what it did before its rest was limited', async () => {
    const run = poolOf();
    const { port1, port2 } = new MessageChannel();
    const task = run({ name: 'a', spinMs: 300, told: port2, sleepMs: 50, restMs: 20 }, { cpuMs: 60_000 });
    port1.on('message', () => {
      task.limitRest(250);
    });
    expect(await task.result).toBe('a');
    port1.close();
  });
});

describe('on a busy machine a task is turned away', () => {
  test('when it waits too long for a thread', async () => {
    const run = poolOf();
    const first = await blocking(run);
    await expect(run({ name: 'a' }, { waitingMs: 20 }).result).rejects.toEqual(exceeding('waiting', false));
    first.open();
    expect(await first.result).toBe('blocking');
  });

  test('when its thread does not get on', async () => {
    const run = poolOf();
    const { result } = await blocking(run, { cpuMs: 100, elapsedMs: 50 });
    await expect(result).rejects.toEqual(exceeding('elapsed', false));
    expect(await run({ name: 'next' }).result).toBe('next');
  });

  test('when as many wait as may', async () => {
    const run = poolOf({ waiting: 2 });
    const first = await blocking(run);
    const waiting = [run({ name: 'a' }).result, run({ name: 'b' }).result];
    await expect(run({ name: 'c' }).result).rejects.toEqual(exceeding('queue', false));
    first.open();
    expect(await Promise.all(waiting)).toEqual(['a', 'b']);
  });

  test('when those that wait weigh too much; one that finds none is taken', async () => {
    const run = poolOf({ waitingWeight: 10 });
    const first = await blocking(run);
    const waiting = run({ name: 'a' }, {}, 11).result;
    await expect(run({ name: 'b' }, {}, 1).result).rejects.toEqual(exceeding('queue', false));
    first.open();
    expect(await waiting).toBe('a');
  });
});

test('tasks are done in the order in which they came', async () => {
  const run = poolOf();
  const first = await blocking(run);
  const order: string[] = [];
  const others = ['a', 'b', 'c', 'd'].map(async (name) => order.push(await run({ name }).result));
  first.open();
  await Promise.all(others);
  expect(order).toEqual(['a', 'b', 'c', 'd']);
});

test('what a task throws is thrown', async () => {
  await expect(poolOf()({ name: 'fails' }).result).rejects.toThrow('It fails.');
});
