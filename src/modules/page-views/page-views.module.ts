import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PageViewStore } from './domain/page-view-store.js';
import { SqlPageViewStore } from './infrastructure/sql-page-view-store.js';
import { PageViewsJob } from './page-views.job.js';
import { PageViewsService } from './page-views.service.js';
import { PageViewBucket, PageViewPeriod, PageViewTotal } from './infrastructure/page-view.entities.js';
import { SiteModule } from '../site/site.module.js';
import { pageViewSettings } from './page-view.settings.js';
import { pageViewsKind } from './infrastructure/page-views.transfer.js';
import { DerivedData, untilDone } from '../transfer/derived-data.js';
import { TransferModule } from '../transfer/transfer.module.js';

/** Views of articles and rankings by views. */
@Module({
  imports: [
    SiteModule.forFeature({ settings: [pageViewSettings] }),
    TransferModule.forFeature([pageViewsKind]),
    TypeOrmModule.forFeature([PageViewBucket, PageViewPeriod, PageViewTotal]),
  ],
  providers: [PageViewsService, PageViewsJob, { provide: PageViewStore, useClass: SqlPageViewStore }],
  exports: [PageViewsService],
})
export class PageViewsModule {
  /** @internal Nest makes it. */
  constructor(derived: DerivedData, views: PageViewsService) {
    derived.register({ name: 'totals of page views', next: untilDone(() => views.rebuildTotals()) });
  }
}
