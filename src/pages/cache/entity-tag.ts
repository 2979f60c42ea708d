import { hash } from 'node:crypto';

const TAG_LENGTH = 27;

/** Strong entity tag of a content (RFC 9110, 8.8.3). */
export function entityTag(content: string | Buffer): string {
  return `"${hash('sha256', content, 'base64url').slice(0, TAG_LENGTH)}"`;
}
