import { Injectable } from '@nestjs/common';
import { NotFoundError, TooLargeError } from '../../kernel/errors.js';
import { tagSlug } from '../../kernel/slug.js';
import { select } from '../../modules/articles/listing/article-criteria.js';
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
import type { FeedItem, FeedModel } from './feed-models.js';

const ITEMS = 30;
const NOTHING_OF_IT = select([]);

interface Subject {
  /** Title of the feed's subject; null for the site itself. */
  readonly title: string | null;
  /** URL of its page, without a slash at its end. */
  readonly url: string;
  readonly pageUrl?: string;
}

interface Newest {
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

  async site(): Promise<FeedModel> {
    const url = this.permalinks.urlOf('');
    return this.feed({ title: null, url, pageUrl: `${url}/` }, await this.newest({}));
  }

  /** @param path decoded; null when there is no Public section; others have no feed */
  async section(path: string): Promise<FeedModel | null> {
    const statuses = [SectionStatus.Public];
    const found = await this.sections.find({ paths: [path.normalize('NFC')], statuses });
    // Databases take texts for equal that differ in blanks at their ends.
    const section = found.find(({ fullUrl, isHome }) => fullUrl === path.normalize('NFC') && !isHome);
    if (!section) return null;
    const { id, title, fullUrl } = section;
    const posts = await this.newest({ anySections: [id] });
    return this.feed({ title, url: this.permalinks.urlOf(fullUrl) }, posts);
  }

  /**
   * URL of the feed of a tag that is spelled in another way than in its slug, without the format; null for the slug.
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
  async tag(slug: string): Promise<FeedModel> {
    const newest = await this.newest({ anyTags: [slug] });
    const tag = newest.posts[0]?.tags.find((placement) => placement.slug === slug);
    if (!tag) throw tagNotFound(slug);
    return this.feed({ title: tag.title, url: this.permalinks.urlOf(`/tag/${slug}`) }, newest);
  }

  /** null when nobody has the name */
  async author(name: string): Promise<FeedModel | null> {
    const author = await this.authors.findByName(name);
    if (author?.name !== name) return null;
    const posts = await this.newest({ anyAuthors: [author.id] });
    const url = this.permalinks.urlOf(`/u/${name}`);
    return this.feed({ title: author.displayName, url, pageUrl: `${url}/` }, posts);
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

  private async newest(criteria: PostCriteria): Promise<Newest> {
    const page = { offset: 0, limit: ITEMS };
    const visible = { ...criteria, excludesPrivate: true };
    try {
      const posts = await this.lists.posts(visible, { by: 'newest' }, page, FEED_SELECTION);
      return { posts, items: await this.items.whole(posts) };
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error;
      const posts = await this.lists.posts(visible, { by: 'newest' }, page, SUMMARY_SELECTION);
      return { posts, items: this.items.summaries(posts) };
    }
  }

  private feed({ title, url, pageUrl = url }: Subject, { posts, items }: Newest): FeedModel {
    const { name, description, locale } = this.settings;
    return {
      title: title === null ? name : `${title} – ${name}`,
      url: pageUrl,
      feedUrl: `${url}/feed`,
      description,
      language: locale,
      updated: posts.length === 0 ? null : Math.max(...posts.map(({ updatedTs }) => updatedTs)),
      items,
    };
  }
}

const tagNotFound = (tag: string) => new NotFoundError('tag-not-found', `No post has the tag "${tag}".`);
