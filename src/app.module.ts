import {
  type DynamicModule,
  type FactoryProvider,
  Global,
  type MiddlewareConsumer,
  Module,
  type NestModule,
} from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { defaultAdapters } from './adapters.js';
import { additionsOf, type Extension, type ExtensionSettings } from './extension/extension.js';
import { ExtensionModule } from './extension/extension.module.js';
import { GRAPHQL_PATHS } from './graphql/server/graphql-paths.js';
import { GraphqlModule } from './graphql/graphql.module.js';
import { ArticlesModule } from './modules/articles/articles.module.js';
import { OwnFields } from './modules/articles/domain/own-fields.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { AuthorsModule } from './modules/authors/authors.module.js';
import { BadgesModule } from './modules/badges/badges.module.js';
import { ChangesModule } from './modules/changes/changes.module.js';
import { ActingAuthorInterceptor } from './modules/changes/http/acting-author.interceptor.js';
import { DraftsModule } from './modules/drafts/drafts.module.js';
import { FollowsModule } from './modules/follows/follows.module.js';
import { IdempotencyInterceptor } from './modules/idempotency/http/idempotency.interceptor.js';
import { IdempotencyModule } from './modules/idempotency/idempotency.module.js';
import { LikesModule } from './modules/likes/likes.module.js';
import { UploadInterceptor } from './modules/media/http/uploads.js';
import { MediaModule } from './modules/media/media.module.js';
import { PageViewsModule } from './modules/page-views/page-views.module.js';
import { PostsModule } from './modules/posts/posts.module.js';
import { ScheduledPostsModule } from './modules/scheduled-posts/scheduled-posts.module.js';
import { ScraperModule } from './modules/scraper/scraper.module.js';
import { SectionsModule } from './modules/sections/sections.module.js';
import { SiteAdditions } from './modules/site/site-additions.js';
import { SiteSettings } from './modules/site/site-settings.js';
import { SiteModule } from './modules/site/site.module.js';
import { StorageModule } from './modules/storage/storage.module.js';
import { Environment } from './platform/config/environment.js';
import type { Entity } from './platform/database/data-sources.js';
import { declaredEntities } from './platform/database/declared-entities.js';
import { ProblemFilter } from './platform/errors/problem.filter.js';
import { rateLimit } from './platform/http/admission/rate-limit.js';
import { RequestSources } from './platform/http/admission/request-sources.js';
import { Credentials } from './platform/http/request/credentials.js';
import { FormsGuard } from './platform/http/request/forms.js';
import { HealthController } from './platform/http/health/health.controller.js';
import { Readiness } from './platform/http/health/readiness.js';
import { jsonBody } from './platform/http/request/json-body.js';
import { PagesModule } from './pages/pages.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { loggerModule } from './platform/telemetry/logging.js';

@Global()
@Module({})
class AdaptersModule {}

/** The whole service. */
@Module({})
export class AppModule implements NestModule {
  constructor(
    private readonly settings: SiteSettings,
    private readonly sources: RequestSources,
    private readonly credentials: Credentials,
  ) {}

  static extendedBy(extension: Extension, environment = Environment.from(process.env)): DynamicModule {
    const replaced = new Set<unknown>(extension.adapters?.map(({ provide }) => provide));
    const { settings } = extension;
    const adapters = [
      { provide: SiteAdditions, useValue: additionsOf(extension) },
      { provide: OwnFields, useValue: new OwnFields(extension.fields) },
      ...(settings ? [settingsProvider(extension.name, settings)] : []),
      ...defaultAdapters.filter((adapter) => !replaced.has(adapter.provide)),
      ...(extension.adapters ?? []),
    ];
    return {
      module: AppModule,
      imports: [
        PlatformModule.with(environment),
        loggerModule(environment),
        { module: AdaptersModule, providers: adapters, exports: adapters.map(({ provide }) => provide) },
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
        ExtensionModule.with(extension, entities),
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
    this.credentials.readsQueryKeys = auth.allowQueryKey;
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

function settingsProvider(name: string, { type }: ExtensionSettings): FactoryProvider {
  const useFactory = ({ additions }: SiteSettings): object => Object.assign(new type(), additions[name]);
  return { provide: type, useFactory, inject: [SiteSettings] };
}

/** Classes of the tables that the modules have declared with `TypeOrmModule.forFeature`. */
export const entities: readonly Entity[] = declaredEntities();
