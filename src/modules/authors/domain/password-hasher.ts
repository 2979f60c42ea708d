import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/** 32 MiB and three passes: one of the settings that OWASP's password storage guide gives for scrypt. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const LENGTH = 32;

/** `scrypt$<salt>$<hash>`, in base64url. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password.normalize('NFKC'), salt, LENGTH, COST);
  return `scrypt$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

export async function isPasswordOf(hashed: string, password: string): Promise<boolean> {
  const [, salt = '', hash = ''] = hashed.split('$');
  const given = await derive(password.normalize('NFKC'), Buffer.from(salt, 'base64url'), LENGTH, COST);
  const expected = Buffer.from(hash, 'base64url');
  return expected.length === given.length && timingSafeEqual(expected, given);
}

/** Hash of a password that nobody knows: comparing with it takes as long as with any other. */
export const NOBODYS_PASSWORD = `scrypt$${randomBytes(16).toString('base64url')}$${randomBytes(LENGTH).toString('base64url')}`;
