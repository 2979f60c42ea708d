import { afterEach, expect, jest, test } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import { AuthorLogins } from './author-logins.js';
import { Author } from './domain/author.entity.js';
import type { AuthorsRepository } from './domain/authors.repository.js';
import type { PasswordHasher } from './domain/password-hasher.js';

test('a hasher that has failed for an unknown name is asked again', async () => {
  let isBusy = true;
  const hasher: PasswordHasher = {
    hash: () => (isBusy ? Promise.reject(new Error('busy')) : Promise.resolve('hash')),
    isCurrent: () => true,
    isPasswordOf: () => Promise.resolve(false),
  };
  const logins = new AuthorLogins({} as AuthorsRepository, hasher, {} as UnitOfWork);
  await expect(logins.hasPassword(null, 'guess')).rejects.toThrow('busy');
  isBusy = false;
  expect(await logins.hasPassword(null, 'guess')).toBe(false);
});

/** A hasher whose comparisons are the given ones. */
function loginsThat(isPasswordOf: PasswordHasher['isPasswordOf']): AuthorLogins {
  const hasher = { hash: () => Promise.resolve('hash'), isCurrent: () => true, isPasswordOf };
  return new AuthorLogins({} as AuthorsRepository, hasher, {} as UnitOfWork);
}
const author = Object.assign(new Author(), { passwordHash: 'hash' });

afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

test('a comparison that does not end is given up', async () => {
  jest.useFakeTimers();
  const logged = jest.spyOn(Logger.prototype, 'error').mockReturnValue();
  const comparison = loginsThat(() => new Promise(() => undefined)).hasPassword(author, 'guess');
  const outcome = expect(comparison).rejects.toMatchObject({ code: 'password-too-slow' });
  await jest.advanceTimersByTimeAsync(10_000);
  await outcome;
  expect(logged).toHaveBeenCalledWith('Object.isPasswordOf takes longer than 10 s.');
});

test('an answer that is not true is no password', async () => {
  expect(
    await loginsThat(() => Promise.resolve('yes' as unknown as boolean)).hasPassword(author, 'guess'),
  ).toBe(false);
});
