import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ForbiddenError } from '../../../kernel/errors.js';
import { PUBLIC } from '../../../platform/http/server/public.js';
import type { Right } from '../../site/rights.js';
import type { Actor } from '../domain/actor.js';
import { type AuthenticatedRequest, NO_RIGHT, PREVIEWABLE, RIGHTS } from './access.js';
import { RequestActors } from './request-actors.js';
import { RequestPreviews } from './request-previews.js';

/** Lets a request through to a route that is public, or whose rights its actor holds. Closed by default. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly actors: RequestActors,
    private readonly previews: RequestPreviews,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets)) return true;
    const isPreviewable = this.reflector.get<boolean | undefined>(PREVIEWABLE, context.getHandler()) === true;
    const actor = await this.actorOf(context, isPreviewable);
    // The article of the preview is checked where the article is read.
    if (isPreviewable && actor.previewed !== null) return true;
    const rights =
      this.reflector.getAllAndOverride<Right[] | typeof NO_RIGHT | undefined>(RIGHTS, targets) ?? [];
    if (rights !== NO_RIGHT && !actor.mayAny(rights)) {
      throw new ForbiddenError(
        'forbidden',
        rights.length === 0
          ? 'Nobody may do this: it is declared neither with the rights that it takes (@Requires) nor as @Public().'
          : `The key's author (${actor.role}) or the key's scope does not allow this. It takes ${rights.join(' or ')}.`,
      );
    }
    return true;
  }

  private async actorOf(context: ExecutionContext, isPreviewable: boolean): Promise<Actor> {
    if (context.getType<string>() === 'graphql') {
      // The actor is known by now: it is one for the whole query.
      const { request } = context.getArgByIndex<{ readonly request: { readonly actor: Actor | null } }>(2);
      return this.actors.known(request.actor);
    }
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const actor = isPreviewable ? this.previews.getReader(request) : this.actors.getActor(request);
    return (request.actor = await actor);
  }
}
