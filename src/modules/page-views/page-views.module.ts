import { Module } from '@nestjs/common';
import { PageViewStore } from './domain/page-view-store.js';
import { SqlPageViewStore } from './infrastructure/sql-page-view-store.js';
import { PageViewsJob } from './page-views.job.js';
import { PageViewsService } from './page-views.service.js';

/** How often articles are viewed, and which most of all. */
@Module({
  providers: [PageViewsService, PageViewsJob, { provide: PageViewStore, useClass: SqlPageViewStore }],
  exports: [PageViewsService],
})
export class PageViewsModule {}
