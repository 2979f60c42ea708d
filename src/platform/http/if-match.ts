import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { InvalidError } from '../../kernel/errors.js';

const VERSION_TAG = /^"(\d{1,15})"$/;

/**
 * The version that `If-Match` asks for (RFC 9110, 13.1.1): the entity tag of an article is its version in quotes.
 * Undefined without the header and for `*`.
 */
export const IfMatch = createParamDecorator(
  (_data: unknown, context: ExecutionContext): number | undefined => {
    const header = context.switchToHttp().getRequest<Request>().headers['if-match'];
    if (header === undefined || header.trim() === '*') return undefined;
    const [, version] = VERSION_TAG.exec(header.trim()) ?? [];
    if (version === undefined) {
      throw new InvalidError(
        'invalid-if-match',
        'If-Match must be the version of the article in quotes, "3".',
      );
    }
    return Number(version);
  },
);
