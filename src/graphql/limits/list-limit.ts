import { InvalidError } from '../../kernel/errors.js';

export const DEFAULT_LIMIT = 10;
export const MAX_LIMIT = 100;

/** @throws InvalidError */
export function listLimit(sent: number | null | undefined): number {
  if (sent !== null && sent !== undefined && sent < 0)
    throw InvalidError.field('slice.limit', 'must not be negative');
  return Math.min(sent ?? DEFAULT_LIMIT, MAX_LIMIT);
}
