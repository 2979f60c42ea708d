import { type DynamicModule, Global, type MiddlewareConsumer, Module, type NestModule } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { defaultAdapters } from './adapters.js';
import { declarationsOf, type Extension } from './extension/extension.js';
import { ExtensionModule } from './extension/extension.module.js';
import { GRAPHQL_PATHS } from './graphql/server/graphql-paths.js';
import { GraphqlModule } from './graphql/graphql.module.js';
import { ArticlesModule } from './modules/articles/articles.module.js';
import { OwnFields } from './modules/articles/domain/own-fields.js';
import { AuditModule } from './modules/audit/audit.module.js';
import { AuditedRequestInterceptor } from './modules/audit/http/audited-request.interceptor.js';
import { AuthModule } from './modules/auth/auth.module.js';
import { AuthorsModule } from './modules/authors/authors.module.js';
import { RedirectsModule } from './modules/redirects/redirects.module.js';
import { BackupModule } from './modules/backup/backup.module.js';
import { BadgesModule } from './modules/badges/badges.module.js';
import { ChangeFeedModule } from './modules/change-feed/change-feed.module.js';
import { WebhooksModule } from './modules/webhooks/webhooks.module.js';
import { ChangesModule } from './modules/changes/changes.module.js';
import { ActingAuthorInterceptor } from './modules/changes/http/acting-author.interceptor.js';
import { CompatibilityModule } from './modules/compatibility/compatibility.module.js';
import { DraftsModule } from './modules/drafts/drafts.module.js';
import { FollowsModule } from './modules/follows/follows.module.js';
import { IdempotencyInterceptor } from './modules/idempotency/http/idempotency.interceptor.js';
import { IdempotencyModule } from './modules/idempotency/idempotency.module.js';
import { KeysModule } from './modules/keys/keys.module.js';
import { LikesModule } from './modules/likes/likes.module.js';
import { SignedMediaInterceptor } from './modules/media/http/signed-media.interceptor.js';
import { UploadInterceptor } from './modules/media/http/uploads.js';
import { McpModule } from './modules/mcp/mcp.module.js';
import { MCP_PATH } from './modules/mcp/mcp-path.js';
import { MediaModule } from './modules/media/media.module.js';
import { PageViewsModule } from './modules/page-views/page-views.module.js';
import { PostsModule } from './modules/posts/posts.module.js';
import { PreviewsModule } from './modules/previews/previews.module.js';
import { RevisionsModule } from './modules/revisions/revisions.module.js';
import { ScheduledPostsModule } from './modules/scheduled-posts/scheduled-posts.module.js';
import { ScraperModule } from './modules/scraper/scraper.module.js';
import { SectionsModule } from './modules/sections/sections.module.js';
import { HttpSettings } from './modules/site/http.settings.js';
import { LimitSettings } from './modules/site/limit.settings.js';
import { SiteModule } from './modules/site/site.module.js';
import { StorageModule } from './modules/storage/storage.module.js';
import { TransferModule } from './modules/transfer/transfer.module.js';
import { Environment } from './platform/config/environment.js';
import type { Entity } from './platform/database/data-sources.js';
import { declaredEntities } from './platform/database/declared-entities.js';
import { ProblemFilter } from './platform/errors/problem.filter.js';
import { RateLimit } from './platform/http/admission/rate-limit.js';
import { FormsGuard } from './platform/http/request/forms.js';
import { HealthController } from './platform/http/health/health.controller.js';
import { Readiness } from './platform/http/health/readiness.js';
import { CrossOrigin } from './platform/http/server/cross-origin.js';
import { jsonBody } from './platform/http/request/json-body.js';
import { MissedReadsInterceptor } from './platform/http/admission/missed-reads.interceptor.js';
import { type ChainedInterceptor, InterceptorChain } from './platform/http/interceptors/interceptor-chain.js';
import { DryRunInterceptor } from './platform/http/writes/dry-run.interceptor.js';
import { PagesModule } from './pages/pages.module.js';
import { PlatformModule } from './platform/platform.module.js';
import { loggerModule } from './platform/telemetry/logging.js';

/**
 * Each declares its tables, migrations, settings and rights. Exported for its type, by which the declarations
 * of the package lead to the rights of all modules.
 */
export const MODULES = [
  StorageModule,
  TransferModule,
  AuthModule,
  IdempotencyModule,
  ChangesModule,
  CompatibilityModule,
  MediaModule,
  AuthorsModule,
  SectionsModule,
  BadgesModule,
  RedirectsModule,
  PageViewsModule,
  ArticlesModule,
  PostsModule,
  DraftsModule,
  PreviewsModule,
  RevisionsModule,
  ScheduledPostsModule,
  LikesModule,
  FollowsModule,
  ScraperModule,
  KeysModule,
  ChangeFeedModule,
  WebhooksModule,
  AuditModule,
  McpModule,
  BackupModule,
  GraphqlModule,
  PagesModule,
] as const;

@Global()
@Module({})
class AdaptersModule {}

/**
 * Outermost first. Before an Idempotency-Key is compared, forms are read and signatures of URLs taken out of
 * the body.
 */
const INTERCEPTORS = [
  UploadInterceptor,
  SignedMediaInterceptor,
  ActingAuthorInterceptor,
  AuditedRequestInterceptor,
  DryRunInterceptor,
  IdempotencyInterceptor,
  MissedReadsInterceptor,
];

/** The whole service. */
@Module({})
export class AppModule implements NestModule {
  constructor(
    private readonly limits: LimitSettings,
    private readonly rateLimit: RateLimit,
    { cors }: HttpSettings,
    crossOrigin: CrossOrigin,
  ) {
    crossOrigin.allow(cors.origins);
  }

  static extendedBy(extension: Extension, environment = Environment.from(process.env)): DynamicModule {
    const replaced = new Set<unknown>(extension.adapters?.map(({ provide }) => provide));
    const adapters = [
      { provide: OwnFields, useValue: new OwnFields(extension.fields) },
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
        SiteModule.with(declarationsOf(extension)),
        ...MODULES,
        ExtensionModule.with(extension, entities),
      ],
      controllers: [HealthController],
      providers: [
        Readiness,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_GUARD, useClass: FormsGuard },
        ...INTERCEPTORS,
        {
          provide: APP_INTERCEPTOR,
          useFactory: (...interceptors: ChainedInterceptor[]) => new InterceptorChain(interceptors),
          inject: [...INTERCEPTORS],
        },
      ],
    };
  }

  configure(consumer: MiddlewareConsumer): void {
    const { requestsPerMinute, maxBodyBytes } = this.limits;
    if (requestsPerMinute !== null) {
      const limit = this.rateLimit.perMinute(requestsPerMinute);
      consumer.apply(limit).exclude('health/{*path}').forRoutes('{*path}');
    }
    consumer
      .apply(...jsonBody(maxBodyBytes))
      .exclude(...GRAPHQL_PATHS, MCP_PATH)
      .forRoutes('{*path}');
  }
}

/** Classes of the tables that the modules have declared with `TypeOrmModule.forFeature`. */
export const entities: readonly Entity[] = declaredEntities();
