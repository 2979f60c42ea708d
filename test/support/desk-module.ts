import { Injectable, Module } from '@nestjs/common';
import { Args, Context, Field, Info, Int, ObjectType, Query, ResolveField, Resolver } from '@nestjs/graphql';
import type { GraphQLResolveInfo } from 'graphql';
import {
  Author,
  type AuthorModel,
  BatchedReads,
  FieldArgument,
  type GraphqlContext,
  GraphqlModule,
  ListLength,
  Post,
  PostLists,
  type PostModel,
  PostsSlice,
  type RequestContext,
  Section,
  type SectionModel,
} from '../../src/extension-graphql.js';
import { Requires } from '../../src/modules/auth/http/access.js';
import { Public } from '../../src/platform/http/server/public.js';
import { Database, placeholders } from '../../src/platform/database/database.js';

/** Ids of posts whose headlines were read, read by read. */
export const reads: (readonly number[])[] = [];

@ObjectType()
class DeskNote {
  @Field(() => Int)
  number!: number;
}

const notes = (count: number): DeskNote[] => Array.from({ length: count }, (_, number) => ({ number }));

@Injectable()
@Resolver(() => Post)
class DeskPostResolver {
  private readonly headlines = new BatchedReads((ids: readonly number[]) => this.read(ids));

  constructor(
    private readonly database: Database,
    private readonly posts: PostLists,
  ) {}

  @ResolveField(() => String, { nullable: true })
  async shout(post: PostModel, _args: object, { request }: GraphqlContext): Promise<string | null> {
    return (await this.headlines.load(post.id, request))?.toUpperCase() ?? null;
  }

  @FieldArgument('by', () => Int)
  @ResolveField(() => Post, { nullable: true })
  neighbour(
    post: PostModel,
    { by }: { readonly by?: number | null },
    { request }: GraphqlContext,
    info: GraphQLResolveInfo,
  ): Promise<PostModel | null> {
    return this.posts.load(post.id + (by ?? 1), request, info);
  }

  @ResolveField(() => [DeskNote])
  notes(): DeskNote[] {
    return notes(1);
  }

  @ListLength(2)
  @ResolveField(() => [DeskNote])
  fewNotes(): DeskNote[] {
    return notes(2);
  }

  private async read(ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    reads.push(ids);
    const rows = await this.database.rows<{ id: number; headline: string }>(
      `SELECT id, headline FROM articles WHERE id IN (${placeholders(ids)})`,
      ids,
    );
    return new Map(rows.map(({ id, headline }) => [id, headline]));
  }
}

@Resolver(() => Author)
class DeskAuthorResolver {
  @ResolveField(() => String)
  badge(author: AuthorModel): string {
    return `author ${author.id}`;
  }
}

@Resolver(() => Section)
class DeskSectionResolver {
  @ResolveField(() => String)
  badge(section: SectionModel): string {
    return `section ${section.id}`;
  }
}

@Public()
@Resolver()
class DeskQueryResolver {
  constructor(private readonly posts: PostLists) {}

  @Query(() => [Post])
  deskPosts(
    @Args('tag', { type: () => String, nullable: true }) tag: string | null | undefined,
    @Args('slice', { type: () => PostsSlice, nullable: true }) slice: PostsSlice | null | undefined,
    @Context('request') request: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostModel[]> {
    return this.posts.list({ anyTags: tag ? [tag] : undefined }, slice, request, info);
  }

  @Query(() => [DeskNote])
  deskNotes(
    @Args('limit', { type: () => Int, nullable: true }) limit: number | null | undefined,
  ): DeskNote[] {
    return notes(limit ?? 1);
  }
}

@Resolver()
class DeskPlansResolver {
  @Requires('drafts.read')
  @Query(() => String)
  deskPlans(): string {
    return 'secret';
  }

  @Query(() => String)
  deskUndeclared(): string {
    return 'secret';
  }
}

/** Fields of posts, authors and sections, and queries, of an extension. */
@Module({
  imports: [GraphqlModule],
  providers: [
    DeskPostResolver,
    DeskAuthorResolver,
    DeskSectionResolver,
    DeskQueryResolver,
    DeskPlansResolver,
  ],
})
export class DeskModule {}
