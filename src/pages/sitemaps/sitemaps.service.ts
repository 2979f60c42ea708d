import { Injectable, Optional } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { NotFoundError } from '../../kernel/errors.js';
import { ArticleListsService } from '../../modules/articles/listing/article-lists.service.js';
import { select, type Selected } from '../../modules/articles/listing/article-criteria.js';
import { SectionStatus } from '../../modules/sections/domain/section.entity.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import {
  type IdRange,
  PublishedArticles,
} from '../../modules/articles/listing/published-articles.read-model.js';
import { SitePages } from '../models/site-pages.js';
import { SitemapLimits } from './sitemap-limits.js';
import { type NewsUrl, newsUrlset, sitemapIndex, type SitemapUrl, urlset } from './sitemap-xml.js';

/** `posts-3` has the posts whose ids are in the third range. */
const RANGE_NAME = /^(posts|authors)-([1-9]\d{0,8})$/;
const NEWS_AGE_S = 48 * 3600;
const MAX_NEWS = 1000;
const NEWS_SELECTION = select(['path', 'headline', 'createdTs']);

/** Sitemaps: files of ranges of ids, so that none costs more when the site grows. */
@Injectable()
export class SitemapsService {
  constructor(
    private readonly index: PublishedArticles,
    private readonly lists: ArticleListsService,
    private readonly sections: SectionsService,
    private readonly pages: SitePages,
    private readonly clock: Clock,
    @Optional() private readonly limits: SitemapLimits = new SitemapLimits(),
  ) {}

  /**
   * Names all parts that have something in them. A sitemap may tell of nothing
   * above it: all are at the top of the site.
   */
  async indexXml(): Promise<string> {
    const { urls, taggedPosts } = this.limits;
    const [posts, authors, tags, news] = await Promise.all([
      this.index.firstPosts(urls),
      this.index.firstAuthors(urls),
      this.index.tags(taggedPosts, 1),
      this.newsPosts(1),
    ]);
    const numbers = (firsts: readonly number[]) => firsts.map((id) => Math.ceil(id / urls));
    const names = [
      'sections',
      ...(news.length > 0 ? ['news'] : []),
      ...(tags.length > 0 ? ['tags'] : []),
      ...numbers(posts).map((number) => `posts-${number}`),
      ...numbers(authors).map((number) => `authors-${number}`),
    ];
    return sitemapIndex(names.map((name) => `${this.pages.urlOf('/sitemap.xml')}?part=${name}`));
  }

  /** Posts of the last two days, also when there are none: its address stays. */
  async newsXml(): Promise<string> {
    return newsUrlset(await this.newsUrls(), this.pages.site);
  }

  /** @throws NotFoundError when there is no such part, or nothing in it; OverloadedError */
  async *part(name: string): AsyncGenerator<string, void> {
    let isEmpty = true;
    for await (const piece of this.piecesOf(name)) {
      isEmpty = false;
      yield piece;
    }
    if (isEmpty) throw new NotFoundError('sitemap-not-found', `There is no sitemap "${name}".`);
  }

  private async *piecesOf(name: string): AsyncGenerator<string, void> {
    const [, kind, number] = RANGE_NAME.exec(name) ?? [];
    const upTo = Number(number) * this.limits.urls;
    const range = { after: upTo - this.limits.urls, upTo };
    if (kind === 'posts') yield* urlset(this.posts(range));
    else if (kind === 'authors') yield* urlset(this.authors(range));
    else if (name === 'sections') yield* urlset(this.publicSections());
    else if (name === 'tags') yield* urlset(this.tags());
    else if (name === 'news') yield* this.news();
  }

  private async *posts(range: IdRange): AsyncGenerator<SitemapUrl[], void> {
    for await (const posts of this.index.posts(range))
      yield posts.map(({ path, updatedTs }) => this.url(this.pages.urlOf(path), updatedTs));
  }

  private async *authors(range: IdRange): AsyncGenerator<SitemapUrl[], void> {
    for await (const authors of this.index.authors(range))
      yield authors.map(({ name, latestTs }) => this.url(this.pages.authorUrl(name), latestTs));
  }

  /** Home first. */
  private async *publicSections(): AsyncGenerator<SitemapUrl[], void> {
    const sections = await this.sections.find({ statuses: [SectionStatus.Public] });
    const paths = sections.filter(({ isHome }) => !isHome).map(({ fullUrl }) => fullUrl);
    const urls = ['/', ...paths].map((path) => ({ url: this.pages.urlOf(path), modified: null }));
    yield urls.slice(0, this.limits.urls);
  }

  private async *tags(): AsyncGenerator<SitemapUrl[], void> {
    const tags = await this.index.tags(this.limits.taggedPosts, this.limits.urls);
    yield tags.map(({ slug, latestTs }) => this.url(this.pages.urlOf(`/tag/${slug}`), latestTs));
  }

  private async *news(): AsyncGenerator<string, void> {
    const urls = await this.newsUrls();
    if (urls.length > 0) yield newsUrlset(urls, this.pages.site);
  }

  private async newsUrls(): Promise<NewsUrl[]> {
    const posts = await this.newsPosts(MAX_NEWS);
    return posts.map(({ path, headline, createdTs }) => ({
      url: this.pages.urlOf(path),
      title: headline,
      published: createdTs,
    }));
  }

  private newsPosts(limit: number): Promise<Selected<typeof NEWS_SELECTION>[]> {
    const now = this.clock.now();
    return this.lists.posts(
      { from: now - NEWS_AGE_S, to: now, excludesPrivate: true },
      { by: 'newest' },
      { offset: 0, limit },
      NEWS_SELECTION,
    );
  }

  /** Posts may have been published, or changed, in times to come. */
  private url(url: string, latestTs: number): SitemapUrl {
    return { url, modified: Math.min(latestTs, this.clock.now()) };
  }
}
