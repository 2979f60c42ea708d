import type { OutgoingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Environment } from '../../platform/config/environment.js';
import { SECURITY_HEADERS } from '../../platform/http/server/server.js';
import { RequestActors } from '../../modules/auth/http/request-actors.js';
import { Actor } from '../../modules/auth/domain/actor.js';
import { SignedUrls } from '../../modules/media/signing/signed-urls.js';
import { entityTag, isKnownToClient } from '../../platform/http/response/entity-tag.js';
import type { RenderedPage } from '../models/rendered-page.js';
import { withQuery } from './kept-query.js';

/** Caches keep a page for a moment, and may show it while they ask again. */
const PUBLIC = 'public, max-age=0, s-maxage=2, stale-while-revalidate=30';
const PRIVATE = 'private, no-store';
const SECURITY = Object.fromEntries(SECURITY_HEADERS);

/** Sends pages, with what browsers and caches are to know of them. */
@Injectable()
export class PageResponse {
  private readonly policy: string;
  private readonly ampPolicy: string;
  /** Headers of pages that are sent again and again. */
  private readonly headers = new WeakMap<RenderedPage, OutgoingHttpHeaders>();

  constructor(
    { PUBLIC_BASE_URL }: Environment,
    private readonly actors: RequestActors,
    private readonly urls: SignedUrls,
  ) {
    const own = `'self' ${new URL(PUBLIC_BASE_URL).origin}`;
    const common = [
      `default-src 'none'`,
      `img-src ${own} https: http: data:`,
      `media-src ${own} https: http:`,
    ];
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

  /** A page that everybody may see. */
  sendPublic(request: Request, response: Response, page: RenderedPage): void {
    const headers = this.headers.get(page) ?? this.headersOf(page, PUBLIC);
    this.headers.set(page, headers);
    send(request, response, page, headers);
  }

  /** A page for the one who asks. */
  async sendPrivate(
    request: Request,
    response: Response,
    page: RenderedPage,
    reader: Actor | null,
  ): Promise<void> {
    const shown = await this.signed(page, reader);
    send(request, response, shown, this.headersOf(shown, PRIVATE));
  }

  /** An unpublished article, for whoever has the link, which no other site is told. */
  async sendPreview(
    request: Request,
    response: Response,
    page: RenderedPage,
    articleId: number,
  ): Promise<void> {
    const shown = await this.signed(page, Actor.nobody().previewing(articleId));
    const headers = { ...this.headersOf(shown, PRIVATE), 'referrer-policy': 'no-referrer' };
    send(request, response, shown, { ...headers, 'x-robots-tag': 'noindex' });
  }

  /** Signs URLs of pictures and documents that nothing public shows. */
  private async signed(page: RenderedPage, reader: Actor | null): Promise<RenderedPage> {
    if (!this.urls.isOn || reader === null) return page;
    const body = Buffer.from(await this.urls.signed(page.body.toString(), reader));
    return { ...page, body, etag: entityTag(body) };
  }

  /** All of them: pages that are kept are sent before any other part of the service has said something. */
  private headersOf(page: RenderedPage, cacheControl: string): OutgoingHttpHeaders {
    const { etag, modified, isAmp, body } = page;
    return {
      ...SECURITY,
      'content-security-policy': isAmp ? this.ampPolicy : this.policy,
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': cacheControl,
      vary: this.actors.vary,
      etag,
      ...(modified !== null && { 'last-modified': new Date(modified * 1000).toUTCString() }),
      'content-type': 'text/html; charset=utf-8',
      'content-length': body.length,
    };
  }
}

function send(
  request: Request,
  response: Response,
  { status, body, etag, location }: RenderedPage,
  headers: OutgoingHttpHeaders,
): void {
  if (location !== null) {
    // The number of the page is in the location already.
    const turned = withQuery(location, request.url, ['page']);
    response.writeHead(status, { ...headers, location: turned }).end();
    return;
  }
  if (status === 200 && isKnownToClient(request, etag)) {
    const known = { ...headers };
    delete known['content-length'];
    response.writeHead(304, known).end();
    return;
  }
  response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
}
