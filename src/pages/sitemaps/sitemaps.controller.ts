import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { Environment } from '../../platform/config/environment.js';
import { Public } from '../../platform/http/server/public.js';
import { robotsTxt } from './robots.js';
import { SitemapsService } from './sitemaps.service.js';
import { cacheControlOf, type Freshness, sendText, streamXml } from '../http/text-response.js';

const NEWS: Freshness = { fresh: 60, stale: 300 };
const OTHERS: Freshness = { fresh: 600, stale: 3600 };

/** Robots and sitemaps. */
@Public()
@ApiExcludeController()
@Controller()
export class SitemapsController {
  constructor(
    private readonly sitemaps: SitemapsService,
    private readonly settings: SiteSettings,
    private readonly environment: Environment,
  ) {}

  @Get('robots.txt')
  robots(@Req() request: Request, @Res() response: Response): void {
    const text = robotsTxt(this.settings, this.environment.PUBLIC_BASE_URL);
    const cacheControl = cacheControlOf(this.settings, OTHERS);
    sendText(request, response, { type: 'text/plain', text, cacheControl });
  }

  /** @param part one of those that the index names */
  @Get('sitemap.xml')
  async sitemap(
    @Query('part') part: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (part === undefined) await this.index(request, response);
    else await this.part(typeof part === 'string' ? part : '', request, response);
  }

  /** The news alone, at the address that a predecessor had. */
  @Get('sitemap_news.xml')
  async news(@Req() request: Request, @Res() response: Response): Promise<void> {
    const text = await this.sitemaps.newsXml();
    sendText(request, response, {
      type: 'application/xml',
      text,
      cacheControl: cacheControlOf(this.settings, NEWS),
    });
  }

  private async index(request: Request, response: Response): Promise<void> {
    const text = await this.sitemaps.indexXml();
    const cacheControl = cacheControlOf(this.settings, OTHERS);
    sendText(request, response, { type: 'application/xml', text, cacheControl });
  }

  private async part(name: string, request: Request, response: Response): Promise<void> {
    const cacheControl = cacheControlOf(this.settings, name === 'news' ? NEWS : OTHERS);
    await streamXml(request, response, this.sitemaps.part(name), cacheControl);
  }
}
