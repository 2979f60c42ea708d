import { Injectable } from '@nestjs/common';
import { decodeHTML } from 'entities';
import { type ListicleItem, NOT_RENDERED } from '../modules/articles/domain/listicle.js';
import { attributeValues } from '../modules/content/domain/tag-attributes.js';
import { escapeHtml } from '../modules/content/html.js';
import type { Image } from '../modules/media/domain/image.entity.js';
import { ImagesService } from '../modules/media/images.service.js';
import { captionOf, ImageMarkup } from '../modules/media/image-markup.js';

/** What readers see of an item; all of it is safe. */
export interface ShownItem {
  readonly headlineHtml: string;
  readonly imageHtml: string | null;
  readonly mediaHtml: string | null;
  readonly bodyHtml: string | null;
}

/** A text with the listicle at its place. */
export interface Placed {
  readonly html: string;
  /** Whether there is one: the listicle stands below the text otherwise. */
  readonly isPlaced: boolean;
}

type Images = ReadonlyMap<number, Image>;

const PLACE = /<listicle(?=[\s>])([^<>]*)>\s*<\/listicle>/g;
/** What holds words alone. */
const PARAGRAPH = /<(\/?)(p|h[1-6])(?=[\s>])[^<>]*>/gi;
const EMPTY_PARAGRAPH =
  /^(?:\s|&nbsp;|<\/?(?:b|br|center|em|font|h[1-6]|i|p|span|strong|u)(?=[\s>/])[^<>]*>)*$/i;
/** What {@link captionOf} makes. */
const CAPTION = /<figcaption>([^<>]*?)\s?(?:<span class="credit">([^<>]*)<\/span>)?<\/figcaption>/;

/** Items of listicles as readers see them, on pages and in feeds. */
@Injectable()
export class ListicleItems {
  constructor(
    private readonly images: ImagesService,
    private readonly markup: ImageMarkup,
  ) {}

  /** Of all items at once, for {@link shown}. */
  imagesOf(items: readonly ListicleItem[]): Promise<Images> {
    return this.images.byId(items.map(({ image_id }) => image_id));
  }

  shown(item: ListicleItem, images: Images): ShownItem {
    const { headline, image_id, rendered = NOT_RENDERED } = item;
    const [caption, credit] = [said(item.caption), said(item.credit)];
    const image = images.get(image_id ?? 0);
    return {
      headlineHtml: rendered.headline ?? escapeHtml(headline ?? ''),
      imageHtml: image ? this.markup.figure(image, { caption, photo_credit: credit }) : null,
      mediaHtml: image ? rendered.media : captioned(rendered.media, caption, credit),
      bodyHtml: rendered.body,
    };
  }
}

/**
 * Puts the listicle of a post where its text has a place for it: instead of a paragraph with nothing else in it, below
 * one with words, as no paragraph may hold it. Places of other posts go. Interface, chapter "Posts", rule 5.
 *
 * @param safe the text
 * @param shown gives the listicle; asked only when there is a place
 */
export function placeListicle(safe: string, postId: number, shown: () => string): Placed {
  if (!safe.includes('<listicle')) return { html: safe, isPlaced: false };
  const place = [...safe.matchAll(PLACE)].find(
    ([, list = '']) => attributeValues(list).get('id') === `listicle-${postId}`,
  );
  if (!place) return { html: safe.replace(PLACE, ''), isPlaced: false };
  const before = safe.slice(0, place.index).replace(PLACE, '');
  const after = safe.slice(place.index + place[0].length).replace(PLACE, '');
  return { html: between(before, shown(), after), isPlaced: true };
}

function between(before: string, listicle: string, after: string): string {
  const [last] = [...before.matchAll(PARAGRAPH)].slice(-1);
  const [, slash = '', name = ''] = last ?? [];
  const closing = `</${name}>`;
  const rest = slash === '' ? after.indexOf(closing) : -1;
  if (!last || rest < 0) return before + listicle + after;
  const end = rest + closing.length;
  const paragraph = before.slice(last.index) + after.slice(0, end);
  const kept = EMPTY_PARAGRAPH.test(paragraph) ? '' : paragraph;
  return before.slice(0, last.index) + kept + listicle + after.slice(end);
}

/** Media with what the item says of them, which goes before what an image says of itself. */
function captioned(media: string | null, caption: string | undefined, credit: string | undefined) {
  const html = media?.trim() ?? '';
  if (html === '' || (caption === undefined && credit === undefined)) return media;
  const isFigure = html.lastIndexOf('<figure') === 0 && html.endsWith('</figure>');
  const own = isFigure ? CAPTION.exec(html) : null;
  if (own) {
    const [written, ownCaption = '', ownCredit = ''] = own;
    const words = captionOf(caption ?? decodeHTML(ownCaption), credit ?? decodeHTML(ownCredit));
    return html.replace(written, () => words);
  }
  const words = captionOf(caption, credit);
  // A figure has one caption: what others wrote of it stays, and all of it gets another.
  return isFigure && !html.includes('<figcaption')
    ? `${html.slice(0, -'</figure>'.length)}${words}</figure>`
    : `<figure>${html}${words}</figure>`;
}

/** What nobody has said is said by the image itself. */
const said = (text: string | null): string | undefined => (text === '' ? undefined : (text ?? undefined));
