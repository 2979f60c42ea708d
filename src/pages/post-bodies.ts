import { Injectable } from '@nestjs/common';
import type { ArticleView } from '../modules/articles/domain/article-view.js';
import { type Listicle, type ListicleItem, NOT_RENDERED } from '../modules/articles/domain/listicle.js';
import { splitAtRule } from '../modules/content/content-pieces.js';
import { ContentService } from '../modules/content/content.service.js';
import { escapeHtml } from '../modules/content/html.js';
import type { Image } from '../modules/media/domain/image.entity.js';
import { ImagesService } from '../modules/media/images.service.js';
import { ImageMarkup } from '../modules/media/image-markup.js';
import { SiteSettings } from '../modules/site/site-settings.js';
import type { KeepReadingModel, ListicleItemModel, ListicleModel, PostModel } from './page-models.js';
import { PageTheme } from './page-theme.js';

type Body = Pick<PostModel, 'bodyHtml' | 'keepReading' | 'listicle' | 'details'>;

const LAYOUTS = ['listicle', 'slideshow', 'fullscreen'] as const;
/** Fields of products and recipes that a page shows. */
const MAX_ROWS = 50;

/** What stands below the head of a post: the body, its listicle, and what is behind the button. */
@Injectable()
export class PostBodies {
  constructor(
    private readonly theme: PageTheme,
    private readonly content: ContentService,
    private readonly images: ImagesService,
    private readonly markup: ImageMarkup,
    private readonly settings: SiteSettings,
  ) {}

  async of(article: ArticleView): Promise<Body> {
    const listicle = article.listicle?.items.length ? await this.listicleOf(article.listicle) : null;
    const description = article.description ?? '';
    const html = this.withListicle(description, article.id, listicle);
    const [bodyHtml, restHtml] = this.split(html ?? description, article.roarSpecificData);
    return {
      bodyHtml,
      keepReading: restHtml === null ? null : this.button(restHtml, article.roarSpecificData),
      listicle: html === null ? listicle : null,
      details: detailsOf(article),
    };
  }

  /** With the listicle, or nothing, at its place; null where there is no place. */
  private withListicle(
    description: string,
    articleId: number,
    listicle: ListicleModel | null,
  ): string | null {
    if (!description.includes('<listicle')) return null;
    const place = new RegExp(`<listicle\\b[^>]*\\bid="listicle-${articleId}"[^>]*></listicle>`);
    if (!place.test(description)) return null;
    const shown = listicle ? this.theme.listicle(listicle, this.settings.site.locale) : '';
    return description.replace(place, () => shown);
  }

  /** At the first rule, where the post has the button. */
  private split(html: string, data: object | null): [string, string | null] {
    const { keep_reading_button_text, keep_reading_hide_word_count } = (data ?? {}) as KeepReading;
    const isWanted = keep_reading_button_text !== undefined || keep_reading_hide_word_count !== undefined;
    return isWanted ? splitAtRule(html) : [html, null];
  }

  private button(restHtml: string, data: object | null): KeepReadingModel {
    const { keep_reading_button_text: text, keep_reading_hide_word_count: isHidden } = data as KeepReading;
    return {
      button: typeof text === 'string' && text.trim() !== '' ? text : null,
      words: isHidden === true ? null : this.content.wordsIn(restHtml),
      restHtml,
    };
  }

  private async listicleOf({ items, settings }: Listicle): Promise<ListicleModel> {
    const { numeration } = settings;
    const images = await this.images.byId(items.map(({ image_id }) => image_id));
    return {
      layout: LAYOUTS[settings.layout_type - 1] ?? 'listicle',
      isBodyAbove: settings.body_text_above,
      items: items.map((item, index) => {
        const number = numeration === 'descending' ? items.length - index : index + 1;
        return this.item(item, numeration === undefined ? null : `${number}.`, images);
      }),
    };
  }

  private item(
    item: ListicleItem,
    number: string | null,
    images: ReadonlyMap<number, Image>,
  ): ListicleItemModel {
    const { basename, headline, caption, credit, rendered = NOT_RENDERED } = item;
    const image = images.get(item.image_id ?? 0);
    const words = { caption: caption ?? undefined, photo_credit: credit ?? undefined };
    return {
      anchor: basename,
      number,
      headlineHtml: rendered.headline ?? escapeHtml(headline ?? ''),
      imageHtml: image ? this.markup.figure(image, words) : null,
      mediaHtml: rendered.media,
      bodyHtml: rendered.body,
    };
  }
}

interface KeepReading {
  readonly keep_reading_button_text?: unknown;
  readonly keep_reading_hide_word_count?: unknown;
}

/** Products and recipes have fields of the site's own: what is a text or a number of them is shown. */
function detailsOf({ product, roarSpecificData }: ArticleView): PostModel['details'] {
  const { recipe } = (roarSpecificData ?? {}) as { recipe?: unknown };
  return [
    { kind: 'product' as const, rows: rowsOf(product) },
    { kind: 'recipe' as const, rows: rowsOf(recipe) },
  ].filter(({ rows }) => rows.length > 0);
}

function rowsOf(data: unknown): (readonly [string, string])[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data)
    .flatMap(([name, value]) => {
      const text = textOf(value);
      return text === '' ? [] : [[name.replaceAll('_', ' '), text] as const];
    })
    .slice(0, MAX_ROWS);
}

function textOf(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  return Array.isArray(value)
    ? value
        .map(textOf)
        .filter((text) => text !== '')
        .join(', ')
    : '';
}
