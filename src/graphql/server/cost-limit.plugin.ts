import {
  type ApolloServerPlugin,
  type GraphQLRequest,
  type GraphQLRequestContextDidResolveOperation,
  type GraphQLRequestListener,
  HeaderMap,
} from '@apollo/server';
import { Plugin } from '@nestjs/apollo';
import { GraphQLError, OperationTypeNode } from 'graphql';
import { limitError } from '../limits/document-size.js';
import { costError, costOf, MAX_COST } from '../limits/query-cost.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { GraphqlContext } from '../request-context.js';

/** Entries of a list in the variables. */
const MAX_ENTRIES = 1000;
/** Characters of all texts in the variables together; the same text may be read for each alias. */
const MAX_CHARACTERS = 50_000;
/** Lists and objects in each other: the variables of a URL have been read without a limit. */
const MAX_LEVELS = 1000;
/** Upper bounds of the costs that are told apart. */
const COSTS = [10, 100, 1000, 10_000, MAX_COST];
/** A request with this header is told what it costs. */
const COST_HEADER = 'x-graphql-cost';

/** Admits queries whose cost is within the limit, and tells the cost to those who ask for it. */
@Plugin()
export class CostLimitPlugin implements ApolloServerPlugin<GraphqlContext> {
  private readonly observe: (cost: number) => void;

  constructor(metrics: Metrics) {
    this.observe = metrics.sizes('graphql_operation_cost', 'Fields that an operation may ask for', COSTS);
  }

  requestDidStart(): Promise<GraphQLRequestListener<GraphqlContext>> {
    const startedAt = performance.now();
    let requested = 0;
    const { observe } = this;
    return Promise.resolve({
      didResolveOperation(context) {
        requested = costOfAllowed(context);
        observe(requested);
        if (requested > MAX_COST) throw refused(costError(requested));
        return Promise.resolve();
      },
      willSendResponse({ request, response: { body }, contextValue }) {
        if (body.kind !== 'single' || !asksForCost(request)) return Promise.resolve();
        const ms = Math.round(performance.now() - startedAt);
        const cost = { requested, limit: MAX_COST, statements: contextValue.statements(), ms };
        body.singleResult.extensions = { ...body.singleResult.extensions, cost };
        return Promise.resolve();
      },
    });
  }
}

export function asksForCost({ http }: GraphQLRequest): boolean {
  return http?.headers.get(COST_HEADER) !== undefined;
}

/** @throws GraphQLError */
function costOfAllowed({
  schema,
  document,
  operation,
  request,
}: GraphQLRequestContextDidResolveOperation<GraphqlContext>): number {
  // Execution says that there is none of that name.
  if (!operation) return 0;
  if (operation.operation !== OperationTypeNode.QUERY) {
    throw refused(
      new GraphQLError('This service answers queries only.', {
        extensions: { code: 'OPERATION_NOT_SUPPORTED' },
      }),
    );
  }
  const variables = request.variables ?? {};
  const { entries, characters } = sizeOf(variables);
  if (entries > MAX_ENTRIES)
    throw refused(limitError('entries', entries, MAX_ENTRIES, 'entries in a list of its variables'));
  if (characters > MAX_CHARACTERS)
    throw refused(limitError('characters', characters, MAX_CHARACTERS, 'characters in its variables'));
  return costOf(schema, document, operation, variables);
}

function refused({ message, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, {
    extensions: { ...extensions, http: { status: 400, headers: new HeaderMap() } },
  });
}

interface Size {
  /** Of the longest list. */
  readonly entries: number;
  /** Of all texts. */
  readonly characters: number;
}

/** @throws GraphQLError when it is nested too deeply */
function sizeOf(value: unknown, level = 0): Size {
  if (typeof value === 'string') return { entries: 0, characters: value.length };
  if (typeof value !== 'object' || value === null) return { entries: 0, characters: 0 };
  if (level === MAX_LEVELS)
    throw refused(limitError('levels', level + 1, MAX_LEVELS, 'levels in its variables'));
  let entries = Array.isArray(value) ? value.length : 0;
  let characters = 0;
  const inner: unknown[] = Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : Object.values(value);
  for (const one of inner) {
    const size = sizeOf(one, level + 1);
    entries = Math.max(entries, size.entries);
    characters += size.characters;
  }
  return { entries, characters };
}
