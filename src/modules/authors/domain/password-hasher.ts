import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';
import { normalForm } from '../../../kernel/text.js';

/** Makes hashes of passwords, and knows passwords by them. Replaceable: a site may want another algorithm. */
export abstract class PasswordHasher {
  /** A text that tells what it was made by, as `argon2id$…`. */
  abstract hash(password: string): Promise<string>;
  /** Whether a hash was made as this one makes them now; others are replaced when their password is known. */
  abstract isCurrent(hashed: string): boolean;
  /** Compares a password with a hash that is current. */
  abstract isPasswordOf(hashed: string, password: string): Promise<boolean>;
}

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

const NAME = 'scrypt$';
/** 32 MiB and three passes: one of the settings that OWASP's password storage guide gives for scrypt. */
const COST = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1024 * 1024 };
const LENGTH = 32;

/** `scrypt$<salt>$<hash>`, in base64url. */
export class ScryptPasswordHasher extends PasswordHasher {
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    const hash = await derive(normalForm(password, 'NFKC'), salt, LENGTH, COST);
    return `${NAME}${salt.toString('base64url')}$${hash.toString('base64url')}`;
  }

  isCurrent(hashed: string): boolean {
    return hashed.startsWith(NAME);
  }

  async isPasswordOf(hashed: string, password: string): Promise<boolean> {
    const [, salt = '', hash = ''] = hashed.split('$');
    const given = await derive(normalForm(password, 'NFKC'), Buffer.from(salt, 'base64url'), LENGTH, COST);
    const expected = Buffer.from(hash, 'base64url');
    return expected.length === given.length && timingSafeEqual(expected, given);
  }
}
