import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Request, Response } from 'express';
import { SiteSettings } from '../../modules/site/site-settings.js';
import { PageAnswers } from './page-answers.js';

/**
 * Puts the pages where no other route is. No controller can: Nest gives the routes of modules in an order that the
 * imports of other modules decide, and a page may be at any path.
 */
@Injectable()
export class PageRoutes implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly answers: PageAnswers,
    private readonly settings: SiteSettings,
  ) {}

  /** By now there are the routes of all modules, and not yet what answers where there is none. */
  onModuleInit(): void {
    if (!this.settings.site.pages) return;
    // The command line has no HTTP.
    const adapter = this.host.httpAdapter as AbstractHttpAdapter | undefined;
    adapter?.getInstance<Express>().get('/{*path}', (request, response, next) => {
      this.answers.answer(request, response).then((isAnswered) => {
        if (!isAnswered) next();
      }, next);
    });
  }

  /** Before all routes and logs: pages that are kept. */
  answerKnownFirst(app: NestExpressApplication): void {
    if (!this.settings.site.pages) return;
    app.use((request: Request, response: Response, next: NextFunction) => {
      if (!this.answers.answerKnown(request, response)) next();
    });
  }
}
