import {
  applyDecorators,
  type CallHandler,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { map, type Observable } from 'rxjs';
import type { FailureForm } from '../../../platform/errors/failures.js';
import type { Problem } from '../../../platform/errors/problem.js';
import { routeNotFound } from '../../../platform/errors/route-not-found.js';
import { CompatibilitySettings } from '../compatibility.settings.js';

/** The old doors are there unless the site has switched them off. */
@Injectable()
class OldDoorsGuard implements CanActivate {
  constructor(private readonly settings: CompatibilitySettings) {}

  canActivate(context: ExecutionContext): boolean {
    if (this.settings.enabled) return true;
    throw routeNotFound(context.switchToHttp().getRequest<Request>());
  }
}

@Injectable()
class OldAnswersInterceptor implements NestInterceptor {
  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(map((data: unknown) => ({ data })));
  }
}

/** Paths of version 1.2, whether there is something or not; routes are found in any case. */
const OLD_PATH = /^\/api\/1\.2(?:\/|$)/i;

/** Failures of version 1.2: `{ "status": { "code": 404, "messages": ["…"] }, "data": null }`. */
export const oldFailures = (settings: CompatibilitySettings): FailureForm => ({
  isAt: (path) => settings.enabled && OLD_PATH.test(path),
  bodyOf: (problem) => ({ status: { code: problem.status, messages: messagesOf(problem) }, data: null }),
});

const messagesOf = ({ errors, detail }: Problem): readonly string[] =>
  errors ? errors.map(({ field, message }) => `${field}: ${message}`) : [detail];

/**
 * The routes of the controller answer as version 1.2 of the API did: `{ "data": … }`. The description of the
 * API leaves them out.
 */
export const OldAnswers = (): ClassDecorator =>
  applyDecorators(ApiExcludeController(), UseGuards(OldDoorsGuard), UseInterceptors(OldAnswersInterceptor));
