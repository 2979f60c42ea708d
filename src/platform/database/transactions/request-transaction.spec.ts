import { expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Effects } from './request-transaction.js';

test('an effect that fails is logged, and holds up no other', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  const failure = new Error('no peers');
  const effects = new Effects();
  let happened = 0;
  effects.add(() => Promise.reject(failure));
  effects.add(() => {
    happened += 1;
  });
  await effects.happen();
  expect(happened).toBe(1);
  expect(logged).toHaveBeenCalledWith({ err: failure }, 'An effect of a transaction has failed');
  logged.mockRestore();
});

test('an effect that fails without a transaction around it is logged', async () => {
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
  const failure = new Error('no peers');
  const effects = new Effects();
  effects.close();
  const happened = jest.fn(() => Promise.reject(failure));
  effects.add(happened);
  expect(happened).toHaveBeenCalledTimes(1);
  effects.add(() => {
    throw failure;
  });
  await new Promise(setImmediate);
  const told = [{ err: failure }, 'An effect of a transaction has failed'];
  expect(logged.mock.calls).toEqual([told, told]);
  logged.mockRestore();
});
