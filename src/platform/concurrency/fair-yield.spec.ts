import { describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { FairYield } from './fair-yield.js';

describe('FairYield', () => {
  it('gives each turn of the event loop to one stream, in order', async () => {
    const turns = new FairYield();
    const steps: string[] = [];
    const read = (name: string) =>
      turns.share(async (next) => {
        for (let step = 0; step < 3; step++) {
          steps.push(name);
          await next();
        }
      });
    let loops = 0;
    const count = () => {
      loops += 1;
      if (steps.length < 9) setImmediate(count);
    };
    setImmediate(count);
    await Promise.all([read('a'), read('b'), read('c')]);
    expect(steps.join('')).toBe('abcabcabc');
    // The first steps are taken at once, each of the six others in a turn of its own.
    expect(loops).toBeGreaterThanOrEqual(6);
  });

  it('never makes a single stream wait', async () => {
    const turns = new FairYield();
    let isLoopTurned = false;
    setImmediate(() => (isLoopTurned = true));
    await turns.share(async (next) => {
      for (let step = 0; step < 100; step++) await next();
    });
    expect(isLoopTurned).toBe(false);
  });

  it('forgets a stream that has failed', async () => {
    const turns = new FairYield();
    const failing = turns.share(async (next) => {
      await next();
      throw new Error('gone');
    });
    await expect(failing).rejects.toThrow('gone');
    await delay(1);
    let isLoopTurned = false;
    setImmediate(() => (isLoopTurned = true));
    await turns.share((next) => next());
    expect(isLoopTurned).toBe(false);
  });
});
