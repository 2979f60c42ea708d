import { expect, test } from '@jest/globals';
import { problemOf } from '../../platform/errors/problem.js';
import { requestInProgress, RequestsUnderWay } from './requests-under-way.js';

const ONE = { authorId: 1, key: 'one' };

test('a request waits for another one with its key, and has its turn then', async () => {
  const requests = new RequestsUnderWay(60_000);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = requests.inTurn(ONE, () => promise);
  const second = requests.inTurn(ONE, () => Promise.resolve('second'));
  expect(await requests.inTurn({ authorId: 2, key: 'one' }, () => Promise.resolve('other'))).toBe('other');
  resolve('first');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

test('one that waits in vain is refused, and has done nothing', async () => {
  const requests = new RequestsUnderWay(1);
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = requests.inTurn(ONE, () => promise);
  let hasWorked = false;
  const late = requests.inTurn(ONE, () => {
    hasWorked = true;
    return Promise.resolve('late');
  });
  await expect(late).rejects.toMatchObject({ code: 'request-in-progress' });
  expect(hasWorked).toBe(false);
  resolve('first');
  expect(await first).toBe('first');
  expect(await requests.inTurn(ONE, () => Promise.resolve('again'))).toBe('again');
});

test('a request that fails lets the next one go', async () => {
  const requests = new RequestsUnderWay(60_000);
  const first = requests.inTurn(ONE, () => Promise.reject(new Error('failed')));
  const second = requests.inTurn(ONE, () => Promise.resolve('second'));
  await expect(first).rejects.toThrow('failed');
  expect(await second).toBe('second');
});

test('the refusal is a conflict that says when to ask again', () => {
  expect(problemOf(requestInProgress(), '/api/1.3/posts')).toMatchObject({
    problem: { status: 409, code: 'request-in-progress' },
    headers: { 'Retry-After': '1' },
  });
});
