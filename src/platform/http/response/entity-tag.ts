import { hash } from 'node:crypto';
import type { Response } from 'express';

const TAG_LENGTH = 27;
const ERRORS_FROM = 400;

/** Strong entity tag of a content (RFC 9110, 8.8.3). */
export function entityTag(content: string | Buffer): string {
  return `"${digestOf(content)}"`;
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
    if (typeof body === 'string' && response.statusCode < ERRORS_FROM)
      response.set('ETag', `"${prefix}${digestOf(body)}"`);
    return send(body);
  };
}

function digestOf(content: string | Buffer): string {
  return hash('sha256', content, 'base64url').slice(0, TAG_LENGTH);
}
