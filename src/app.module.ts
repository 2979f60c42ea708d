import {
  type DynamicModule,
  Global,
  type MiddlewareConsumer,
  Module,
  type ModuleMetadata,
  type NestModule,
  type Provider,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { defaultAdapters } from './adapters.js';
import { GRAPHQL_PATHS } from './graphql/graphql.controller.js';
import { GraphqlModule } from './graphql/graphql.module.js';
import { ArticleRecord } from './modules/articles/domain/article-record.js';
import { ArticlesModule } from './modules/articles/articles.module.js';
import {
  ArticleAuthor,
  ArticleBadge,
  ArticleSection,
  ArticleTag,
  ListicleItemId,
  SectionPin,
} from './modules/articles/infrastructure/placement.entities.js';
import { ProviderPost } from './modules/articles/infrastructure/provider-post.entity.js';
import { ArticleSearchDocument, ArticleWord } from './modules/articles/infrastructure/search.entities.js';
import { ArticleDocument, ArticleImage } from './modules/articles/infrastructure/media.entities.js';
import { SectionMove } from './modules/articles/infrastructure/section-move.entity.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { ApiKey } from './modules/auth/domain/api-key.entity.js';
import { AuthorsModule } from './modules/authors/authors.module.js';
import { Author } from './modules/authors/domain/author.entity.js';
import { AuthorName } from './modules/authors/infrastructure/author-name.entity.js';
import { BadgesModule } from './modules/badges/badges.module.js';
import { Badge } from './modules/badges/domain/badge.entity.js';
import { BadgeTag } from './modules/badges/infrastructure/badge-tag.entity.js';
import { ChangesModule } from './modules/changes/changes.module.js';
import { ActingAuthorInterceptor } from './modules/changes/http/acting-author.interceptor.js';
import { ResourceChange } from './modules/changes/infrastructure/resource-change.entity.js';
import { DraftsModule } from './modules/drafts/drafts.module.js';
import { Follow } from './modules/follows/domain/follow.entity.js';
import { FollowsModule } from './modules/follows/follows.module.js';
import { IdempotencyInterceptor } from './modules/idempotency/http/idempotency.interceptor.js';
import { IdempotencyModule } from './modules/idempotency/idempotency.module.js';
import {
  IdempotencyAnswer,
  IdempotencyKey,
} from './modules/idempotency/infrastructure/idempotency-key.entity.js';
import {
  PageViewBucket,
  PageViewPeriod,
  PageViewTotal,
} from './modules/page-views/infrastructure/page-view.entities.js';
import { Like } from './modules/likes/domain/like.entity.js';
import { LikesModule } from './modules/likes/likes.module.js';
import { Image } from './modules/media/domain/image.entity.js';
import { MediaDocument } from './modules/media/domain/document.entity.js';
import { UploadInterceptor } from './modules/media/http/uploads.js';
import { MediaModule } from './modules/media/media.module.js';
import { PageViewsModule } from './modules/page-views/page-views.module.js';
import { ArticlePath } from './modules/permalinks/infrastructure/article-path.entity.js';
import { PostsModule } from './modules/posts/posts.module.js';
import { ScheduledPostsModule } from './modules/scheduled-posts/scheduled-posts.module.js';
import { ScraperModule } from './modules/scraper/scraper.module.js';
import { Section } from './modules/sections/domain/section.entity.js';
import { SectionPath } from './modules/sections/infrastructure/section-path.entity.js';
import { SectionTag } from './modules/sections/infrastructure/section-tag.entity.js';
import { SectionsModule } from './modules/sections/sections.module.js';
import { SiteSettings } from './modules/site/site-settings.js';
import { SiteModule } from './modules/site/site.module.js';
import { StoredFileRecord } from './modules/storage/domain/stored-file-record.js';
import { StorageModule } from './modules/storage/storage.module.js';
import { Environment } from './platform/config/environment.js';
import type { Entity } from './platform/database/data-sources.js';
import { InstanceProbe } from './platform/database/instance-probe.entity.js';
import { ProblemFilter } from './platform/errors/problem.filter.js';
import { rateLimit } from './platform/http/admission/rate-limit.js';
import { RequestSources } from './platform/http/admission/request-sources.js';
import { FormsGuard } from './platform/http/forms.js';
import { HealthController } from './platform/http/health.controller.js';
import { Readiness } from './platform/http/readiness.js';
import { jsonBody } from './platform/http/json-body.js';
import { PagesModule } from './pages/pages.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { loggerModule } from './platform/telemetry/logging.js';

/** What an enterprise adds to the service, or replaces in it, without forking it. */
export interface Extension {
  /** Providers that replace a default of adapters.ts, by the same token. */
  readonly adapters?: readonly Exclude<Provider, new (...args: never[]) => unknown>[];
  readonly modules?: ModuleMetadata['imports'];
  readonly entities?: readonly Entity[];
}

/** Classes of all tables. */
export const entities: readonly Entity[] = [
  ApiKey,
  ArticleAuthor,
  ArticleBadge,
  ArticleDocument,
  ArticleImage,
  ArticlePath,
  ArticleRecord,
  ArticleSearchDocument,
  ArticleSection,
  ArticleTag,
  ArticleWord,
  Author,
  AuthorName,
  Badge,
  BadgeTag,
  Follow,
  IdempotencyAnswer,
  IdempotencyKey,
  Image,
  InstanceProbe,
  Like,
  ListicleItemId,
  MediaDocument,
  PageViewBucket,
  PageViewPeriod,
  PageViewTotal,
  ProviderPost,
  ResourceChange,
  Section,
  SectionMove,
  SectionPath,
  SectionPin,
  SectionTag,
  StoredFileRecord,
];

@Global()
@Module({})
class AdaptersModule {}

/** The whole service. */
@Module({})
export class AppModule implements NestModule {
  constructor(
    private readonly settings: SiteSettings,
    private readonly sources: RequestSources,
  ) {}

  static extendedBy(extension: Extension, environment = Environment.from(process.env)): DynamicModule {
    const replaced = new Set(extension.adapters?.map(tokenOf));
    const adapters = [
      ...defaultAdapters.filter((adapter) => !replaced.has(adapter.provide)),
      ...(extension.adapters ?? []),
    ];
    return {
      module: AppModule,
      imports: [
        PlatformModule.with({ environment, entities: [...entities, ...(extension.entities ?? [])] }),
        loggerModule(environment),
        { module: AdaptersModule, providers: adapters, exports: adapters.map(tokenOf) },
        ScheduleModule.forRoot(),
        SiteModule,
        StorageModule,
        AuthModule,
        IdempotencyModule,
        ChangesModule,
        MediaModule,
        AuthorsModule,
        SectionsModule,
        BadgesModule,
        PageViewsModule,
        ArticlesModule,
        PostsModule,
        DraftsModule,
        ScheduledPostsModule,
        LikesModule,
        FollowsModule,
        ScraperModule,
        GraphqlModule,
        PagesModule,
        ...(extension.modules ?? []),
      ],
      controllers: [HealthController],
      providers: [
        Readiness,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_GUARD, useClass: FormsGuard },
        // In this order: what was uploaded is part of what a key stands for.
        { provide: APP_INTERCEPTOR, useClass: UploadInterceptor },
        { provide: APP_INTERCEPTOR, useClass: ActingAuthorInterceptor },
        { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor },
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    const { auth, limits } = this.settings;
    this.sources.readsQueryKeys = auth.allowQueryKey;
    if (limits.requestsPerMinute !== null) {
      const limit = rateLimit(limits.requestsPerMinute, this.sources);
      consumer.apply(limit).exclude('health/{*path}').forRoutes('{*path}');
    }
    consumer
      .apply(...jsonBody(limits.maxBodyBytes))
      .exclude(...GRAPHQL_PATHS)
      .forRoutes('{*path}');
  }
}

function tokenOf(provider: Provider) {
  return typeof provider === 'function' ? provider : provider.provide;
}
