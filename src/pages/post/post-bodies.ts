import { Injectable } from '@nestjs/common';
import type { ArticleView } from '../../modules/articles/domain/article-view.js';
import type { Listicle } from '../../modules/articles/domain/listicle.js';
import { splitAtRule } from '../../modules/content/rendering/content-pieces.js';
import { ContentService } from '../../modules/content/rendering/content.service.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { readFlag } from '../../platform/http/request/fields.js';
import { placeListicle } from '../../modules/content/rendering/listicle-place.js';
import { ListicleItems } from './listicle-items.js';
import type { KeepReadingModel, ListicleModel, PostModel } from '../models/page-models.js';
import { PageTheme } from '../models/page-theme.js';

type Body = Pick<PostModel, 'bodyHtml' | 'keepReading' | 'listicle' | 'details'>;

const LAYOUTS = ['listicle', 'slideshow', 'fullscreen'] as const;
/** Fields of products and recipes that a page shows. */
const MAX_ROWS = 50;
/** Limit of a list or an object in such a field. */
const MAX_VALUES = 100;
/** Lists of objects with lists of objects. */
const MAX_DEPTH = 4;
/** Names that say no more than the value. */
const SILENT_NAMES = new Set(['name', 'price', 'text', 'title', 'value']);
/** Elements that are visible without words. */
const MEDIA = /<(?:audio|iframe|img|picture|video)\b/i;
/** The same in all languages. */
const YES = '✓';

/** The body of a post page: the text, its listicle, and the part behind the button. */
@Injectable()
export class PostBodies {
  constructor(
    private readonly theme: PageTheme,
    private readonly content: ContentService,
    private readonly items: ListicleItems,
    private readonly settings: SiteSettings,
  ) {}

  async of(article: ArticleView): Promise<Body> {
    const listicle = article.listicle?.items.length ? await this.listicleOf(article.listicle) : null;
    const placed = placeListicle(article.description ?? '', article.id, () =>
      listicle ? this.theme.listicle(listicle, this.settings.locale) : '',
    );
    const [bodyHtml, restHtml] = this.split(placed.html, article.roarSpecificData);
    return {
      bodyHtml,
      keepReading: restHtml === null ? null : this.button(restHtml, article.roarSpecificData),
      listicle: placed.isPlaced ? null : listicle,
      details: detailsOf(article),
    };
  }

  /** Number of words of the body and its listicle. */
  wordsOf({ wordsCount, listicle }: ArticleView): number {
    const bodies = (listicle?.items ?? []).map(({ rendered }) => rendered?.body ?? '');
    return bodies.reduce((words, body) => words + this.content.wordsIn(body), wordsCount);
  }

  /** Splits the body at the first rule, if the post has the button. */
  private split(html: string, data: object | null): [string, string | null] {
    const { keep_reading_button_text, keep_reading_hide_word_count } = (data ?? {}) as KeepReading;
    const isWanted = (keep_reading_button_text ?? keep_reading_hide_word_count ?? null) !== null;
    const [before, after] = isWanted ? splitAtRule(html) : [html, null];
    // An empty part gets no button.
    const isEmpty = after !== null && this.content.wordsIn(after) === 0 && !MEDIA.test(after);
    return isEmpty ? [html, null] : [before, after];
  }

  private button(restHtml: string, data: object | null): KeepReadingModel {
    const { keep_reading_button_text: text, keep_reading_hide_word_count: isHidden } = data as KeepReading;
    return {
      button: typeof text === 'string' && text.trim() !== '' ? text : null,
      words: readFlag(isHidden) === true ? null : this.content.wordsIn(restHtml),
      restHtml,
    };
  }

  private async listicleOf({ items, settings }: Listicle): Promise<ListicleModel> {
    const { numeration } = settings;
    const images = await this.items.imagesOf(items);
    return {
      layout: LAYOUTS[settings.layout_type - 1] ?? 'listicle',
      isBodyAbove: settings.body_text_above,
      items: items.map((item, index) => {
        const number = numeration === 'descending' ? items.length - index : index + 1;
        return {
          anchor: item.basename,
          number: numeration === undefined ? null : `${number}.`,
          ...this.items.shown(item, images),
        };
      }),
    };
  }
}

interface KeepReading {
  readonly keep_reading_button_text?: unknown;
  readonly keep_reading_hide_word_count?: unknown;
}

/** Products and recipes have fields of the site's own: what can be said of them in words is shown. */
function detailsOf({ product, roarSpecificData }: ArticleView): PostModel['details'] {
  const { recipe } = (roarSpecificData ?? {}) as { recipe?: unknown };
  return [
    { kind: 'product' as const, rows: rowsOf(product) },
    { kind: 'recipe' as const, rows: rowsOf(recipe) },
  ].filter(({ rows }) => rows.length > 0);
}

function rowsOf(data: unknown): (readonly [string, string])[] {
  const all: readonly unknown[] = Array.isArray(data) ? data : [data];
  return all
    .flatMap((one) => (isObject(one) ? fieldsOf(one, MAX_DEPTH) : []))
    .slice(0, MAX_ROWS)
    .map(([name, text]) => [named(name), text]);
}

/** Non-empty fields without `@type` and the like, which are not for readers. */
function fieldsOf(data: object, depth: number): (readonly [string, string])[] {
  return Object.entries(data).flatMap(([name, value]) => {
    const text = name.startsWith('@') ? '' : textOf(value, depth);
    return text === '' ? [] : [[name, text] as const];
  });
}

/** False and missing values are left out. */
function textOf(value: unknown, depth: number): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value).trim();
  if (value === true) return YES;
  if (!isObject(value) || depth === 0) return '';
  if (!Array.isArray(value)) {
    const fields = fieldsOf(value, depth - 1).slice(0, MAX_VALUES);
    return fields
      .map(([name, text]) => (SILENT_NAMES.has(name) ? text : `${named(name)}: ${text}`))
      .join(', ');
  }
  const values = value.slice(0, MAX_VALUES) as readonly unknown[];
  const texts = values.map((one) => textOf(one, depth - 1)).filter((text) => text !== '');
  const areSentences = texts.every((text) => /[.!?…。]$/.test(text));
  return texts.join(areSentences ? ' ' : values.some(isObject) ? '; ' : ', ');
}

const named = (name: string): string => name.replaceAll('_', ' ');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
