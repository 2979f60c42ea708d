import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { afterOwnTurns } from './own-turns.js';

describe('A wait in own turns', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('is over after its time', () => {
    const callback = jest.fn();
    afterOwnTurns(1_000, callback);
    jest.advanceTimersByTime(999);
    expect(callback).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  test('takes a pause of the process for one slice', () => {
    const callback = jest.fn();
    afterOwnTurns(1_000, callback);
    // All that was due meanwhile runs in one turn, and not what it sets.
    jest.setSystemTime(Date.now() + 60_000);
    jest.runOnlyPendingTimers();
    expect(callback).not.toHaveBeenCalled();
    jest.advanceTimersByTime(900);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  test('ends when it is told to', () => {
    const callback = jest.fn();
    const end = afterOwnTurns(1_000, callback);
    jest.advanceTimersByTime(500);
    end();
    jest.advanceTimersByTime(10_000);
    expect(callback).not.toHaveBeenCalled();
  });
});
