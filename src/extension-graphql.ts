/*
 * Exports for resolvers of an extension: `import { Post } from
 * 'content-publishing-service/graphql'`. These exports change with the version of EXTENSION_API alone.
 */

// Types that fields are added to, and what resolvers of such a field are given.
export { Author, Post, Section, Tag } from './graphql/schema/post.types.js';
export type { AuthorModel, PostModel, SectionModel } from './graphql/models/particle.models.js';
export { FieldArgument } from './graphql/schema/fields/field-argument.decorator.js';

// The context of a request, and batched reads.
export { BatchedReads } from './graphql/batched-reads.js';
export type { GraphqlContext, RequestContext } from './graphql/request-context.js';

// Lists of posts, and arguments that they take.
export { GraphqlModule } from './graphql/graphql.module.js';
export { PostLists } from './graphql/models/post-lists.js';
export { PostsSlice } from './graphql/schema/inputs.js';
export type { PostCriteria } from './modules/articles/listing/article-lists.service.js';

// Settings of the site, which can be injected everywhere.
export { type AdSettings, AdsSettings } from './graphql/ads.settings.js';
export { AnalyticsSettings, type TrackerSettings } from './graphql/analytics.settings.js';
export { GraphqlSettings } from './graphql/graphql.settings.js';

// The cost of queries.
export { ListLength } from './graphql/limits/list-length.js';
export { listLimit } from './graphql/limits/list-limit.js';
export { costOfItem } from './graphql/limits/query-cost.js';
