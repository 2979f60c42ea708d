import { Module } from '@nestjs/common';
import { AddedFields } from '../../platform/http/request/added-fields.js';
import { ArticlesModule } from '../articles/articles.module.js';
import { OwnFields } from '../articles/domain/own-fields.js';
import { ownCriteria } from '../articles/http/fields/own-fields.js';
import { PageViewsModule } from '../page-views/page-views.module.js';
import { AuthorsModule } from '../authors/authors.module.js';
import { BulkRecords } from './http/bulk-records.js';
import { EditorialOrderController } from './http/editorial-order.controller.js';
import { OldPostsController } from './http/old-posts.controller.js';
import { PostBulkController } from './http/post-bulk.controller.js';
import { PostDetailsController } from './http/post-details.controller.js';
import { OldPostListsController, PostListsController } from './http/post-lists.controller.js';
import { ListPostsDto } from './http/post-queries.dto.js';
import { PostsByProviderController } from './http/posts-by-provider.controller.js';
import { PostsController } from './http/posts.controller.js';

/** The lists come first: `/posts/search` is not the post with the id "search". */
@Module({
  imports: [ArticlesModule, AuthorsModule, PageViewsModule],
  controllers: [
    PostListsController,
    PostDetailsController,
    PostsByProviderController,
    PostBulkController,
    PostsController,
    EditorialOrderController,
    OldPostListsController,
    OldPostsController,
  ],
  providers: [BulkRecords],
})
export class PostsModule {
  constructor(added: AddedFields, own: OwnFields) {
    added.addToQuery('/api/1.3/posts', ListPostsDto, ownCriteria(own));
  }
}
