import { Args, Context, Info, Query, Resolver } from '@nestjs/graphql';
import { Public } from 'content-publishing-service';
import {
  Post,
  PostLists,
  type PostModel,
  PostsSlice,
  type RequestContext,
} from 'content-publishing-service/graphql';
import type { GraphQLResolveInfo } from 'graphql';

/** `{ newsroomLive { title authors { title } } }`: posts with a tag, in as many statements as `posts`. */
@Public()
@Resolver()
export class LivePostsResolver {
  constructor(private readonly posts: PostLists) {}

  @Query(() => [Post])
  newsroomLive(
    @Args('slice', { type: () => PostsSlice, nullable: true }) slice: PostsSlice | null | undefined,
    @Context('request') request: RequestContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<PostModel[]> {
    return this.posts.list({ anyTags: ['live'] }, slice, request, info);
  }
}
