import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../kernel/clock.js';
import { parseWebUrl } from '../../kernel/web-url.js';
import { select, type Selected } from '../../modules/articles/listing/article-criteria.js';
import { PublishedArticles } from '../../modules/articles/listing/published-articles.read-model.js';
import { excerptOf } from '../../modules/content/rendering/html-text.js';
import { displayName } from '../../modules/authors/domain/author.entity.js';
import { AuthorPresenter } from '../../modules/authors/http/author.presenter.js';
import { mediaImageId } from '../../modules/articles/domain/article-images.js';
import type { Image } from '../../modules/media/domain/image.entity.js';
import { ImageLinks } from '../../modules/media/images/image-links.js';
import { PermalinksService } from '../../modules/permalinks/permalinks.service.js';
import { FeedContents } from './feed-contents.js';
import type { FeedImage, FeedItem } from './formats/feed-models.js';

/**
 * The columns and relations that feeds are made of, without the texts, where
 * all of them together are too long.
 */
export const SUMMARY_SELECTION = select(
  [
    'path',
    'insertedTs',
    'createdTs',
    'updatedTs',
    'headline',
    'subheadline',
    'metaDescription',
    'imageId',
    'imageExternal',
    'media',
    'mediaHtml',
    'photoCaption',
    'photoCredit',
  ],
  ['authors', 'tags'],
);

export const FEED_SELECTION = select(
  [...SUMMARY_SELECTION.columns, 'description', 'video', 'listicle'],
  SUMMARY_SELECTION.relations,
);
export type SummaryArticle = Selected<typeof SUMMARY_SELECTION>;
export type FeedArticle = Selected<typeof FEED_SELECTION>;

/** Characters of HTML in which the first words of a text are. */
const BEGINNING = 5000;
/** Readers show no larger image. */
const WIDTH = '980x';
const TYPES = { jpg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp' };

/** Posts as feeds show them. */
@Injectable()
export class FeedItems {
  constructor(
    private readonly contents: FeedContents,
    private readonly published: PublishedArticles,
    private readonly links: ImageLinks,
    private readonly permalinks: PermalinksService,
    private readonly authors: AuthorPresenter,
  ) {}

  /** Items with their texts, as long as these fit. */
  async whole(articles: readonly FeedArticle[]): Promise<FeedItem[]> {
    const contents = await this.contents.of(articles, ({ path }) => this.permalinks.urlOf(path));
    return articles.map((article) => {
      const content = contents.get(article.id) ?? null;
      return this.item(article, content, content ?? article.description ?? '');
    });
  }

  /** Items without their texts, of which the first words are read where nothing else describes a post. */
  async summaries(articles: readonly SummaryArticle[]): Promise<FeedItem[]> {
    const ids = articles.filter((article) => descriptionOf(article) === null).map(({ id }) => id);
    const beginnings = await this.published.beginnings(ids, BEGINNING);
    return articles.map((article) => this.item(article, null, beginnings.get(article.id) ?? ''));
  }

  /** @param text or its beginning, as HTML, for where nothing else describes the post */
  private item(article: SummaryArticle, contentHtml: string | null, text: string): FeedItem {
    const { id, path, insertedTs, headline, tags, images } = article;
    return {
      id: this.tagUri(id, insertedTs),
      url: this.permalinks.urlOf(path),
      title: headline,
      summary: descriptionOf(article) ?? textOrNull(excerptOf(text)),
      contentHtml,
      image: this.imageOf(article),
      published: article.createdTs,
      modified: article.updatedTs,
      authors: article.authors.map((author) => ({
        name: displayName(author),
        url: this.authors.profileUrl(author),
        avatar: this.authors.photoUrl(images.get(author.imageId ?? 0) ?? null),
      })),
      tags: tags.map(({ title }) => title),
    };
  }

  /** RFC 4151. The day is that on which the post was made: it never changes. */
  private tagUri(id: number, insertedTs: UtcSeconds): string {
    const { hostname } = new URL(this.permalinks.urlOf('/'));
    return `tag:${hostname},${new Date(insertedTs * 1000).toISOString().slice(0, 10)}:post/${id}`;
  }

  private imageOf(article: SummaryArticle): FeedImage | null {
    const { images, imageId, imageExternal, photoCaption, photoCredit } = article;
    const url = parseWebUrl(imageExternal ?? '')?.href ?? null;
    const image = images.get(imageId ?? (url === null ? mediaImageId(article) : null) ?? 0);
    const [caption, credit] = [textOrNull(photoCaption), textOrNull(photoCredit)];
    if (image) {
      return {
        ...this.shown(image),
        caption: caption ?? textOrNull(image.caption),
        credit: credit ?? textOrNull(image.photoCredit),
      };
    }
    return url === null ? null : { url, details: null, caption, credit };
  }

  private shown(image: Image): Pick<FeedImage, 'url' | 'details'> {
    const size = this.links.sizes.get(WIDTH);
    const width = size && size.width < image.width ? size.width : image.width;
    return {
      url: width < image.width ? this.links.thumbnailUrl(image, WIDTH) : this.links.originUrl(image),
      details: {
        type: TYPES[this.links.extension(image)],
        width,
        height: Math.max(1, Math.round((image.height * width) / image.width)),
      },
    };
  }
}

const descriptionOf = ({ subheadline, metaDescription }: SummaryArticle): string | null =>
  textOrNull(subheadline) ?? textOrNull(metaDescription);

function textOrNull(text: string | null): string | null {
  return text === null || text.trim() === '' ? null : text;
}
