import { Logger } from '@nestjs/common';
import { ApolloServerErrorCode } from '@apollo/server/errors';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { DomainError } from '../../kernel/errors.js';
import { GRAPHIQL_PATH } from './graphql-paths.js';
import { describeDefect, logRefusedRow, translateDatabaseError } from '../../platform/errors/translate.js';

const logger = new Logger('GraphQL');

/** Apollo's own word for it, and its message tells whom it does not concern how to change that. */
const INTROSPECTION_DISABLED = 'INTROSPECTION_DISABLED';
/**
 * Suggestions of names that are nearly right, which are left out where the schema is not to be told. With a
 * limit, as a message has the values of the client in it: without one the time goes by the square of these.
 */
const SUGGESTION = / Did you mean [^?]{0,1000}\?/g;

/** Apollo's message when there is no query, as for who opens the endpoint in a browser. */
const NO_QUERY = 'GraphQL operations must contain a non-empty `query`';
/** Messages of graphql-js about a value of the client, made while it executes the query. */
const ARGUMENT = /^Argument "\w+" /;

export function formatErrorWithoutNames(
  formatted: GraphQLFormattedError,
  error: unknown,
): GraphQLFormattedError {
  const { message, ...rest } = formatError(formatted, error);
  const isAboutSchema = rest.extensions?.validationErrorCode === INTROSPECTION_DISABLED;
  return {
    ...rest,
    message: isAboutSchema ? 'This site does not tell its schema.' : message.replace(SUGGESTION, ''),
  };
}

/**
 * Errors as clients see them, each with a `code`: those of the domain with theirs, as in REST. What nobody
 * expected is logged and not shown.
 */
export function formatError(formatted: GraphQLFormattedError, error: unknown): GraphQLFormattedError {
  const cause = error instanceof GraphQLError ? (error.originalError ?? error) : error;
  const isInternal = formatted.extensions?.code === ApolloServerErrorCode.INTERNAL_SERVER_ERROR;
  // Apollo has one code for all faults of a document; ours say more.
  if (cause instanceof GraphQLError) {
    const { code = codeOf(cause) } = cause.extensions;
    const told = formatted.message.startsWith(NO_QUERY)
      ? { ...formatted, message: `${formatted.message} /${GRAPHIQL_PATH} is a page to write queries in.` }
      : formatted;
    if (typeof code === 'string') return { ...told, extensions: { ...told.extensions, code } };
    // graphql-js tells the values that a resolver should not have returned.
    return isInternal ? hidden(formatted, cause) : told;
  }
  logRefusedRow(cause, logger);
  const known = cause instanceof DomainError ? cause : translateDatabaseError(cause);
  if (known) {
    const { code, message, errors } = known;
    return { ...formatted, message, extensions: { code, ...(errors && { errors }) } };
  }
  return isInternal ? hidden(formatted, cause) : formatted;
}

function hidden(formatted: GraphQLFormattedError, cause: unknown): GraphQLFormattedError {
  logger.error(describeDefect(cause));
  return { ...formatted, message: 'The service failed to answer.', extensions: { code: 'internal-error' } };
}

/**
 * The code of an error without one: graphql-js gives none, and Apollo none to faults of persisted queries.
 */
function codeOf({ message, extensions: { http } }: GraphQLError): string | null {
  if (ARGUMENT.test(message)) return ApolloServerErrorCode.BAD_USER_INPUT;
  return (http as { status?: number } | undefined)?.status === 400 ? ApolloServerErrorCode.BAD_REQUEST : null;
}
