import { type ApolloServer, HeaderMap } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { GraphQLSchemaHost } from '@nestjs/graphql';
import express, {
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { GraphQLError } from 'graphql';
import { DomainError, UnauthenticatedError, UnsupportedMediaTypeError } from '../kernel/errors.js';
import { Authenticator } from '../modules/auth/authenticator.js';
import type { Actor } from '../modules/auth/domain/actor.js';
import { keyOf } from '../modules/auth/http/request-key.js';
import { SiteSettings } from '../modules/site/site-settings.js';
import { StatementCounter } from '../platform/database/statement-counter.js';
import { STATUS_OF_KIND } from '../platform/errors/problem.js';
import { FORM_TYPES } from '../platform/http/forms.js';
import { jsonBody } from '../platform/http/json-body.js';
import { startApollo } from './apollo-server.js';
import { Deadline } from './limits/deadline.js';
import { type GraphqlContext, Reading } from './reading.js';
import { ReadingSources } from './reading-sources.js';

const MAX_BODY_BYTES = 256 * 1024;
const LONGEST_MS = 10_000;
/** As Apollo writes them: what a client accepts with a charset is not found without one. */
const [PLAIN_TYPE, RESPONSE_TYPE] = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
] as const;

type CountedRequest = Request & { statements?: () => number };

/**
 * GraphQL over HTTP, as Express applications of its own: answers to a GET have entity tags, which those of the rest of
 * the service have not. Nobody asks again by POST for what he has, and a tag costs more than most of the rest.
 */
@Injectable()
export class GraphqlEndpoint implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly tagged = express().disable('x-powered-by').set('etag', 'strong');
  private readonly untagged = express().disable('x-powered-by').disable('etag');
  private apollo: ApolloServer<GraphqlContext> | undefined;

  constructor(
    private readonly schemaHost: GraphQLSchemaHost,
    private readonly authenticator: Authenticator,
    private readonly settings: SiteSettings,
    private readonly sources: ReadingSources,
    private readonly statements: StatementCounter,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.apollo = await startApollo(this.schemaHost.schema, this.settings.graphql);
    const apollo = expressMiddleware(this.apollo, { context: ({ req }) => this.contextOf(req) });
    for (const application of [this.tagged, this.untagged])
      application.use(prepare, refuseForms, ...jsonBody(MAX_BODY_BYTES), bodyIsThere, apollo, explain);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.apollo?.stop();
  }

  answer(request: CountedRequest, response: Response, next: NextFunction): void {
    this.statements.during((soFar) => {
      request.statements = soFar;
      const answer = request.method === 'POST' ? this.untagged : this.tagged;
      answer(request, response, next);
    });
  }

  private async contextOf(request: CountedRequest): Promise<GraphqlContext> {
    const actor = await this.actorOf(keyOf(request, this.settings));
    return {
      reading: new Reading(this.sources, actor, new Deadline(LONGEST_MS)),
      statements: request.statements ?? (() => 0),
      isPlainJson: request.accepts([PLAIN_TYPE, RESPONSE_TYPE]) !== RESPONSE_TYPE,
    };
  }

  /** @throws GraphQLError that is answered with 401 */
  private async actorOf(key: string): Promise<Actor | null> {
    if (key === '') {
      // A site with a password shows nothing to those who have not, here neither.
      if (this.settings.graphql.anonymous && this.settings.site.basicAuth === null) return null;
      throw unauthenticated('key-missing', 'GraphQL needs an API key in the header x-rmauth.');
    }
    const actor = await this.authenticator.authenticate(key);
    if (actor) return actor;
    throw unauthenticated('key-invalid', 'The API key is unknown, revoked or expired.');
  }
}

function unauthenticated(code: string, message: string): GraphQLError {
  const { code: known } = new UnauthenticatedError(code, message);
  const headers = new HeaderMap([['www-authenticate', 'ApiKey realm="api", header="x-rmauth"']]);
  return new GraphQLError(message, { extensions: { code: known, http: { status: 401, headers } } });
}

/**
 * An answer is kept by nobody unless it says so later; it depends on who asks, and in which form. Web apps of any
 * site may read it: without a key it is public, and no browser sends the key by itself.
 */
const prepare: RequestHandler = (request, response, next) => {
  response.set({
    'Cache-Control': 'no-store',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  response.vary('x-rmauth, Accept');
  if (request.method === 'OPTIONS') {
    response.set({
      'Access-Control-Allow-Methods': 'GET, POST',
      'Access-Control-Allow-Headers': 'content-type, x-rmauth, x-graphql-cost, x-request-id',
      'Access-Control-Max-Age': '86400',
    });
    response.status(204).end();
    return;
  }
  // Node leaves the body out by itself.
  if (request.method === 'HEAD') request.method = 'GET';
  next();
};

const bodyIsThere: RequestHandler = (request, _response, next) => {
  request.body ??= {};
  next();
};

/** There is nothing to upload here. */
const refuseForms: RequestHandler = (request, _response, next) => {
  const sent = request.is(FORM_TYPES);
  if (typeof sent !== 'string') next();
  else
    next(
      new UnsupportedMediaTypeError(
        'media-type-not-supported',
        `The body must be application/json, not ${sent}.`,
      ),
    );
};

/** What reading the body fails with, in the words of GraphQL. */
const explain: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (!(error instanceof DomainError)) {
    next(error);
    return;
  }
  const { message, code, kind } = error;
  response.status(STATUS_OF_KIND[kind]).json({ errors: [{ message, extensions: { code } }] });
};
