import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import { bodyOf } from './utf8.js';

const TAG_LENGTH = 27;
const ERRORS_FROM = 400;

/** Strong entity tag of a content (RFC 9110, 8.8.3). */
export function entityTag(content: string | Buffer): string {
  return `"${digestOf(content)}"`;
}

/**
 * Whether the client has it already: `If-None-Match` compares weakly (RFC 9110, 13.1.2). Its tag alone tells:
 * editors may keep the date of what they change, so `If-Modified-Since` is passed over, as a server may.
 */
export function isKnownToClient({ headers }: Request, tag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((known) => known.trim()) ?? [];
  return tags.some((known) => known === '*' || known.replace(/^W\//, '') === tag);
}

/**
 * Sets the entity tag of a response when its body is sent: a hash of the body, so
 * that `If-None-Match` also sees what changes around a resource, as the name of
 * an author; before it the version of the resource, which `If-Match` compares.
 */
export function tagBody(response: Response, version?: number): void {
  const prefix = version === undefined ? '' : `${version}-`;
  const send = response.send.bind(response);
  response.send = (body: unknown) => {
    if (typeof body !== 'string' || response.statusCode >= ERRORS_FROM) return send(body);
    const bytes = bodyOf(response, body);
    response.set('ETag', `"${prefix}${digestOf(bytes)}"`);
    return send(bytes);
  };
}

function digestOf(content: string | Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, TAG_LENGTH);
}
