import type { Request } from 'express';
import type { UtcSeconds } from '../../kernel/clock.js';

/** As `Last-Modified` says it. */
export function httpDate(time: UtcSeconds): string {
  return new Date(time * 1000).toUTCString();
}

/**
 * Whether the client has it already (RFC 9110, 13). Dates must be the same, not just older: a list whose newest post was
 * taken out is older than the one that the client has.
 */
export function isKnown({ headers }: Request, tag: string, modified: UtcSeconds | null): boolean {
  const { 'if-none-match': tags, 'if-modified-since': since } = headers;
  if (tags !== undefined)
    return tags.split(',').some((known) => known.trim() === '*' || known.trim().replace(/^W\//, '') === tag);
  return since !== undefined && modified !== null && Date.parse(since) === modified * 1000;
}
