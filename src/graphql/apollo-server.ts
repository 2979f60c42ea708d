import { ApolloServer } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import { Logger } from '@nestjs/common';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { answersPlugin } from './answers.plugin.js';
import { CompiledQueriesPlugin } from './compiled-queries.plugin.js';
import { formatError, formatErrorWithoutNames } from './errors.js';
import { documentSizeRule, MAX_ERRORS } from './limits/document-size.js';
import type { GraphqlContext } from './reading.js';

/** Documents, and texts of persisted queries, that are remembered: how many, and how many bytes of each. */
const REMEMBERED = 1000;
const REMEMBERED_BYTES = 16 * 1024 * 1024;
const BYTES_A_LETTER = 2;
/** What a document keeps in memory for each of its words and signs: 260 were measured. */
const BYTES_A_TOKEN = 300;
const MAX_CHARACTERS = 100_000;
const MAX_TOKENS = 2000;

/** Apollo with what this service needs of it, and nothing else. */
export async function startApollo(
  schema: GraphQLSchema,
  { introspection }: { readonly introspection: boolean },
): Promise<ApolloServer<GraphqlContext>> {
  const server = new ApolloServer<GraphqlContext>({
    schema,
    introspection,
    // There are no cookies that a request of another site could carry, and plain GETs have to be answered.
    csrfPrevention: false,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    hideSchemaDetailsFromClientErrors: !introspection,
    stopOnTerminationSignals: false,
    nodeEnv: 'production',
    parseOptions: { maxLexicalTokens: MAX_TOKENS, maxSourceLength: MAX_CHARACTERS, maxComments: 200 },
    validationRules: [documentSizeRule],
    validationOptions: { maxErrors: MAX_ERRORS },
    executionOptions: { maxCoercionErrors: MAX_ERRORS },
    documentStore: new Remembered<DocumentNode>(bytesOfDocument),
    persistedQueries: { cache: new Remembered<string>(({ length }) => length * BYTES_A_LETTER), ttl: null },
    formatError: introspection ? formatError : formatErrorWithoutNames,
    logger: loggerOf(new Logger('GraphQL')),
    plugins: [
      answersPlugin,
      new CompiledQueriesPlugin(schema),
      ApolloServerPluginLandingPageDisabled(),
      // These would wrap every field, or talk to a vendor.
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginInlineTraceDisabled(),
      ApolloServerPluginUsageReportingDisabled(),
      ApolloServerPluginSchemaReportingDisabled(),
    ],
  });
  await server.start();
  return server;
}

/** The cache that Apollo brings measures each entry by writing it out as JSON. */
class Remembered<T extends object | string> {
  private readonly entries: LRUCache<string, T>;

  constructor(bytesOf: (value: T) => number) {
    this.entries = new LRUCache({
      max: REMEMBERED,
      maxSize: REMEMBERED_BYTES,
      sizeCalculation: (value) => 1 + bytesOf(value),
    });
  }

  get(key: string): Promise<T | undefined> {
    return Promise.resolve(this.entries.get(key));
  }

  set(key: string, value: T): Promise<void> {
    this.entries.set(key, value);
    return Promise.resolve();
  }

  delete(key: string): Promise<boolean> {
    return Promise.resolve(this.entries.delete(key));
  }
}

function bytesOfDocument({ loc }: DocumentNode): number {
  let tokens = 0;
  for (let token = loc?.startToken ?? null; token; token = token.next) tokens += 1;
  return tokens * BYTES_A_TOKEN + (loc?.source.body.length ?? 0) * BYTES_A_LETTER;
}

const loggerOf = (logger: Logger) => ({
  debug: (message?: unknown) => {
    logger.debug(message);
  },
  info: (message?: unknown) => {
    logger.log(message);
  },
  warn: (message?: unknown) => {
    logger.warn(message);
  },
  error: (message?: unknown) => {
    logger.error(message);
  },
});
