import { Injectable } from '@nestjs/common';
import type { SelectedArticle } from '../../modules/articles/domain/article-view.js';
import { LeadMedia } from '../../modules/articles/writing/lead-media.js';
import type { Image } from '../../modules/media/domain/image.entity.js';
import { placeListicle } from '../../modules/content/rendering/listicle-place.js';
import { ListicleItems, type ShownItem } from '../post/listicle-items.js';
import { absolute } from './feed-html.js';

/** Characters of all texts of a feed; posts whose texts do not fit any more have only their summary in it. */
const MAX_CHARACTERS = 4_000_000;

type WholeArticle = Parameters<LeadMedia['of']>[0] & SelectedArticle<'description' | 'listicle', never>;
type Images = ReadonlyMap<number, Image>;

/** Whole posts as one text: lead, body, listicle. */
@Injectable()
export class FeedContents {
  constructor(
    private readonly lead: LeadMedia,
    private readonly items: ListicleItems,
  ) {}

  /** HTML by the id of the post; without those for which there is no room. */
  async of<T extends WholeArticle>(
    articles: readonly T[],
    urlOf: (article: T) => string,
  ): Promise<ReadonlyMap<number, string>> {
    const images = await this.items.imagesOf(articles.flatMap(({ listicle }) => listicle?.items ?? []));
    const contents = new Map<number, string>();
    let characters = 0;
    for (const article of articles) {
      // Most that do not fit are known before anything is made of them.
      if (characters + (article.description?.length ?? 0) > MAX_CHARACTERS) continue;
      const content = absolute(this.contentOf(article, images), urlOf(article));
      if (characters + content.length > MAX_CHARACTERS) continue;
      characters += content.length;
      contents.set(article.id, content);
    }
    return contents;
  }

  private contentOf(article: WholeArticle, images: Images): string {
    const { items = [], settings } = article.listicle ?? {};
    const listicle = () =>
      items.map((item) => htmlOf(this.items.shown(item, images), settings?.body_text_above)).join('');
    const { html, isPlaced } = placeListicle(article.description ?? '', article.id, listicle);
    return (this.lead.of(article)?.html ?? '') + html + (isPlaced ? '' : listicle());
  }
}

function htmlOf({ headlineHtml, imageHtml, mediaHtml, bodyHtml }: ShownItem, isBodyAbove = false): string {
  const head = headlineHtml === '' ? '' : `<h2>${headlineHtml}</h2>`;
  const media = (imageHtml ?? '') + (mediaHtml ?? '');
  const body = bodyHtml ?? '';
  return head + (isBodyAbove ? body + media : media + body);
}
