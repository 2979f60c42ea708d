import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { isReserved } from '../../modules/permalinks/domain/path.js';
import { leaveReplica } from '../../platform/concurrency/reads/read-target.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { PageCache } from '../cache/page-cache.js';
import { PublicPagesService } from './public-pages.service.js';
import { PageResponse } from '../http/page-response.js';
import { ViewCounter } from '../http/view-counter.js';
import { PageAccess } from '../http/page-access.js';
import { normalForm } from '../../kernel/text.js';

/** First segments below which there are pages, though no article can have them. */
const OWN_SEGMENTS = /^\/(?:tag|u|amp)(?:\/|$)/i;
const FIRST_PAGE = 1;
const NOT_FOUND = 404;

/** Answers requests for public pages. Tells of each whether it has: what is no page is for others. */
@Injectable()
export class PublicPageHandler {
  constructor(
    private readonly service: PublicPagesService,
    private readonly cache: PageCache,
    private readonly access: PageAccess,
    private readonly views: ViewCounter,
    private readonly pageResponse: PageResponse,
    private readonly settings: SiteSettings,
  ) {}

  /** Answers an anonymous reader with a cached page. @returns whether it did */
  answerKnown(request: Request, response: Response): boolean {
    const { method, url } = request;
    if (!this.isOpen || (method !== 'GET' && method !== 'HEAD') || this.access.hasCredentials(request))
      return false;
    const page = this.cache.known(url);
    if (!page) return false;
    this.pageResponse.sendPublic(request, response, page);
    if (page.articleId !== null) this.views.count(page.articleId, request);
    return true;
  }

  async answer(request: Request, response: Response): Promise<boolean> {
    const path = pathOf(request);
    if (path === null || (isReserved(path) && !OWN_SEGMENTS.test(path))) return false;
    if (await this.answerPreview(path, request, response)) return true;
    // Drafts have a password of their own: a browser sends but one.
    if (request.query.draft === '1') await this.answerDraft(path, request, response);
    else if (await this.access.mayEnter(request)) await this.answerPage(path, request, response);
    else askForPassword(response, this.settings.name);
    return true;
  }

  /** Whether readers need no password of the site. */
  private get isOpen(): boolean {
    return this.settings.basicAuth === null;
  }

  private async answerPage(path: string, request: Request, response: Response): Promise<void> {
    const number = numberOf(request);
    const actor = await this.access.actorOf(request);
    if (actor) {
      await this.pageResponse.sendPrivate(
        request,
        response,
        await this.service.page(path, number, actor),
        actor,
      );
      return;
    }
    const page = await this.cache.get(`${path}?${number}`, request.url, async () => {
      const found = await this.service.page(path, number, null);
      // It may have been published a moment ago.
      const isMissed = found.status === NOT_FOUND && leaveReplica();
      return isMissed ? this.service.page(path, number, null) : found;
    });
    if (this.isOpen) this.pageResponse.sendPublic(request, response, page);
    else await this.pageResponse.sendPrivate(request, response, page, null);
    if (page.articleId !== null) this.views.count(page.articleId, request);
  }

  /**
   * Answers a preview link. An invalid link, or one of another page, is
   * ignored: the page is as for everybody.
   */
  private async answerPreview(path: string, request: Request, response: Response): Promise<boolean> {
    const articleId = await this.access.previewOf(request);
    if (articleId === null) return false;
    const page = await this.service.preview(path, articleId, this.isOpen);
    if (page) await this.pageResponse.sendPreview(request, response, page, articleId);
    return page !== null;
  }

  private async answerDraft(path: string, request: Request, response: Response): Promise<void> {
    const actor = (await this.access.actorOf(request)) ?? (await this.access.loggedIn(request));
    if (!actor) {
      askForPassword(response, `${this.settings.name}, drafts`);
      return;
    }
    response.setHeader('X-Robots-Tag', 'noindex');
    await this.pageResponse.sendPrivate(request, response, await this.service.draft(path, actor), actor);
  }
}

/** The answer to a reader who has to log in first. */
export function askForPassword(response: Response, realm: string): void {
  response.setHeader('WWW-Authenticate', `Basic realm="${inAscii(realm)}", charset="UTF-8"`);
  response.setHeader('Cache-Control', 'private, no-store');
  response.status(401).type('text/plain').send('A password is needed to see this.\n');
}

/** Headers take no other letters. */
const inAscii = (text: string): string =>
  normalForm(text, 'NFKD')
    .replace(/[^ -~]|["\\]/g, '')
    .trim() || 'Site';

/** null for one that cannot be read. */
function pathOf({ path }: Request): string | null {
  try {
    return normalForm(path.split('/').map(decodeURIComponent).join('/'));
  } catch {
    return null;
  }
}

/** 0 for anything but a page number. */
function numberOf({ query }: Request): number {
  const { page } = query;
  if (page === undefined) return FIRST_PAGE;
  return typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 0;
}
