import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader, ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { tagBody } from '../response/entity-tag.js';
import { documented } from './documented.js';

/** The hash behind the version is ignored: it changes with other things, too. */
const VERSION_TAG = /^"(\d{1,15})(?:-[\w-]{1,64})?"$/;

const IF_MATCH = ApiHeader({
  name: 'If-Match',
  required: false,
  description: 'version that the client has seen, in quotes',
});

/** `*`: all versions, of a resource that is there. */
class AnyVersion extends Array<number> {
  override includes(): boolean {
    return true;
  }
}
const ANY: readonly number[] = new AnyVersion();

const Versions = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const header = context.switchToHttp().getRequest<Request>().headers['if-match']?.trim();
  if (header === undefined) return undefined;
  if (header === '*') return ANY;
  return header.split(',').flatMap((tag) => {
    const [, version] = VERSION_TAG.exec(tag.trim()) ?? [];
    return version === undefined ? [] : [Number(version)];
  });
});

/**
 * The versions that `If-Match` names (RFC 9110, 13.1.1): the entity tag of a resource begins with its
 * version. Undefined without the header; `*` holds every version, of a resource that is there. A tag that is
 * none of ours, or weak, matches no version.
 */
export const IfMatch = () => documented(Versions(), IF_MATCH);

/** The value that {@link IfMatch} gives. */
export type IfVersions = readonly number[] | undefined;

/** Answers with the entity tag of a resource, which it returns. */
export type Tagged = <T extends { readonly version: number }>(resource: T) => T;

/**
 * Gives a handler that changes a resource the function that sets the entity tag
 * of its answer: the version in quotes.
 */
export const EntityTag = createParamDecorator((_data: unknown, context: ExecutionContext): Tagged => {
  const response = context.switchToHttp().getResponse<Response>();
  return (resource) => {
    response.set('ETag', `"${resource.version}"`);
    return resource;
  };
});

const Read = createParamDecorator((_data: unknown, context: ExecutionContext): Tagged => {
  const response = context.switchToHttp().getResponse<Response>();
  return (resource) => {
    tagBody(response, resource.version);
    return resource;
  };
});

/**
 * The same for a handler that shows a resource, with a hash of the response behind the version. A request
 * that names it in `If-None-Match` is answered 304 (RFC 9110, 13.1.2).
 */
export const ReadTag = () =>
  documented(
    Read(),
    applyDecorators(
      ApiHeader({
        name: 'If-None-Match',
        required: false,
        description: 'entity tags of answers that the client has kept',
      }),
      ApiResponse({ status: 304, description: 'The client has the answer.' }),
    ),
  );
