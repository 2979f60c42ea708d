import { HeaderMap } from '@apollo/server';
import { Injectable } from '@nestjs/common';
import { GraphQLError } from 'graphql';
import { UnauthenticatedError } from '../../kernel/errors.js';
import { Authenticator } from '../../modules/auth/authenticator.js';
import type { Actor } from '../../modules/auth/domain/actor.js';
import { keyOf } from '../../modules/auth/http/request-key.js';
import { SiteSettings } from '../../modules/site/site-settings.js';
import { Deadline } from '../limits/deadline.js';
import { Loaders } from '../loaders.js';
import { type GraphqlContext, RequestContext } from '../request-context.js';
import type { GraphqlRequest } from './graphql-http.middleware.js';

const TIMEOUT_MS = 10_000;
/** As Apollo writes them: a type that a client accepts with a charset is not found without one. */
const [PLAIN_TYPE, RESPONSE_TYPE] = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
] as const;

/** Makes the context of a request: who asks, how long the answer may take, the loaders. */
@Injectable()
export class ContextFactory {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly settings: SiteSettings,
    private readonly loaders: Loaders,
  ) {}

  /** @throws GraphQLError that is answered with 401 */
  async create(request: GraphqlRequest): Promise<GraphqlContext> {
    const actor = await this.actorOf(keyOf(request, this.settings));
    return {
      request: new RequestContext(this.loaders, actor, new Deadline(TIMEOUT_MS)),
      statements: request.statements ?? (() => 0),
      isPlainJson: request.accepts([PLAIN_TYPE, RESPONSE_TYPE]) !== RESPONSE_TYPE,
    };
  }

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
