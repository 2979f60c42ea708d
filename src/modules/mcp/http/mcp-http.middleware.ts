import { Injectable, type NestMiddleware } from '@nestjs/common';
import express, { type NextFunction, type Request, type Response } from 'express';
import { DomainError, ForbiddenError } from '../../../kernel/errors.js';
import { Environment } from '../../../platform/config/environment.js';
import { routeNotFound } from '../../../platform/errors/route-not-found.js';
import { refuseForms } from '../../../platform/http/request/forms.js';
import { jsonBody } from '../../../platform/http/request/json-body.js';
import { HttpSettings } from '../../site/http.settings.js';
import { LimitSettings } from '../../site/limit.settings.js';
import { McpSettings } from '../mcp.settings.js';
import { refuseMessage } from './refused-message.js';

/** Reads messages, and refuses what is none in the form of JSON-RPC. */
@Injectable()
export class McpHttpMiddleware implements NestMiddleware<Request, Response> {
  private readonly handlers: express.Router;
  private readonly origins: readonly string[];

  constructor(
    private readonly settings: McpSettings,
    { maxBodyBytes }: LimitSettings,
    { cors }: HttpSettings,
    { PUBLIC_BASE_URL }: Environment,
  ) {
    this.origins = [new URL(PUBLIC_BASE_URL).origin, ...cors.origins];
    this.handlers = express.Router().use(refuseForms, ...jsonBody(maxBodyBytes), answerError);
  }

  /** @throws NotFoundError where agents are not served, ForbiddenError */
  use(request: Request, response: Response, next: NextFunction): void {
    if (!this.settings.enabled) throw routeNotFound(request);
    this.mustComeFromAllowed(request);
    response.setHeader('Cache-Control', 'no-store');
    this.handlers(request, response, next);
  }

  /** Checks the origin, against DNS rebinding: another site's name could lead to this machine. */
  private mustComeFromAllowed({ headers: { origin } }: Request): void {
    if (origin === undefined || this.origins.includes('*') || this.origins.includes(origin)) return;
    throw new ForbiddenError('origin-not-allowed', `Pages of ${origin} may not ask here.`);
  }
}

function answerError(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (error instanceof DomainError) refuseMessage(response, error);
  else next(error);
}
