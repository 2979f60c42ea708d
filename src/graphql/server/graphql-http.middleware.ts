import { Injectable, type NestMiddleware } from '@nestjs/common';
import express, { type NextFunction, type Request, type Response } from 'express';
import { DomainError } from '../../kernel/errors.js';
import { RequestActors } from '../../modules/auth/http/request-actors.js';
import { StatementCounter } from '../../platform/database/statement-counter.js';
import { STATUS_OF_KIND } from '../../platform/errors/problem.js';
import { routeNotFound } from '../../platform/errors/route-not-found.js';
import { refuseForms } from '../../platform/http/request/forms.js';
import { jsonBody } from '../../platform/http/request/json-body.js';
import { tagBody } from '../../platform/http/response/entity-tag.js';
import { ApolloHandler } from './apollo.driver.js';

const MAX_BODY_BYTES = 256 * 1024;

/** A request of GraphQL. */
export type GraphqlRequest = Request & {
  /** Statements that the request has sent so far. */
  statements?: () => number;
};

/** GraphQL over HTTP, as far as Apollo does not do it. */
@Injectable()
export class GraphqlHttpMiddleware implements NestMiddleware<GraphqlRequest, Response> {
  private readonly handlers = express
    .Router()
    .use(neverKept, answerOptions, headAsGet, refuseForms, ...jsonBody(MAX_BODY_BYTES), answerError);

  constructor(
    private readonly statements: StatementCounter,
    private readonly actors: RequestActors,
    private readonly apollo: ApolloHandler,
  ) {}

  use(request: GraphqlRequest, response: Response, next: NextFunction): void {
    // A POST is not repeated by those who have its answer, and a tag costs more than most of the rest.
    if (request.method !== 'POST') tagBody(response);
    response.vary(`${this.actors.vary}, Accept`);
    this.statements.during((soFar) => {
      request.statements = soFar;
      this.handlers(request, response, (error?: unknown) => {
        if (error !== undefined) {
          next(error);
          return;
        }
        // Apollo takes a request without it for one that nobody has read.
        request.body ??= {};
        void this.apollo.handle(request, response, next);
      });
    });
  }
}

/** The driver mounts Apollo at all paths below its own, too. @throws NotFoundError for those */
export function refuseOtherPaths(request: Request): never {
  throw routeNotFound(request);
}

/**
 * An answer is kept by nobody unless it says so later; it depends on who asks, and in which form. Web apps of
 * any site may read it: without a key it is public, and no browser sends the key by itself. What browsers do
 * send, as cookies, they do not let pages of other sites read.
 */
function neverKept(_request: Request, response: Response, next: NextFunction): void {
  response.set({ 'Cache-Control': 'no-store', 'Cross-Origin-Resource-Policy': 'cross-origin' });
  next();
}

/** Preflights of other sites have been answered before. */
function answerOptions(request: Request, response: Response, next: NextFunction): void {
  if (request.method === 'OPTIONS') response.set('Allow', 'GET, HEAD, POST').status(204).end();
  else next();
}

/** Apollo answers no HEAD. Node leaves the body out by itself. */
function headAsGet(request: Request, _response: Response, next: NextFunction): void {
  if (request.method === 'HEAD') request.method = 'GET';
  next();
}

/** Answers in the form of GraphQL that a body cannot be read. */
function answerError(error: unknown, _request: Request, response: Response, next: NextFunction): void {
  if (!(error instanceof DomainError)) {
    next(error);
    return;
  }
  const { message, code, kind } = error;
  response.status(STATUS_OF_KIND[kind]).json({ errors: [{ message, extensions: { code } }] });
}
