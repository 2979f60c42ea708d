import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled';
import type { ApolloDriverConfig } from '@nestjs/apollo';
import { Injectable, Logger } from '@nestjs/common';
import type { GqlOptionsFactory } from '@nestjs/graphql';
import type { DocumentNode } from 'graphql';
import { Peers } from '../../kernel/peers.js';
import { GraphqlSettings } from '../graphql.settings.js';
import { BoundedCache, bytesOfDocument, SharedQueryTexts } from '../cache/bounded-cache.js';
import { KeptAnswersPlugin, stringifyResult } from '../cache/kept-answers.plugin.js';
import { documentSizeRule, MAX_ERRORS } from '../limits/document-size.js';
import { OwnPostFields } from '../schema/own-fields.js';
import { ResolverMetadata } from '../resolvers/resolver-metadata.js';
import { buildSchemaOptions, withDefaults } from '../schema/schema.js';
import { ContextFactory } from './context.factory.js';
import { formatError, formatErrorWithoutNames } from './errors.js';
import type { GraphqlRequest } from './graphql-http.middleware.js';
import { APOLLO_PATH } from './graphql-paths.js';

const MAX_CHARACTERS = 100_000;
const MAX_TOKENS = 2000;
const MAX_COMMENTS = 200;

/**
 * Options of Apollo Server, its driver and the schema. Plugins of ours are
 * providers with `@Plugin()`, but for one.
 */
@Injectable()
export class ApolloOptions implements GqlOptionsFactory<ApolloDriverConfig> {
  constructor(
    private readonly settings: GraphqlSettings,
    private readonly contexts: ContextFactory,
    private readonly keptAnswers: KeptAnswersPlugin,
    private readonly peers: Peers,
    private readonly own: OwnPostFields,
    private readonly resolvers: ResolverMetadata,
  ) {}

  createGqlOptions(): Omit<ApolloDriverConfig, 'driver'> {
    const { introspection } = this.settings;
    return {
      path: `/${APOLLO_PATH}`,
      autoSchemaFile: true,
      // The driver checks the whole.
      buildSchemaOptions: { ...buildSchemaOptions, skipCheck: true },
      transformResolvers: (resolvers) => {
        this.resolvers.keepOwn();
        return resolvers;
      },
      transformSchema: (schema) => {
        this.resolvers.mustNotReplace();
        return this.own.addTo(withDefaults(schema));
      },
      context: ({ req }: { req: GraphqlRequest }) => this.contexts.create(req),
      // The driver would change statuses and messages that our plugins and formatError decide.
      preserveHttpStatusForExecutionErrors: false,
      autoTransformHttpErrors: false,
      graphiql: false,
      introspection,
      // RequestActors checks the credentials that browsers send by themselves;
      // plain GETs have to be answered.
      csrfPrevention: false,
      allowBatchedHttpRequests: false,
      includeStacktraceInErrorResponses: false,
      hideSchemaDetailsFromClientErrors: !introspection,
      stopOnTerminationSignals: false,
      // Stopping Apollo closes the port, which is not before requests in flight have been answered.
      stopOnApplicationShutdown: true,
      nodeEnv: 'production',
      parseOptions: {
        maxLexicalTokens: MAX_TOKENS,
        maxSourceLength: MAX_CHARACTERS,
        maxComments: MAX_COMMENTS,
      },
      validationRules: [documentSizeRule],
      validationOptions: { maxErrors: MAX_ERRORS },
      executionOptions: { maxCoercionErrors: MAX_ERRORS },
      documentStore: new BoundedCache<DocumentNode>(bytesOfDocument),
      stringifyResult,
      persistedQueries: { cache: new SharedQueryTexts(this.peers), ttl: null },
      formatError: introspection ? formatError : formatErrorWithoutNames,
      logger: loggerOf(new Logger('GraphQL')),
      plugins: [
        // Before those that are providers: an answer is kept as it is before any of them changes it.
        this.keptAnswers,
        // These would wrap every field, or talk to a vendor.
        ApolloServerPluginCacheControlDisabled(),
        ApolloServerPluginInlineTraceDisabled(),
        ApolloServerPluginUsageReportingDisabled(),
        ApolloServerPluginSchemaReportingDisabled(),
      ],
    };
  }
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
