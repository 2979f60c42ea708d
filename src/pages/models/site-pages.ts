import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { Clock, type UtcSeconds } from '../../kernel/clock.js';
import type { ArticleRecord } from '../../modules/articles/domain/article-record.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { HOME_ID } from '../../modules/sections/domain/section.entity.js';
import type { SectionPlace } from '../../modules/sections/domain/sections.repository.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { Environment } from '../../platform/config/environment.js';
import { SectionDirectory } from '../routing/section-directory.js';
import type { FeedsModel, HeadModel, LinkModel, PageModel, SiteModel, TimeModel } from './page-models.js';

/** The facts of a page that its model is made from. */
export interface PageFacts {
  /** The name of the site follows it in the window; empty for that name alone. */
  readonly title: string;
  /** Whether it has the name of the site in it. */
  readonly namesSite?: boolean;
  readonly description?: string | undefined;
  /** null where there is nothing. */
  readonly url: string | null;
  readonly head?: Partial<Omit<HeadModel, 'title' | 'canonical'>>;
}

/** Target of a link to a section. */
interface LinkedSection {
  readonly title: string;
  readonly fullUrl: string;
  readonly opensNewTab?: boolean;
}

type TopSections = Pick<PageModel, 'navigation' | 'moreSections'>;

/** The common parts of all pages of the site. */
@Injectable()
export class SitePages {
  readonly site: SiteModel;
  /** URL of the logo of the publisher. */
  readonly logo: string | null;
  private readonly times: Intl.DateTimeFormat;
  /** Times by their seconds: a text of a time is dear to make. */
  private readonly known = new LRUCache<number, TimeModel>({ max: MAX_TIMES });
  /** Made once for the sections that the directory keeps: the theme remembers their markup. */
  private readonly tops = new WeakMap<readonly SectionPlace[], TopSections>();

  constructor(
    private readonly settings: SiteSettings,
    private readonly sections: SectionDirectory,
    private readonly permalinks: PermalinksService,
    private readonly clock: Clock,
    { PUBLIC_BASE_URL }: Environment,
  ) {
    const { name, description, locale, logo, timeZone } = settings;
    this.site = { name, description, url: PUBLIC_BASE_URL, locale, feeds: feedsOf(PUBLIC_BASE_URL) };
    this.logo = logo;
    this.times = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone });
  }

  /** null for a time to come, which no answer may have (RFC 9110, 8.8.2.1). */
  lastModified(seconds: UtcSeconds): UtcSeconds | null {
    return seconds <= this.clock.now() ? seconds : null;
  }

  urlOf(path: string): string {
    return this.permalinks.urlOf(path);
  }

  /** Ends with a slash, as the API gives it. */
  authorUrl(name: string): string {
    return `${this.urlOf(`/u/${name}`)}/`;
  }

  sectionLink({ title, fullUrl, opensNewTab = false }: LinkedSection): LinkModel {
    return { title, url: this.urlOf(fullUrl), ...(opensNewTab && { opensNewTab }) };
  }

  /** null where the site has no AMP pages. */
  ampUrlOf({ path, ampPath }: Pick<ArticleRecord, 'path' | 'ampPath'>): string | null {
    return this.permalinks.hasAmp ? this.permalinks.ampUrlOf(path, ampPath) : null;
  }

  timeOf(seconds: number): TimeModel {
    const known = this.known.get(seconds);
    if (known) return known;
    const date = new Date(Math.min(seconds, MAX_SECONDS) * 1000);
    const time = Object.freeze({ iso: date.toISOString(), text: this.times.format(date) });
    this.known.set(seconds, time);
    return time;
  }

  async page({ title, namesSite = false, description, url, head = {} }: PageFacts): Promise<PageModel> {
    const { name, description: ofSite } = this.settings;
    const own = title === '' ? name : title;
    const text = description ?? ofSite;
    const social = { title: own, description: text, image: null };
    return {
      site: this.site,
      ...(await this.topSections()),
      head: {
        kind: 'website',
        amp: null,
        feeds: null,
        previous: null,
        next: null,
        isIndexed: true,
        data: [],
        social,
        description: text,
        ...head,
        title: namesSite || title === '' ? own : `${own} – ${name}`,
        canonical: url,
      },
    };
  }

  /** Public sections at the top, in their order. */
  private async topSections(): Promise<TopSections> {
    const open = await this.sections.open();
    const known = this.tops.get(open) ?? this.topOf(open);
    this.tops.set(open, known);
    return known;
  }

  private topOf(open: readonly SectionPlace[]): TopSections {
    const top = open.filter(({ parentId }) => parentId === HOME_ID);
    const links = top.slice(0, MAX_LINKED).map((place) => this.sectionLink(place));
    return { navigation: links.slice(0, MAX_NAVIGATION), moreSections: links.slice(MAX_NAVIGATION) };
  }
}

const MAX_NAVIGATION = 12;
/** Sections that a page links to at most, in its navigation and at its foot. */
const MAX_LINKED = 120;
const MAX_TIMES = 5000;
/** The last time that a Date can tell. */
const MAX_SECONDS = 8_640_000_000_000;

/** @param url of what they list, without a slash at its end */
export function feedsOf(url: string): FeedsModel {
  return { rss: `${url}/feed.xml`, atom: `${url}/feed.atom`, json: `${url}/feed.json` };
}
