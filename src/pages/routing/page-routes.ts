import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type AbstractHttpAdapter, HttpAdapterHost } from '@nestjs/core';
import type { Express, NextFunction, RequestHandler } from 'express';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { FastPath } from '../../platform/http/server/fast-path.js';
import { EVERYWHERE, Methods } from '../../platform/http/server/methods.js';
import { PublicPageHandler } from './public-page.handler.js';

/** Pages everywhere, and below first segments that other routes have. */
const PATHS = ['/tag/:slug', '/u/:name', EVERYWHERE];

/**
 * Puts the pages where no other route is. No controller can: Nest gives the routes of modules in an order
 * that the imports of other modules decide, and a page may be at any path.
 */
@Injectable()
export class PageRoutes implements OnModuleInit {
  constructor(
    private readonly host: HttpAdapterHost,
    private readonly fastPath: FastPath,
    private readonly methods: Methods,
    private readonly handler: PublicPageHandler,
    private readonly settings: SiteSettings,
  ) {}

  /** Runs after the routes of all modules are there, and before the handler of unknown paths. */
  onModuleInit(): void {
    if (!this.settings.pages) return;
    this.fastPath.add((request, response) => this.handler.answerKnown(request, response));
    // The command line has no HTTP.
    const adapter = this.host.httpAdapter as AbstractHttpAdapter | undefined;
    const answer: RequestHandler = (request, response, next) => {
      this.handler.answer(request, response).then((isAnswered) => {
        if (!isAnswered) next();
      }, failedBy(next));
    };
    const app = adapter?.getInstance<Express>();
    if (!app) return;
    for (const path of PATHS) app.get(path, answer);
    this.methods.addShortcut(app, answer);
  }
}

/** Express takes `undefined` for no failure, and a theme may throw it. */
const failedBy =
  (next: NextFunction) =>
  (error: unknown): void => {
    next(error ?? new Error(`A page has failed with ${String(error)}.`));
  };
