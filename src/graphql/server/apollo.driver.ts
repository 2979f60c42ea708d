import { expressMiddleware } from '@as-integrations/express5';
import { ApolloDriver, type ApolloDriverConfig } from '@nestjs/apollo';
import { Inject, Injectable } from '@nestjs/common';
import type { RequestHandler } from 'express';
import { assertValidSchema, type GraphQLSchema } from 'graphql';
import { ResolverError } from '../resolvers/resolver-metadata.js';

/** Apollo's handler of requests, once it has started. */
@Injectable()
export class ApolloHandler {
  handle: RequestHandler = () => {
    throw new Error('Apollo has not started.');
  };
}

/**
 * Nest's driver adds Apollo to Express behind the routes of all controllers, so
 * that each query is compared with every one of them: 7 % of the processor time
 * of a list. This one hands it to the middleware before them.
 */
@Injectable()
export class DirectApolloDriver extends ApolloDriver {
  @Inject(ApolloHandler)
  private readonly handler!: ApolloHandler;

  /** @throws ResolverError for types, names and fields that make no schema */
  override async generateSchema(options: ApolloDriverConfig): Promise<GraphQLSchema> {
    try {
      const schema = await super.generateSchema(options);
      if (schema === null) throw new Error('there are none');
      assertValidSchema(schema);
      return schema;
    } catch (error) {
      if (error instanceof ResolverError) throw error;
      throw new ResolverError(`The resolvers make no GraphQL schema: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  override async start(options: ApolloDriverConfig): Promise<void> {
    await super.start(options);
    const { context } = options as { context: () => Promise<object> };
    this.handler.handle = expressMiddleware(this.instance, { context });
  }
}
