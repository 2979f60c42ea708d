import { hash, randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 64;
export const PREFIX_LENGTH = 8;

/** A new key: 64 letters and digits, 381 bits. */
export function generateSecret(): string {
  return Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
}

/** A key has too many bits to be guessed, so a fast hash without salt is enough, and can be looked up. */
export function hashSecret(secret: string): string {
  return hash('sha256', secret);
}
