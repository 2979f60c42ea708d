import { Logger } from '@nestjs/common';
import { OverloadedError } from '../../kernel/errors.js';
import { inTime, LateError } from '../../platform/schedule/in-time.js';
import type { PasswordHasher } from './domain/password-hasher.js';

/** For a hasher of an extension, which may ask other systems. */
const LIMIT_MS = 10_000;

/**
 * Makes a hash by which the password will be known.
 * @throws Error for a hasher that answers with something else, OverloadedError for one that is too slow
 */
export async function hashOf(hasher: PasswordHasher, password: string): Promise<string> {
  const hash: unknown = await limited(hasher, 'hash', () => hasher.hash(password));
  if (typeof hash !== 'string' || hash === '' || !hasher.isCurrent(hash))
    throw new Error(
      `${hasher.constructor.name}.hash answers with what its isCurrent does not take for a hash.`,
    );
  return hash;
}

/**
 * Compares a password with a current hash of the hasher.
 * @throws OverloadedError for a hasher that is too slow
 */
export async function isPasswordOf(hasher: PasswordHasher, hash: string, password: string): Promise<boolean> {
  const answer: unknown = await limited(hasher, 'isPasswordOf', () => hasher.isPasswordOf(hash, password));
  return answer === true;
}

async function limited<T>(hasher: PasswordHasher, method: string, work: () => Promise<T>): Promise<T> {
  try {
    return await inTime(LIMIT_MS, `${hasher.constructor.name}.${method}`, work);
  } catch (error) {
    if (!(error instanceof LateError)) throw error;
    new Logger('Passwords').error(error.message);
    throw new OverloadedError(
      'password-too-slow',
      'It took too long to check the password; try again later.',
    );
  }
}
