import { expect, test } from '@jest/globals';
import type { UnitOfWork } from '../../kernel/unit-of-work.js';
import { AuthorLogins } from './author-logins.js';
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
