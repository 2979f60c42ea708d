import { ResolveField, Resolver } from '@nestjs/graphql';
import { BatchedReads, type GraphqlContext, Post, type PostModel } from 'content-publishing-service/graphql';
import { CorrectionsService } from './corrections.service.js';

/** `{ posts { corrections } }`: one statement for all posts of a query. */
@Resolver(() => Post)
export class CorrectionsResolver {
  private readonly reads: BatchedReads<number, readonly { readonly text: string }[]>;

  constructor(corrections: CorrectionsService) {
    this.reads = new BatchedReads((ids) => corrections.of(ids));
  }

  @ResolveField(() => [String])
  async corrections({ id }: PostModel, _args: object, { request }: GraphqlContext): Promise<string[]> {
    return ((await this.reads.load(id, request)) ?? []).map(({ text }) => text);
  }
}
