import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ForbiddenError, UnauthenticatedError } from '../../../kernel/errors.js';
import { PUBLIC } from '../../../platform/http/server/public.js';
import type { Right } from '../../site/rights.js';
import { SiteSettings } from '../../site/site-settings.js';
import { Authenticator } from '../authenticator.js';
import { type AuthenticatedRequest, RIGHTS } from './access.js';
import { keyOf } from './request-key.js';

/** Lets a request through to a route that is public, or whose rights the key's author holds. Closed by default. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authenticator: Authenticator,
    private readonly settings: SiteSettings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const targets = [context.getHandler(), context.getClass()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(PUBLIC, targets)) return true;
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const actor = await this.authenticator.authenticate(this.secretOf(request));
    if (!actor) throw new UnauthenticatedError('key-invalid', 'The API key is unknown, revoked or expired.');
    const rights = this.reflector.getAllAndOverride<Right[] | undefined>(RIGHTS, targets) ?? [];
    if (!actor.mayAny(rights)) {
      throw new ForbiddenError(
        'forbidden',
        `The key's author (${actor.role}) or the key's scope does not allow this. It takes ${rights.join(' or ')}.`,
      );
    }
    request.actor = actor;
    return true;
  }

  private secretOf(request: AuthenticatedRequest): string {
    const secret = keyOf(request, this.settings);
    if (secret === '') {
      throw new UnauthenticatedError('key-missing', 'This route needs an API key in the header x-rmauth.');
    }
    return secret;
  }
}
