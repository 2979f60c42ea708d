import { createHash } from 'node:crypto';
import type { Position } from '../../../kernel/page.js';
import { inOrder } from '../../../kernel/text.js';

const DIGEST_BYTES = 12;
const MAX_LENGTH = 300;

/**
 * The token that stands for a position in a list: opaque, the same on every instance. It holds numbers alone,
 * and a digest of these with the identity of the list.
 *
 * @param identity of the list: its filters and its order, as JSON
 */
export function cursorOf({ keys, id }: Position, identity: unknown): string {
  const numbers = [...keys, id].join('.');
  const digest = createHash('sha256')
    .update(`${numbers} ${JSON.stringify(identity, inOrder)}`)
    .digest();
  const head = digest.subarray(0, DIGEST_BYTES);
  return Buffer.concat([head, Buffer.from(numbers)]).toString('base64url');
}

/** The position that a token stands for; null for one that is none of this list. */
export function positionOf(cursor: string, identity: unknown): Position | null {
  if (cursor.length > MAX_LENGTH) return null;
  const numbers = Buffer.from(cursor, 'base64url').subarray(DIGEST_BYTES).toString().split('.').map(Number);
  const id = numbers.pop();
  if (id === undefined || ![...numbers, id].every(Number.isSafeInteger)) return null;
  const position = { keys: numbers, id };
  return cursorOf(position, identity) === cursor ? position : null;
}
