import { InvalidError } from '../../kernel/errors.js';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

/** @throws InvalidError */
export function listLimit(sent: number | null | undefined): number {
  if (sent !== null && sent !== undefined && sent < 0)
    throw InvalidError.field('slice.limit', 'must not be negative');
  return Math.min(sent ?? DEFAULT_LIMIT, MAX_LIMIT);
}

/** Items that may be skipped: deeper pages are asked for by cursor, at no cost for what is skipped. */
const MAX_OFFSET = 10_000;

/** @throws InvalidError */
export function listOffset(sent: number | null | undefined): number {
  const offset = sent ?? 0;
  if (offset < 0) throw InvalidError.field('slice.offset', 'must not be negative');
  if (offset > MAX_OFFSET)
    throw InvalidError.field('slice.offset', `must not be above ${MAX_OFFSET}; go on with slice.after`);
  return offset;
}
