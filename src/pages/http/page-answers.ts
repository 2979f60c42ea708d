import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isbot } from 'isbot';
import { NotFoundError } from '../../kernel/errors.js';
import { PageViewsService } from '../../modules/page-views/page-views.service.js';
import { isReserved } from '../../modules/permalinks/domain/path.js';
import { SiteSettings } from '../../modules/site/site-settings.js';
import { PageCache } from '../page-cache.js';
import { PublicPagesService } from '../public-pages.service.js';
import type { RenderedPage } from '../rendered-page.js';
import { SitePages } from '../site-pages.js';
import { Visitors } from './visitors.js';

/** Caches keep a page for a moment, and may show it while they ask again. */
const PUBLIC = 'public, max-age=0, s-maxage=2, stale-while-revalidate=30';
const PRIVATE = 'private, no-store';
/** First segments below which there are pages, though no article can have them. */
const OWN_SEGMENTS = /^\/(?:tag|u|amp)(?:\/|$)/i;
const FIRST_PAGE = 1;

/** Answers requests for public pages. */
@Injectable()
export class PageAnswers {
  private readonly policy: string;
  private readonly ampPolicy: string;

  constructor(
    private readonly service: PublicPagesService,
    private readonly cache: PageCache,
    private readonly visitors: Visitors,
    private readonly views: PageViewsService,
    private readonly settings: SiteSettings,
    { site }: SitePages,
  ) {
    const own = `'self' ${new URL(site.url).origin}`;
    const common = [`default-src 'none'`, `img-src ${own} https: http: data:`, `media-src ${own} https:`];
    const frames = [
      `frame-src ${own} https:`,
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'self'",
    ];
    // Styles of editors are attributes, of a safe list. Nothing on a page runs.
    const styles = [`style-src ${own}`, "style-src-attr 'unsafe-inline'", `font-src ${own}`];
    this.policy = [...common, ...styles, ...frames].join('; ');
    const amp = ['https://cdn.ampproject.org', "'unsafe-inline'"].join(' ');
    this.ampPolicy = [
      ...common,
      ...frames,
      'script-src https://cdn.ampproject.org',
      `style-src ${amp}`,
      'connect-src https:',
      'worker-src blob:',
      'font-src https:',
    ].join('; ');
  }

  /** @throws NotFoundError for what is no page */
  async answer(request: Request, response: Response): Promise<void> {
    const path = pathOf(request);
    const isPage = this.settings.site.pages && (!isReserved(path) || OWN_SEGMENTS.test(path));
    if (!isPage) throw new NotFoundError('route-not-found', `There is no ${request.method} ${request.path}.`);
    if (!this.visitors.mayEnter(request)) {
      askForPassword(response, this.settings.site.name);
      return;
    }
    if (request.query.draft === '1') await this.answerDraft(path, request, response);
    else await this.answerPage(path, request, response);
  }

  private async answerPage(path: string, request: Request, response: Response): Promise<void> {
    const number = numberOf(request);
    const actor = await this.visitors.actorOf(request);
    if (actor) {
      this.send(request, response, await this.service.page(path, number, actor), PRIVATE);
      return;
    }
    const page = await this.cache.get(`${path}?${number}`, () => this.service.page(path, number, null));
    this.send(request, response, page, this.settings.site.basicAuth === null ? PUBLIC : PRIVATE);
    if (page.articleId !== null) this.countView(page.articleId, request);
  }

  private async answerDraft(path: string, request: Request, response: Response): Promise<void> {
    const actor = (await this.visitors.actorOf(request)) ?? (await this.visitors.loggedIn(request));
    if (!actor) {
      askForPassword(response, `${this.settings.site.name}, drafts`);
      return;
    }
    response.setHeader('X-Robots-Tag', 'noindex');
    this.send(request, response, await this.service.draft(path, actor), PRIVATE);
  }

  private send(request: Request, response: Response, page: RenderedPage, cacheControl: string): void {
    const { status, body, etag, location, isAmp } = page;
    response.setHeader('Content-Security-Policy', isAmp ? this.ampPolicy : this.policy);
    response.setHeader('Referrer-Policy', 'strict-origin-when-cross-origin');
    response.setHeader('Cache-Control', cacheControl);
    response.setHeader('Vary', 'x-rmauth, Authorization');
    if (location !== null) {
      response.redirect(status, location);
      return;
    }
    response.setHeader('ETag', etag);
    response.status(status).type('html');
    if (status === 200 && request.fresh) response.status(304).end();
    else response.send(body);
  }

  /** Readers are counted, whether they have the page already or not; programs and browsers that only prepare are not. */
  private countView(articleId: number, { method, headers }: Request): void {
    const purpose = [headers['sec-purpose'], headers.purpose, headers['x-moz']].join(' ');
    if (method !== 'GET' || /prefetch|prerender|preview/i.test(purpose) || isbot(headers['user-agent']))
      return;
    try {
      this.views.count(articleId, 1);
    } catch {
      // Too many views wait to be written: the reader does not wait for that.
    }
  }
}

/** The answer to a reader who has to log in first. */
export function askForPassword(response: Response, realm: string): void {
  response.setHeader('WWW-Authenticate', `Basic realm="${realm.replace(/["\\]/g, '')}", charset="UTF-8"`);
  response.setHeader('Cache-Control', PRIVATE);
  response.status(401).type('text/plain').send('A password is needed to see this.\n');
}

/** @throws NotFoundError for one that cannot be read */
function pathOf({ path }: Request): string {
  try {
    return path.split('/').map(decodeURIComponent).join('/').normalize('NFC');
  } catch {
    throw new NotFoundError('route-not-found', 'There is no such page.');
  }
}

/** What is no number of a page is none of ours: 0. */
function numberOf({ query }: Request): number {
  const { page } = query;
  if (page === undefined) return FIRST_PAGE;
  return typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 0;
}
