import type { Request } from 'express';
import type { UtcSeconds } from '../../kernel/clock.js';

/** As `Last-Modified` says it. */
export function httpDate(time: UtcSeconds): string {
  return new Date(time * 1000).toUTCString();
}

/**
 * Whether the client has it already (RFC 9110, 13.1). Its tag alone tells: editors may keep the date of what
 * they change, and a page has more on it than its post. A server may pass over `If-Modified-Since`.
 */
export function isKnown({ headers }: Request, tag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((known) => known.trim()) ?? [];
  return tags.some((known) => known === '*' || known.replace(/^W\//, '') === tag);
}
