import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { SingleFlightCache, type SingleFlightCacheOptions } from './single-flight-cache.js';

interface Value {
  readonly number: number;
}

function changing() {
  const listeners: (() => void)[] = [];
  const changes = { onChange: (listener: () => void) => void listeners.push(listener) };
  const change = () => {
    for (const listener of listeners) listener();
  };
  return { changes, change };
}

function mapWith(more: Partial<SingleFlightCacheOptions<Value>> = {}) {
  const { changes, change } = changing();
  let number = 0;
  const map = new SingleFlightCache<Value>(changes, { ttlMs: 10_000, maxSize: 10, ...more });
  const make = async (): Promise<Value> => {
    const mine = ++number;
    await delay(5);
    return { number: mine };
  };
  return { map, make, change };
}

describe('A value is made', () => {
  test('once for all who ask at a time, and those who ask later', async () => {
    const { map, make } = mapWith();
    const some = await Promise.all([map.get('a', make), map.get('a', make), map.get('a', make)]);
    expect(some.map(({ number }) => number)).toEqual([1, 1, 1]);
    expect(await map.get('a', make)).toEqual({ number: 1 });
    expect(await map.get('b', make)).toEqual({ number: 2 });
    expect(map.known('a')).toEqual({ number: 1 });
    expect(map.known('c')).toBeUndefined();
  });

  test('anew when its time is over', async () => {
    const { map, make } = mapWith({ ttlMs: 20 });
    await map.get('a', make);
    await delay(40);
    expect(await map.get('a', make)).toEqual({ number: 2 });
  });

  test('anew when something has changed, also meanwhile', async () => {
    const { map, make, change } = mapWith();
    const early = map.get('a', make);
    change();
    const late = map.get('a', make);
    expect(await early).toEqual({ number: 1 });
    expect(await late).toEqual({ number: 2 });
    expect(await map.get('a', make)).toEqual({ number: 2 });
    change();
    expect(map.known('a')).toBeUndefined();
  });

  test('anew when making it has failed', async () => {
    const { map, make } = mapWith();
    await expect(map.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
    expect(await map.get('a', make)).toEqual({ number: 1 });
  });
});

test('What is kept has a limit', async () => {
  const { map, make } = mapWith({ maxSize: 3, sizeOf: ({ number }) => number });
  await map.get('1', make);
  await map.get('2', make);
  await map.get('3', make);
  await map.get('4', make);
  expect(['1', '2', '3', '4'].filter((key) => map.known(key) !== undefined)).toEqual(['3']);
});

test('A value that is too large is given to all who wait for it, and not kept', async () => {
  const { map, make } = mapWith({ maxValueSize: 1, sizeOf: ({ number }) => number });
  await map.get('1', make);
  const some = await Promise.all([map.get('2', make), map.get('2', make)]);
  expect(some).toEqual([{ number: 2 }, { number: 2 }]);
  expect([map.known('1'), map.known('2')]).toEqual([{ number: 1 }, undefined]);
});
