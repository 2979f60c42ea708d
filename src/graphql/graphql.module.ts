import { Module } from '@nestjs/common';
import { GraphQLModule } from '@nestjs/graphql';
import { ArticlesModule } from '../modules/articles/articles.module.js';
import { AuthorsModule } from '../modules/authors/authors.module.js';
import { ContentModule } from '../modules/content/content.module.js';
import { MediaModule } from '../modules/media/media.module.js';
import { PermalinksModule } from '../modules/permalinks/permalinks.module.js';
import { SectionsModule } from '../modules/sections/sections.module.js';
import { RequestGate } from '../platform/http/admission/request-gate.js';
import { ContentTrees } from './content-trees.js';
import { GraphiqlController } from './graphiql.controller.js';
import { GRAPHQL_PATHS, GraphqlController } from './graphql.controller.js';
import { GraphqlEndpoint } from './graphql-endpoint.js';
import { Images } from './images.js';
import { Layouts } from './layouts.js';
import { Particles } from './particles.js';
import { PostLinks } from './post-links.js';
import { ReadingSources } from './reading-sources.js';
import { SchemaDriver } from './schema.driver.js';
import { buildSchemaOptions, RESOLVERS, withDefaults } from './schema.js';

/** The read API for web apps: an outer ring over the modules. */
@Module({
  imports: [
    ArticlesModule,
    AuthorsModule,
    ContentModule,
    MediaModule,
    PermalinksModule,
    SectionsModule,
    GraphQLModule.forRoot({
      driver: SchemaDriver,
      path: '',
      autoSchemaFile: true,
      buildSchemaOptions,
      transformSchema: withDefaults,
    }),
  ],
  controllers: [GraphqlController, GraphiqlController],
  providers: [
    ...RESOLVERS,
    ContentTrees,
    GraphqlEndpoint,
    Images,
    Layouts,
    Particles,
    PostLinks,
    ReadingSources,
  ],
})
export class GraphqlModule {
  constructor(gate: RequestGate) {
    gate.addReadingPaths(GRAPHQL_PATHS.map((path) => `/${path}`));
  }
}
