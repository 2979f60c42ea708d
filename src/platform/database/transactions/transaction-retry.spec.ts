import { afterEach, expect, jest, test } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { GIVE_UP_AFTER_MS, retryTransaction } from './transaction-retry.js';

afterEach(() => {
  jest.restoreAllMocks();
});

const failure = (code: string, errno: number): QueryFailedError =>
  new QueryFailedError('INSERT', [], Object.assign(new Error(code), { code, errno }));
const deadlock = (): QueryFailedError => failure('ER_LOCK_DEADLOCK', 1213);
const duplicate = (): QueryFailedError => failure('ER_DUP_ENTRY', 1062);

test('a row that is refused after deadlocks is looked at again', async () => {
  const failures = [deadlock(), deadlock(), duplicate(), duplicate()];
  const looks = failures.length + 1;
  let count = 0;
  const attempt = (): Promise<number> => {
    count += 1;
    const error = failures.shift();
    return error ? Promise.reject(error) : Promise.resolve(count);
  };
  expect(await retryTransaction(attempt)).toBe(looks);
});

test('a row that is refused three times is refused for good', async () => {
  let count = 0;
  const attempt = (): Promise<never> => {
    count += 1;
    return Promise.reject(duplicate());
  };
  await expect(retryTransaction(attempt)).rejects.toThrow('ER_DUP_ENTRY');
  expect(count).toBe(3);
});

test('a transaction is given up after its time, also when the clock is set back', async () => {
  let passed = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => passed);
  jest.spyOn(Date, 'now').mockImplementation(() => -passed);
  const attempt = (): Promise<never> => {
    passed += GIVE_UP_AFTER_MS;
    return Promise.reject(passed > 3 * GIVE_UP_AFTER_MS ? new Error('It has no end.') : deadlock());
  };
  await expect(retryTransaction(attempt)).rejects.toMatchObject({ code: 'database-busy' });
  expect(passed).toBe(2 * GIVE_UP_AFTER_MS);
});
