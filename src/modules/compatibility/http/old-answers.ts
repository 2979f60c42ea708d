import {
  applyDecorators,
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseFilters,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { Failures } from '../../../platform/errors/failures.js';
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

@Catch()
class OldFailuresFilter implements ExceptionFilter {
  constructor(private readonly failures: Failures) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const { problem, headers } = this.failures.describe(error, http.getRequest<Request>());
    const status = { code: problem.status, messages: messagesOf(problem) };
    http.getResponse<Response>().status(problem.status).set(headers).json({ status, data: null });
  }
}

const messagesOf = ({ errors, detail }: Problem): readonly string[] =>
  errors ? errors.map(({ field, message }) => `${field}: ${message}`) : [detail];

/**
 * The routes of the controller answer as version 1.2 of the API did: `{ "data": … }`, and failures as
 * `{ "status": { "code": 404, "messages": ["…"] }, "data": null }`. The
 * description of the API leaves them out.
 */
export const OldAnswers = (): ClassDecorator =>
  applyDecorators(
    ApiExcludeController(),
    UseGuards(OldDoorsGuard),
    UseInterceptors(OldAnswersInterceptor),
    UseFilters(OldFailuresFilter),
  );
