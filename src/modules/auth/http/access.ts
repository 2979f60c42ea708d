import { applyDecorators, createParamDecorator, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Right } from '../../site/rights.js';
import type { Actor } from '../domain/actor.js';

export const RIGHTS = 'access:rights';
/** Stands in place of a right where any key will do. */
export const NO_RIGHT = 'none';

/** Extension field of the OpenAPI document with the rights of an operation. */
const RIGHTS_OF_OPERATION = 'x-rights';

/** The route needs a key whose author holds at least one of these rights; the service may ask for more. */
export const Requires = (...rights: [Right, ...Right[]]) => {
  const metadata = SetMetadata(RIGHTS, rights);
  const both = applyDecorators(metadata, ApiExtension(RIGHTS_OF_OPERATION, rights));
  return Object.assign(both, { KEY: RIGHTS }) as typeof metadata;
};

/** The route needs a key of any author. */
export const RequiresKey = () => SetMetadata(RIGHTS, NO_RIGHT);

export const PREVIEWABLE = 'access:previewable';

/** The route reads the article of its path, and is open to those who have a preview link of it, too. */
export const OpenToPreviews = () => SetMetadata(PREVIEWABLE, true);

export type AuthenticatedRequest = Request & { actor?: Actor };

/** The author in whose name the request acts. */
export const CurrentActor = createParamDecorator((_data: unknown, context: ExecutionContext): Actor => {
  const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
  if (!actor) throw new Error('A route that asks for the actor has to declare the rights it requires.');
  return actor;
});
