import type {
  ApolloServerPlugin,
  GraphQLRequestContextWillSendResponse,
  GraphQLRequestListener,
} from '@apollo/server';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { Plugin } from '@nestjs/apollo';
import type { GraphQLFormattedError } from 'graphql';
import { isTooLarge, MAX_CHARACTERS } from '../limits/answer-size.js';
import { MAX_ERRORS } from '../limits/document-size.js';
import type { GraphqlContext } from '../request-context.js';
import { asksForCost } from './cost-limit.plugin.js';

const PUBLIC_CACHE = 'public, max-age=10, stale-while-revalidate=60';
const RETRY_AFTER_SECONDS = '5';

const DOCUMENT_ERRORS: readonly unknown[] = [
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.BAD_USER_INPUT,
];

type Sent = GraphQLRequestContextWillSendResponse<GraphqlContext>;

/** Decides status, errors and caching of a response. Its order among the plugins is of no account. */
@Plugin()
export class ResponsePolicyPlugin implements ApolloServerPlugin<GraphqlContext> {
  requestDidStart(): Promise<GraphQLRequestListener<GraphqlContext>> {
    return Promise.resolve({
      willSendResponse(context) {
        context.contextValue.request.deadline.clear();
        applyPolicy(context);
        return Promise.resolve();
      },
    });
  }
}

function applyPolicy({ request, response: { body, http }, contextValue }: Sent): void {
  if (body.kind !== 'single') return;
  const { isShareable, deadline } = contextValue.request;
  const { isPlainJson } = contextValue;
  const { singleResult: result } = body;
  const [first, second] = result.errors ?? [];
  // An error that stops validation is reported as often as that takes.
  if (first && first.message === second?.message && (result.errors?.length ?? 0) > MAX_ERRORS)
    result.errors = [first];
  if (isTooLarge(result.data)) {
    replaceBy(tooLarge(), body);
    http.status = 413;
  }
  const code = first?.extensions?.code;
  if (isPlainJson && DOCUMENT_ERRORS.includes(code)) http.status = 200;
  // Apollo's own link asks for 200; a client that accepts the other type is
  // told by the status that there are no data.
  if (!isPlainJson && code === ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND) http.status = 400;
  if (deadline.hasPassed && first) {
    replaceBy(first, body);
    http.status = 503;
    http.headers.set('retry-after', RETRY_AFTER_SECONDS);
  }
  const isPublic =
    request.http?.method === 'GET' && !body.singleResult.errors && isShareable && !asksForCost(request);
  http.headers.set('cache-control', isPublic ? PUBLIC_CACHE : 'no-store');
}

function replaceBy(
  error: GraphQLFormattedError,
  body: Extract<Sent['response']['body'], { kind: 'single' }>,
) {
  const { extensions } = body.singleResult;
  body.singleResult = { errors: [error], ...(extensions && { extensions }) };
}

const tooLarge = (): GraphQLFormattedError => ({
  message: `This answer has more than ${MAX_CHARACTERS} characters; ask for less at a time.`,
  extensions: { code: 'page-too-large' },
});
