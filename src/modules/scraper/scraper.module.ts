import { Module } from '@nestjs/common';
import { ContentModule } from '../content/content.module.js';
import { ScraperController } from './http/scraper.controller.js';
import { OrderedPageParsers } from './infrastructure/ordered-page-parsers.js';
import { OembedParser } from './infrastructure/parsers/meta/oembed.parser.js';
import { PageFetcher } from './page-fetcher.js';
import { PageParsers } from './page-parsers.js';
import { WorkerPageReader } from './infrastructure/extraction/worker-page-reader.js';
import { PageReader } from './page-reader.js';
import { ScraperService } from './scraper.service.js';
import type { RightDeclarations } from '../site/rights.js';
import { SiteModule } from '../site/site.module.js';
import { scraperSettings } from './scraper.settings.js';

const RIGHTS = {
  'scraper.use': {
    allows: 'ask the scraper what is behind a URL',
    roles: ['Editor', 'Guest Editor', 'Guest Writer'],
  },
} as const satisfies RightDeclarations;

declare module '../site/rights.js' {
  interface Rights extends RightsIn<typeof RIGHTS> {}
}

/** Tells what is behind URLs of other sites. */
@Module({
  imports: [SiteModule.forFeature({ settings: [scraperSettings], rights: RIGHTS }), ContentModule],
  controllers: [ScraperController],
  providers: [
    ScraperService,
    PageFetcher,
    OembedParser,
    { provide: PageParsers, useClass: OrderedPageParsers },
    { provide: PageReader, useClass: WorkerPageReader },
  ],
  exports: [ScraperService, PageParsers],
})
export class ScraperModule {}
