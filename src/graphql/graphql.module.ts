import type { ApolloDriverConfig } from '@nestjs/apollo';
import { type MiddlewareConsumer, Module, type NestModule, RequestMethod } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { ArticlesModule } from '../modules/articles/articles.module.js';
import { AuthorsModule } from '../modules/authors/authors.module.js';
import { ContentModule } from '../modules/content/content.module.js';
import { MediaModule } from '../modules/media/media.module.js';
import { PermalinksModule } from '../modules/permalinks/permalinks.module.js';
import { RevisionsModule } from '../modules/revisions/revisions.module.js';
import { SectionsModule } from '../modules/sections/sections.module.js';
import { RequestGate } from '../platform/http/admission/request-gate.js';
import { CrossOrigin } from '../platform/http/server/cross-origin.js';
import { DirectApolloDriver } from './server/apollo.driver.js';
import { ApolloModule } from './server/apollo.module.js';
import { ApolloOptions } from './server/apollo-options.js';
import { ContentTrees } from './models/content-trees.js';
import { GraphiqlController } from './graphiql/graphiql.controller.js';
import { GraphqlHttpMiddleware, refuseOtherPaths } from './server/graphql-http.middleware.js';
import { APOLLO_PATH, GRAPHQL_PATHS } from './server/graphql-paths.js';
import { Images } from './models/images.js';
import { Layouts } from './models/layouts.js';
import { PostFilters } from './models/post-filters.js';
import { PostLists } from './models/post-lists.js';
import { PostPresenter } from './models/post.presenter.js';
import { PostLinks } from './models/post-links.js';
import { RESOLVERS } from './schema/schema.js';
import { SiteModule } from '../modules/site/site.module.js';
import { adsSettings } from './ads.settings.js';
import { analyticsSettings } from './analytics.settings.js';
import { graphqlSettings } from './graphql.settings.js';

/** The read API for web apps: an outer ring over the modules. */
@Module({
  imports: [
    SiteModule.forFeature({ settings: [graphqlSettings, adsSettings, analyticsSettings] }),
    ApolloModule,
    ArticlesModule,
    AuthorsModule,
    ContentModule,
    MediaModule,
    PermalinksModule,
    RevisionsModule,
    SectionsModule,
    GraphQLModule.forRootAsync<ApolloDriverConfig>({
      driver: DirectApolloDriver,
      imports: [ApolloModule],
      useExisting: ApolloOptions,
    }),
  ],
  controllers: [GraphiqlController],
  providers: [...RESOLVERS, ContentTrees, Images, Layouts, PostFilters, PostLists, PostPresenter, PostLinks],
  exports: [PostLists],
})
export class GraphqlModule implements NestModule {
  /** @internal Nest makes it. */
  constructor(gate: RequestGate, crossOrigin: CrossOrigin) {
    const paths = GRAPHQL_PATHS.map((path) => `/${path}`);
    gate.addReadingPaths(paths);
    crossOrigin.openPaths(paths, 'GET, POST');
  }

  configure(consumer: MiddlewareConsumer): void {
    // Routes of all methods let log and metrics tell the path of a request.
    const routes = GRAPHQL_PATHS.map((path) => ({ path, method: RequestMethod.ALL }));
    consumer.apply(GraphqlHttpMiddleware).forRoutes(...routes);
    consumer.apply(refuseOtherPaths).forRoutes(APOLLO_PATH);
  }
}
