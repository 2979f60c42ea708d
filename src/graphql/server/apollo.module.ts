import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ArticlesModule } from '../../modules/articles/articles.module.js';
import { AuthorsModule } from '../../modules/authors/authors.module.js';
import { MediaModule } from '../../modules/media/media.module.js';
import { SectionsModule } from '../../modules/sections/sections.module.js';
import { KeptAnswersPlugin } from '../cache/kept-answers.plugin.js';
import { ReadsById } from '../reads-by-id.js';
import { OwnPostFields } from '../schema/own-fields.js';
import { ResolverMetadata } from '../resolvers/resolver-metadata.js';
import { ApolloHandler } from './apollo.driver.js';
import { ApolloOptions } from './apollo-options.js';
import { CompiledQueriesPlugin } from './compiled-queries.plugin.js';
import { ContextFactory } from './context.factory.js';
import { CostLimitPlugin } from './cost-limit.plugin.js';
import { OperationMetricsPlugin } from './operation-metrics.plugin.js';
import { ResponsePolicyPlugin } from './response-policy.plugin.js';
import { SignedMediaPlugin } from '../signing/signed-media.plugin.js';

/** The parts that Nest's driver makes Apollo Server of. */
@Module({
  imports: [DiscoveryModule, ArticlesModule, AuthorsModule, MediaModule, SectionsModule],
  providers: [
    ApolloHandler,
    ApolloOptions,
    CompiledQueriesPlugin,
    ContextFactory,
    CostLimitPlugin,
    KeptAnswersPlugin,
    ReadsById,
    OperationMetricsPlugin,
    OwnPostFields,
    ResolverMetadata,
    ResponsePolicyPlugin,
    SignedMediaPlugin,
  ],
  exports: [ApolloHandler, ApolloOptions, OwnPostFields],
})
export class ApolloModule {}
