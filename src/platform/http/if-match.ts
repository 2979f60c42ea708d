import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';

const VERSION_TAG = /^"(\d{1,15})"$/;

/**
 * The versions that `If-Match` names (RFC 9110, 13.1.1): the entity tag of an article is its version in quotes.
 * Undefined without the header and for `*`; a tag that is none of ours, or weak, matches no version.
 */
export const IfMatch = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const header = context.switchToHttp().getRequest<Request>().headers['if-match']?.trim();
  if (header === undefined || header === '*') return undefined;
  return header.split(',').flatMap((tag) => {
    const [, version] = VERSION_TAG.exec(tag.trim()) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
});
