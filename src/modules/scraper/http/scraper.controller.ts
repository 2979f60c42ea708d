import { Controller, Get, Query } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { ApiProblems, ApiResource } from '../../../platform/http/response/problem.response.js';
import type { Actor } from '../../auth/domain/actor.js';
import { CurrentActor, Requires } from '../../auth/http/access.js';
import { ScraperService } from '../scraper.service.js';
import { ScrapeDto, ScrapedPageResponse } from './scraper.dto.js';

/** Interface, chapter "Scraper". */
@ApiResource('Scraper')
@Controller('api/1.3/scraper')
export class ScraperController {
  constructor(private readonly scraper: ScraperService) {}

  @Get()
  @Requires('scraper.use')
  @ApiOperation({
    operationId: 'scrapePage',
    summary: 'Tell what is behind a URL',
    description: 'Title, description, images, embed and more. 422 when it cannot be fetched or read.',
  })
  @ApiOkResponse({ type: ScrapedPageResponse })
  @ApiProblems(422, 429)
  scrape(@Query() query: ScrapeDto, @CurrentActor() actor: Actor): Promise<ScrapedPageResponse> {
    return this.scraper.scrape(query.url, actor.authorId);
  }
}
