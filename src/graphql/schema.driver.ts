import { Injectable } from '@nestjs/common';
import { AbstractGraphQLDriver } from '@nestjs/graphql';

/** Nest makes the schema and joins the resolvers to it; {@link GraphqlEndpoint} serves it. */
@Injectable()
export class SchemaDriver extends AbstractGraphQLDriver {
  start(): Promise<void> {
    return Promise.resolve();
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
