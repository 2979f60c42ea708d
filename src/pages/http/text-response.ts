import type { Request, Response } from 'express';
import type { SiteSettings } from '../../modules/site/site.settings.js';
import { waitForDrain } from '../../platform/http/response/wait-for-drain.js';
import { entityTag, isKnownToClient } from '../../platform/http/response/entity-tag.js';

/** Freshness lifetime and stale-while-revalidate; seconds. */
export interface Freshness {
  readonly fresh: number;
  readonly stale: number;
}

export interface TextAnswer {
  /** Media type without its charset. */
  readonly type: string;
  readonly text: string;
  /** ETag, if it is known already. */
  readonly tag?: string;
  readonly cacheControl: string;
}

/** Responses behind a password are not cached. */
export function cacheControlOf({ basicAuth }: SiteSettings, { fresh, stale }: Freshness): string {
  if (basicAuth !== null) return 'private, no-store';
  return `public, max-age=${fresh}, stale-while-revalidate=${stale}`;
}

/** Sends a text, or that the client has it already (RFC 9110, 13). */
export function sendText(request: Request, response: Response, answer: TextAnswer): void {
  const { tag = entityTag(answer.text) } = answer;
  response.setHeader('Content-Type', `${answer.type}; charset=utf-8`);
  response.setHeader('Cache-Control', answer.cacheControl);
  response.setHeader('ETag', tag);
  if (isKnownToClient(request, tag)) response.status(304).end();
  else response.send(answer.text);
}

/**
 * Sends XML of any length, no faster than the client reads it. What fails
 * before the first piece is answered as usual.
 */
export async function streamXml(
  request: Request,
  response: Response,
  pieces: AsyncIterable<string>,
  cacheControl: string,
): Promise<void> {
  for await (const piece of pieces) {
    if (!response.headersSent) {
      response.setHeader('Content-Type', 'application/xml; charset=utf-8');
      response.setHeader('Cache-Control', cacheControl);
    }
    if (request.method === 'HEAD' || response.closed) break;
    if (!response.write(piece)) await waitForDrain(response);
  }
  response.end();
}
