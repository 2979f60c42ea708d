import {
  type ApolloServerPlugin,
  type GraphQLRequestContext,
  type GraphQLRequestContextResponseForOperation,
  type GraphQLRequestListener,
  type GraphQLResponse,
  HeaderMap,
} from '@apollo/server';
import { Injectable } from '@nestjs/common';
import type { FormattedExecutionResult } from 'graphql';
import { inOrder } from '../../kernel/text.js';
import { PublicChanges } from '../../modules/articles/public-changes.js';
import { SingleFlightCache } from '../../platform/concurrency/single-flight-cache.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import { isTooLarge } from '../limits/answer-size.js';
import type { GraphqlContext } from '../request-context.js';
import { asksForCost } from '../server/cost-limit.plugin.js';

const TTL_MS = 1000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_BYTES_OF_ONE = 4 * 1024 * 1024;
const BYTES_PER_CHARACTER = 2;
/** Bytes of an entry, besides its texts. */
const OVERHEAD_BYTES = 500;
/**
 * `Age` of a cached response, in seconds, so that downstream caches do not keep it for longer than allowed.
 */
const AGE = String(TTL_MS / 1000);
/** Fields that tell the schema, in the text of a query. */
const INTROSPECTION = /\b__(?:schema|type)\b/;

/**
 * The data of an answer, written out as JSON. Plugins, which meet it in the place of the data, see no fields.
 */
export class KeptData {
  [field: string]: unknown;
  readonly #json: string;

  constructor(json: string) {
    this.#json = json;
  }

  get json(): string {
    return this.#json;
  }
}

/** Keeps answers for readers without a key for a moment, as pages are, and has each made once at a time. */
@Injectable()
export class KeptAnswersPlugin implements ApolloServerPlugin<GraphqlContext> {
  private readonly answers: SingleFlightCache<KeptData>;

  constructor(changes: PublicChanges, metrics: Metrics) {
    this.answers = new SingleFlightCache(changes, {
      ttlMs: TTL_MS,
      maxSize: MAX_BYTES,
      maxValueSize: MAX_BYTES_OF_ONE,
      sizeOf: ({ json }, key) => (json.length + key.length) * BYTES_PER_CHARACTER + OVERHEAD_BYTES,
    });
    metrics.cache('graphql_answers', () => this.answers.usage);
  }

  requestDidStart({
    request,
    contextValue: { request: reader },
  }: GraphQLRequestContext<GraphqlContext>): Promise<GraphQLRequestListener<GraphqlContext> | undefined> {
    if (!reader.isShareable || asksForCost(request)) return Promise.resolve(undefined);
    let made: PromiseWithResolvers<KeptData> | undefined;
    return Promise.resolve({
      responseForOperation: async (context) => {
        const key = keyOf(context);
        if (key === null) return null;
        const answer = this.answers.get(key, () => {
          made = Promise.withResolvers();
          // When another plugin fails, the end of this request is not reported to this one.
          return reader.deadline.race(made.promise);
        });
        const data = answer.catch(() => null);
        return made ? null : answerOf(await data);
      },
      willSendResponse({ response: { body } }) {
        if (!made) return Promise.resolve();
        const data = keptDataOf(body);
        if (data) made.resolve(data);
        else made.reject(new Error('This answer is for nobody else.'));
        return Promise.resolve();
      },
    });
  }
}

/** Writes out an answer, as Apollo does it. */
export function stringifyResult(result: FormattedExecutionResult): string {
  const { data, ...others } = result;
  if (!(data instanceof KeptData)) return `${JSON.stringify(result)}\n`;
  const more = JSON.stringify(others).slice(1, -1);
  return `{"data":${data.json}${more && `,${more}`}}\n`;
}

/** null for what is answered anew each time. */
function keyOf({
  operation,
  source,
  queryHash,
  request: { operationName, variables },
}: GraphQLRequestContextResponseForOperation<GraphqlContext>): string | null {
  // Types of Apollo say that there always is an operation.
  if (!(operation as typeof operation | undefined) || INTROSPECTION.test(source)) return null;
  try {
    return JSON.stringify([queryHash, operationName, variables], finiteInOrder);
  } catch {
    // Nested more deeply than can be written.
    return null;
  }
}

/** Sorts keys like {@link inOrder}. @throws RangeError for a number that JSON has no word for, as 1e999 */
function finiteInOrder(name: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('Not a number of JSON.');
  return inOrder(name, value);
}

/** The data that others may be answered with, which from now on stand in the answer itself. */
function keptDataOf(body: GraphQLResponse['body']): KeptData | null {
  if (body.kind !== 'single') return null;
  const { data, errors, extensions } = body.singleResult;
  if (!data || errors || extensions || isTooLarge(data)) return null;
  const kept = new KeptData(JSON.stringify(data));
  body.singleResult.data = kept;
  return kept;
}

function answerOf(data: KeptData | null) {
  if (!data) return null;
  const head = { headers: new HeaderMap([['age', AGE]]) };
  return { http: head, body: { kind: 'single' as const, singleResult: { data } } };
}
