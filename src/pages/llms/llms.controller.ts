import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { Public } from '../../platform/http/server/public.js';
import { cacheControlOf, sendText } from '../http/text-response.js';
import { LlmsService } from './llms.service.js';

const FRESHNESS = { fresh: 60, stale: 300 };

/** Serves `llms.txt` (llmstxt.org), also for a site that has no pages here. */
@Public()
@ApiExcludeController()
@Controller()
export class LlmsController {
  constructor(
    private readonly llms: LlmsService,
    private readonly settings: SiteSettings,
  ) {}

  @Get('llms.txt')
  async text(@Req() request: Request, @Res() response: Response): Promise<void> {
    const cacheControl = cacheControlOf(this.settings, FRESHNESS);
    sendText(request, response, { type: 'text/plain', ...(await this.llms.get()), cacheControl });
  }
}
