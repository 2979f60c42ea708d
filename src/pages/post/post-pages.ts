import { Injectable } from '@nestjs/common';
import { ArticleStatus } from '../../modules/articles/domain/article-record.js';
import type { ArticleView } from '../../modules/articles/domain/article-view.js';
import { LeadMedia } from '../../modules/articles/writing/lead-media.js';
import type { UtcSeconds } from '../../kernel/clock.js';
import { Cards } from '../lists/cards.js';
import type {
  HeadModel,
  LinkModel,
  PageModel,
  PictureModel,
  PostModel,
  TimeModel,
} from '../models/page-models.js';
import { PostBodies } from './post-bodies.js';
import { RelatedPosts } from './related-posts.js';
import { SitePages } from '../models/site-pages.js';

export interface PostPage {
  readonly page: PageModel;
  readonly post: PostModel;
}

/** Reading speed. */
const WORDS_A_MINUTE = 238;
/** A change so soon after publication is a correction that nobody has to be told of. */
const UPDATED_AFTER_S = 60;

/** Pages of posts. */
@Injectable()
export class PostPages {
  constructor(
    private readonly pages: SitePages,
    private readonly cards: Cards,
    private readonly bodies: PostBodies,
    private readonly lead: LeadMedia,
    private readonly related: RelatedPosts,
  ) {}

  /** URL of the page of a post. */
  urlOf(article: ArticleView, isAmp: boolean): string {
    return (isAmp ? this.pages.ampUrlOf(article) : null) ?? this.pages.urlOf(article.path);
  }

  async post(article: ArticleView, isDraft = false): Promise<PostPage> {
    const picture = this.cards.pictureOf(article);
    const published = this.pages.timeOf(timeOf(article));
    const isUpdated = article.updatedTs > article.createdTs + UPDATED_AFTER_S;
    const updated = isUpdated ? this.pages.timeOf(article.updatedTs) : null;
    const url = this.pages.urlOf(article.path);
    const authors = this.cards.authorsOf(article);
    const section = this.cards.sectionOf(article);
    const words = this.bodies.wordsOf(article);
    const description = firstOf(article.metaDescription, article.subheadline);
    const head: Partial<HeadModel> = {
      kind: 'article',
      amp: isDraft ? null : this.pages.ampUrlOf(article),
      isIndexed: !isDraft,
      social: {
        title: firstOf(article.ogTitle, article.headline),
        description: firstOf(article.ogDescription, article.metaDescription, article.subheadline),
        image: this.cards.socialPictureOf(article) ?? picture,
      },
      data: isDraft
        ? []
        : [this.newsArticle(article, { url, description, words, picture, section, published, updated })],
    };
    const page = await this.pages.page({
      title: firstOf(article.pageTitle, article.headline),
      description,
      url,
      head,
    });
    const post: PostModel = {
      headline: article.headline,
      subheadline: article.subheadline === '' ? null : article.subheadline,
      section,
      badges: this.cards.badgesOf(article),
      authors,
      published,
      updated,
      minutesToRead: Math.max(1, Math.round(words / WORDS_A_MINUTE)),
      leadHtml: this.lead.of(article)?.html ?? null,
      ...(await this.bodies.of(article)),
      tags: article.tags.map(({ slug, title }) => ({ title, url: this.pages.urlOf(`/tag/${slug}`) })),
      related: isDraft ? [] : await this.related.of(article),
      isDraft: article.status !== ArticleStatus.Published,
    };
    return { page, post };
  }

  /** schema.org/NewsArticle. */
  private newsArticle(article: ArticleView, facts: NewsFacts): object {
    const { url, description, words, picture, section, published, updated } = facts;
    const { logo } = this.pages;
    const { name, url: siteUrl, locale } = this.pages.site;
    return {
      '@context': 'https://schema.org',
      '@type': 'NewsArticle',
      headline: article.headline,
      ...(description === '' ? {} : { description }),
      mainEntityOfPage: url,
      url,
      datePublished: published.iso,
      dateModified: (updated ?? published).iso,
      ...(picture && { image: [picture.src] }),
      author: this.cards
        .authorsOf(article)
        .map(({ title, url: profile }) => ({ '@type': 'Person', name: title, url: profile })),
      publisher: {
        '@type': 'Organization',
        name,
        url: siteUrl,
        ...(logo !== null && { logo: { '@type': 'ImageObject', url: logo } }),
      },
      ...(section && { articleSection: section.title }),
      inLanguage: locale,
      ...(article.tags.length > 0 && { keywords: article.tags.map(({ title }) => title) }),
      wordCount: words,
    };
  }
}

interface NewsFacts {
  readonly url: string;
  readonly description: string;
  readonly words: number;
  readonly picture: PictureModel | null;
  readonly section: LinkModel | null;
  readonly published: TimeModel;
  readonly updated: TimeModel | null;
}

const firstOf = (...texts: readonly (string | null)[]): string =>
  texts.find((text) => text !== null && text.trim() !== '') ?? '';

/** Publication time, in the future for a scheduled post. */
function timeOf({ status, scheduledAt, createdTs }: ArticleView): UtcSeconds {
  return status === ArticleStatus.Scheduled ? (scheduledAt ?? createdTs) : createdTs;
}
