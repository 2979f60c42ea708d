import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { documented } from './documented.js';

const VERSION_TAG = /^"(\d{1,15})"$/;

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
 * The versions that `If-Match` names (RFC 9110, 13.1.1): the entity tag of a resource is its version in quotes.
 * Undefined without the header; `*` holds every version, of a resource that is there. A tag that is none of ours, or weak, matches no version.
 */
export const IfMatch = () => documented(Versions(), IF_MATCH);

/** The value that {@link IfMatch} gives. */
export type IfVersions = readonly number[] | undefined;

/** Answers with the entity tag of a resource, which it returns. */
export type Tagged = <T extends { readonly version: number }>(resource: T) => T;

/** Gives a handler the function that sets the entity tag of its answer. */
export const EntityTag = createParamDecorator((_data: unknown, context: ExecutionContext): Tagged => {
  const response = context.switchToHttp().getResponse<Response>();
  return (resource) => {
    response.set('ETag', `"${resource.version}"`);
    return resource;
  };
});
