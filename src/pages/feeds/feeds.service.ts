import { Injectable } from '@nestjs/common';
import { normalForm } from '../../kernel/text.js';
import { NotFoundError, TooLargeError } from '../../kernel/errors.js';
import type { Page } from '../../kernel/page.js';
import { tagSlug } from '../../kernel/slug.js';
import { type ArticleOrder, select } from '../../modules/articles/listing/article-criteria.js';
import {
  ArticleListsService,
  type PostCriteria,
} from '../../modules/articles/listing/article-lists.service.js';
import { AuthorsService } from '../../modules/authors/authors.service.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { SectionStatus } from '../../modules/sections/domain/section.entity.js';
import { SectionsService } from '../../modules/sections/sections.service.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { FEED_SELECTION, FeedItems, SUMMARY_SELECTION, type SummaryArticle } from './feed-items.js';
import type { FeedItem, FeedModel } from './formats/feed-models.js';
import type { FeedFormat } from './feed-texts.js';

/** Posts of a feed and of a page of it. */
export const ITEMS = 30;
const NOTHING_OF_IT = select([]);

/** The part of a feed that is asked for, and how. */
export interface FeedPage extends Page {
  readonly format: FeedFormat;
  /** URL of the feed, when it is not beside its page. */
  readonly self?: { readonly path: string; readonly query: string };
}

interface Subject {
  /** Title of the feed's subject; null for the site itself. */
  readonly title: string | null;
  /** URL of its page. */
  readonly url: string;
  readonly selfUrl: string;
}

interface FeedQuery {
  readonly criteria: PostCriteria;
  readonly order: ArticleOrder;
  readonly page: Page;
  /** Whether the texts of the posts are in the feed. */
  readonly isWhole: boolean;
}

interface Found {
  readonly posts: readonly SummaryArticle[];
  readonly items: readonly FeedItem[];
}

/** The newest posts of the site and its parts, as far as anonymous readers see them. */
@Injectable()
export class FeedsService {
  constructor(
    private readonly lists: ArticleListsService,
    private readonly sections: SectionsService,
    private readonly authors: AuthorsService,
    private readonly items: FeedItems,
    private readonly permalinks: PermalinksService,
    private readonly settings: SiteSettings,
  ) {}

  async site(page: FeedPage): Promise<FeedModel> {
    const url = `${this.permalinks.urlOf('')}/`;
    return this.feed({ title: null, url, selfUrl: this.selfUrl('', page) }, await this.newest({}, page));
  }

  /** @param path decoded; null when there is no Public section; others have no feed */
  async section(path: string, page: FeedPage): Promise<FeedModel | null> {
    const statuses = [SectionStatus.Public];
    const found = await this.sections.find({ paths: [normalForm(path)], statuses });
    // Databases take texts for equal that differ in blanks at their ends.
    const section = found.find(({ fullUrl, isHome }) => fullUrl === normalForm(path) && !isHome);
    if (!section) return null;
    const { id, title, fullUrl } = section;
    const posts = await this.newest({ anySections: [id] }, page);
    const subject = { title, url: this.permalinks.urlOf(fullUrl), selfUrl: this.selfUrl(fullUrl, page) };
    return this.feed(subject, posts);
  }

  /** Ids of the Public sections at these paths. */
  async sectionIds(paths: readonly string[]): Promise<readonly number[]> {
    const wanted = paths.map((path) => `/${normalForm(path).replace(/^\/+|\/+$/g, '')}`);
    const found = await this.sections.find({ paths: wanted, statuses: [SectionStatus.Public] });
    return found.filter(({ fullUrl, isHome }) => wanted.includes(fullUrl) && !isHome).map(({ id }) => id);
  }

  /** A list of posts that has no page. @param subject its title; the site's when that is null */
  async list(subject: Subject, query: FeedQuery): Promise<FeedModel> {
    return this.feed(subject, await this.find(query), subject.title ?? this.settings.name);
  }

  /**
   * URL of the feed of a tag that is spelled in another way than in its slug,
   * without the format; null for the slug.
   *
   * @throws NotFoundError when no post has the tag
   */
  async urlOfTag(tag: string): Promise<string | null> {
    const slug = tagSlug(tag);
    if (slug === tag) return null;
    const criteria = { anyTags: [slug], excludesPrivate: true };
    const posts = await this.lists.posts(criteria, { by: 'newest' }, { offset: 0, limit: 1 }, NOTHING_OF_IT);
    if (slug === '' || posts.length === 0) throw tagNotFound(tag);
    return this.permalinks.urlOf(`/tag/${slug}/feed`);
  }

  /** @throws NotFoundError when no post has the tag */
  async tag(slug: string, page: FeedPage): Promise<FeedModel> {
    const newest = await this.newest({ anyTags: [slug] }, page);
    const tag = newest.posts[0]?.tags.find((placement) => placement.slug === slug);
    if (!tag) throw tagNotFound(slug);
    const path = `/tag/${slug}`;
    const subject = { title: tag.title, url: this.permalinks.urlOf(path), selfUrl: this.selfUrl(path, page) };
    return this.feed(subject, newest);
  }

  /** null when nobody has the name */
  async author(name: string, page: FeedPage): Promise<FeedModel | null> {
    const author = await this.authors.findByName(name);
    if (author?.name !== name) return null;
    const posts = await this.newest({ anyAuthors: [author.id] }, page);
    const path = `/u/${name}`;
    const url = `${this.permalinks.urlOf(path)}/`;
    return this.feed({ title: author.displayName, url, selfUrl: this.selfUrl(path, page) }, posts);
  }

  /**
   * URL of the feed of the author who had this name before, without the format.
   *
   * @throws NotFoundError
   */
  async urlOfRenamed(formerName: string): Promise<string> {
    const name = await this.authors.findRenamed(formerName);
    if (name === null) throw new NotFoundError('author-not-found', `There is no author "${formerName}".`);
    return this.permalinks.urlOf(`/u/${name}/feed`);
  }

  private newest(criteria: PostCriteria, page: FeedPage): Promise<Found> {
    return this.find({ criteria, order: { by: 'newest' }, page, isWhole: true });
  }

  private async find({ criteria, order, page: { offset, limit }, isWhole }: FeedQuery): Promise<Found> {
    // None of the named sections exists.
    if (criteria.anySections?.length === 0) return { posts: [], items: [] };
    const page = { offset, limit };
    const visible = { ...criteria, excludesPrivate: true };
    try {
      if (isWhole) {
        const posts = await this.lists.posts(visible, order, page, FEED_SELECTION);
        return { posts, items: await this.items.whole(posts) };
      }
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error;
    }
    const posts = await this.lists.posts(visible, order, page, SUMMARY_SELECTION);
    return { posts, items: await this.items.summaries(posts) };
  }

  private selfUrl(path: string, { format, self }: FeedPage): string {
    if (self) return this.permalinks.urlOf(self.path) + self.query;
    return `${this.permalinks.urlOf(path)}/feed.${format}`;
  }

  private feed({ title, url, selfUrl }: Subject, { posts, items }: Found, whole?: string): FeedModel {
    const { name, description, locale } = this.settings;
    return {
      title: whole ?? (title === null ? name : `${title} – ${name}`),
      url,
      selfUrl,
      siteName: name,
      description,
      language: locale,
      updated: posts.length === 0 ? null : Math.max(...posts.map(({ updatedTs }) => updatedTs)),
      items,
    };
  }
}

const tagNotFound = (tag: string) => new NotFoundError('tag-not-found', `No post has the tag "${tag}".`);
