import { HeaderMap } from '@apollo/server';
import { Injectable } from '@nestjs/common';
import { GraphQLError } from 'graphql';
import { DomainError } from '../../kernel/errors.js';
import type { Actor } from '../../modules/auth/domain/actor.js';
import { RequestActors } from '../../modules/auth/http/request-actors.js';
import { RequestPreviews } from '../../modules/auth/http/request-previews.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { GraphqlSettings } from '../graphql.settings.js';
import { problemOf } from '../../platform/errors/problem.js';
import { Deadline } from '../limits/deadline.js';
import { ReadsById } from '../reads-by-id.js';
import { type GraphqlContext, RequestContext } from '../request-context.js';
import type { GraphqlRequest } from './graphql-http.middleware.js';

const TIMEOUT_MS = 10_000;
/** Apollo's spelling: a type that a client accepts with a charset is not found without one. */
const [PLAIN_TYPE, RESPONSE_TYPE] = [
  'application/json; charset=utf-8',
  'application/graphql-response+json; charset=utf-8',
] as const;

/** Makes the context of a request: who asks, how long the answer may take, the loaders. */
@Injectable()
export class ContextFactory {
  constructor(
    private readonly actors: RequestActors,
    private readonly previews: RequestPreviews,
    private readonly settings: GraphqlSettings,
    private readonly site: SiteSettings,
    private readonly reads: ReadsById,
  ) {}

  /** @throws GraphQLError that is answered with the status of its cause, as 401 */
  async create(request: GraphqlRequest): Promise<GraphqlContext> {
    const previewed = await told(this.previews.get(request));
    const actor = await this.actorOf(request);
    return {
      request: new RequestContext(this.reads, actor, new Deadline(TIMEOUT_MS), previewed),
      statements: request.statements ?? (() => 0),
      isPlainJson: request.accepts([PLAIN_TYPE, RESPONSE_TYPE]) !== RESPONSE_TYPE,
    };
  }

  private actorOf(request: GraphqlRequest): Promise<Actor | null> {
    // A site with a password shows nothing to those who have not, here neither.
    const isOpen = this.settings.anonymous && this.site.basicAuth === null;
    return told(isOpen ? this.actors.findActor(request) : this.actors.getActor(request));
  }
}

async function told<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    throw error instanceof DomainError ? refusal(error) : error;
  }
}

function refusal(error: DomainError): GraphQLError {
  const { code, message } = error;
  const { problem, headers: names } = problemOf(error, '');
  const headers = new HeaderMap(Object.entries(names).map(([name, value]) => [name.toLowerCase(), value]));
  return new GraphQLError(message, { extensions: { code, http: { status: problem.status, headers } } });
}
