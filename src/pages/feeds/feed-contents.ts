import { Injectable } from '@nestjs/common';
import type { ArticleView } from '../../modules/articles/domain/article-view.js';
import { type ListicleItem, NOT_RENDERED } from '../../modules/articles/domain/listicle.js';
import { LeadMedia } from '../../modules/articles/lead-media.js';
import { escapeHtml } from '../../modules/content/html.js';
import type { Image } from '../../modules/media/domain/image.entity.js';
import { ImagesService } from '../../modules/media/images.service.js';
import { ImageMarkup } from '../../modules/media/image-markup.js';
import { absolute } from './feed-html.js';

/** Characters of all texts of a feed; those that come after have only their summary in it. */
const MAX_CHARACTERS = 4_000_000;
const PLACE = /<listicle\b[^>]*><\/listicle>/g;

type Images = ReadonlyMap<number, Image>;

/** Whole posts as one text: lead, body, listicle. */
@Injectable()
export class FeedContents {
  constructor(
    private readonly lead: LeadMedia,
    private readonly images: ImagesService,
    private readonly markup: ImageMarkup,
  ) {}

  /** HTML by the id of the post; without those for which there is no room. */
  async of(
    articles: readonly ArticleView[],
    urlOf: (article: ArticleView) => string,
  ): Promise<ReadonlyMap<number, string>> {
    const items = articles.flatMap(({ listicle }) => listicle?.items ?? []);
    const images = await this.images.byId(items.map(({ image_id }) => image_id));
    const contents = new Map<number, string>();
    let characters = 0;
    for (const article of articles) {
      const content = absolute(this.contentOf(article, images), urlOf(article));
      characters += content.length;
      if (characters > MAX_CHARACTERS) break;
      contents.set(article.id, content);
    }
    return contents;
  }

  private contentOf(article: ArticleView, images: Images): string {
    const body = article.description ?? '';
    const listicle = (article.listicle?.items ?? [])
      .map((item) => this.itemOf(item, article, images))
      .join('');
    const [before = '', ...after] = body.split(PLACE);
    return [this.lead.of(article)?.html ?? '', before, listicle, ...after].join('');
  }

  private itemOf(item: ListicleItem, { listicle }: ArticleView, images: Images): string {
    const { headline, image_id, caption, credit, rendered = NOT_RENDERED } = item;
    const image = images.get(image_id ?? 0);
    const title = rendered.headline ?? escapeHtml(headline ?? '');
    const words = { caption: caption ?? undefined, photo_credit: credit ?? undefined };
    const media = (image ? this.markup.figure(image, words) : '') + (rendered.media ?? '');
    const body = rendered.body ?? '';
    const head = title === '' ? '' : `<h2>${title}</h2>`;
    return head + (listicle?.settings.body_text_above ? body + media : media + body);
  }
}
