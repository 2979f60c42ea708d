import {
  type ApolloServerPlugin,
  type GraphQLRequestContextDidResolveOperation,
  type GraphQLRequestContextWillSendResponse,
  HeaderMap,
} from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, OperationTypeNode } from 'graphql';
import { isTooLarge, MAX_CHARACTERS } from './limits/answer-size.js';
import { limitError, MAX_ERRORS } from './limits/document-size.js';
import { costError, costOf, MAX_COST } from './limits/query-cost.js';
import type { GraphqlContext } from './reading.js';

/** Entries of a list in the variables. */
const MAX_ENTRIES = 1000;
/** Whoever sends it is told what the query costs. */
export const COST_HEADER = 'x-graphql-cost';
const PUBLIC_CACHE = 'public, max-age=10, stale-while-revalidate=60';
const RETRY_AFTER_SECONDS = '5';

const FAULTS_OF_DOCUMENT: readonly unknown[] = [
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
];

/** What is decided of a whole request: whether it may run, how long its answer may be kept, what it cost. */
export const answersPlugin: ApolloServerPlugin<GraphqlContext> = {
  requestDidStart() {
    const began = performance.now();
    let requested = 0;
    return Promise.resolve({
      didResolveOperation(context) {
        requested = costOfAllowed(context);
        if (requested > MAX_COST) throw refused(costError(requested));
        return Promise.resolve();
      },
      willSendResponse(context) {
        const milliseconds = Math.round(performance.now() - began);
        finish(context, { requested, milliseconds });
        return Promise.resolve();
      },
    });
  },
};

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
  const entries = longestList(variables);
  if (entries > MAX_ENTRIES)
    throw refused(limitError('entries', entries, MAX_ENTRIES, 'entries in a list of its variables'));
  return costOf(schema, document, operation, variables);
}

function finish(
  {
    request: { http },
    response,
    contextValue: { reading, statements, isPlainJson },
  }: GraphQLRequestContextWillSendResponse<GraphqlContext>,
  { requested, milliseconds }: { readonly requested: number; readonly milliseconds: number },
): void {
  reading.deadline.clear();
  if (response.body.kind !== 'single') return;
  const result = response.body.singleResult;
  const [first, second] = result.errors ?? [];
  // What stops validation is reported as often as that takes.
  if (first && first.message === second?.message && (result.errors?.length ?? 0) > MAX_ERRORS)
    result.errors = [first];
  if (isTooLarge(result.data)) {
    response.body.singleResult = { errors: [tooLarge()] };
    response.http.status = 413;
  }
  const code = first?.extensions?.code;
  if (isPlainJson && FAULTS_OF_DOCUMENT.includes(code)) response.http.status = 200;
  // Apollo's own link asks for 200; who accepts this type is told by the status that there are no data.
  if (!isPlainJson && code === ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND) response.http.status = 400;
  if (reading.deadline.hasPassed && first) {
    response.body.singleResult = { errors: [first] };
    response.http.status = 503;
    response.http.headers.set('retry-after', RETRY_AFTER_SECONDS);
  }
  const isMeasured = http?.headers.get(COST_HEADER) !== undefined;
  if (isMeasured) {
    const cost = { requested, limit: MAX_COST, statements: statements(), ms: milliseconds };
    response.body.singleResult.extensions = { ...result.extensions, cost };
  }
  const isForAll =
    http?.method === 'GET' && !response.body.singleResult.errors && reading.actor === null && !isMeasured;
  response.http.headers.set('cache-control', isForAll ? PUBLIC_CACHE : 'no-store');
}

const tooLarge = () => ({
  message: `This answer has more than ${MAX_CHARACTERS} characters; ask for less at a time.`,
  extensions: { code: 'page-too-large' },
});

function refused({ message, extensions }: GraphQLError): GraphQLError {
  return new GraphQLError(message, {
    extensions: { ...extensions, http: { status: 400, headers: new HeaderMap() } },
  });
}

function longestList(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const inner: unknown[] = Array.isArray(value) ? value.slice(0, MAX_ENTRIES) : Object.values(value);
  return inner.reduce<number>(
    (longest, entry) => Math.max(longest, longestList(entry)),
    Array.isArray(value) ? value.length : 0,
  );
}
