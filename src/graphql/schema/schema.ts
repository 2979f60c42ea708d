import { NestFactory } from '@nestjs/core';
import { type BuildSchemaOptions, GraphQLSchemaBuilderModule, GraphQLSchemaFactory } from '@nestjs/graphql';
import { type GraphQLSchema, isInputObjectType, lexicographicSortSchema, printSchema } from 'graphql';
import { ImageResolver, MediaContentNodeResolver } from '../resolvers/field.resolvers.js';
import { QueryResolver } from '../resolvers/query.resolver.js';
import { RevisionsResolver } from '../resolvers/revisions.resolver.js';
import { AdResolver, AnalyticsResolver, SiteResolver } from '../resolvers/site.resolver.js';
import {
  GroupContentNode,
  ListicleContentLayout,
  MediaContentNode,
  ParticleContentNode,
  PlainContentLayout,
  SlideshowContentLayout,
} from './content.types.js';

export const RESOLVERS = [
  QueryResolver,
  SiteResolver,
  AdResolver,
  AnalyticsResolver,
  ImageResolver,
  MediaContentNodeResolver,
  RevisionsResolver,
] as const;

export const buildSchemaOptions: BuildSchemaOptions = {
  // Types that are met only behind an interface.
  orphanedTypes: [
    PlainContentLayout,
    ListicleContentLayout,
    SlideshowContentLayout,
    GroupContentNode,
    ParticleContentNode,
    MediaContentNode,
  ],
  noDuplicatedFields: true,
};

/** Gives input fields the default that their declaration carries as an extension. */
export function withDefaults(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields()))
      if ('defaultValue' in field.extensions) field.defaultValue = field.extensions.defaultValue;
  }
  return schema;
}

/** The schema as text; needs neither a port nor a database. */
export async function describeSchema(): Promise<string> {
  const app = await NestFactory.createApplicationContext(GraphQLSchemaBuilderModule, { logger: false });
  try {
    const schema = await app.get(GraphQLSchemaFactory).create([...RESOLVERS], buildSchemaOptions);
    return `${printSchema(lexicographicSortSchema(withDefaults(schema)))}\n`;
  } finally {
    await app.close();
  }
}
