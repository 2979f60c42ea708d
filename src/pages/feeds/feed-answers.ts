import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { withQuery } from '../http/kept-query.js';
import { cacheControlOf, sendText } from '../http/text-response.js';
import type { FeedModel } from './formats/feed-models.js';
import { type FeedFormat, FeedTexts, formatOf } from './feed-texts.js';

const FRESHNESS = { fresh: 60, stale: 300 };

/** A feed that is asked for. */
export interface AskedFeed {
  readonly format: FeedFormat;
  /** Tells feeds with the same path apart. */
  readonly query?: string;
  readonly find: () => Promise<FeedModel | null>;
}

/** Answers with feeds. */
@Injectable()
export class FeedAnswers {
  constructor(
    private readonly texts: FeedTexts,
    private readonly settings: SiteSettings,
  ) {}

  /** @returns whether there is such a feed */
  async send(
    request: Request,
    response: Response,
    { format, query = '', find }: AskedFeed,
  ): Promise<boolean> {
    const feed = await this.texts.in(format, request.path + query, find);
    if (feed)
      sendText(request, response, { ...feed, cacheControl: cacheControlOf(this.settings, FRESHNESS) });
    return feed !== null;
  }

  /** A feed whose format the end of its path says. */
  sendAt(request: Request, response: Response, find: () => Promise<FeedModel | null>): Promise<boolean> {
    return this.send(request, response, { format: formatOf(request.path), find });
  }

  /** @param url of the feed, without its format */
  move(request: Request, response: Response, url: string): void {
    response.setHeader('Cache-Control', cacheControlOf(this.settings, FRESHNESS));
    response.redirect(301, withQuery(`${url}.${formatOf(request.path)}`, request.url));
  }
}
