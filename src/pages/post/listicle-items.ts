import { Injectable } from '@nestjs/common';
import { type ListicleItem, NOT_RENDERED } from '../../modules/articles/domain/listicle.js';
import { type ItemMedia, ListicleMedia } from '../../modules/articles/writing/listicle-media.js';
import { attributeValues } from '../../modules/content/domain/tag-attributes.js';
import { escapeHtml } from '../../kernel/html.js';
import type { Image } from '../../modules/media/domain/image.entity.js';
import { ImagesService } from '../../modules/media/images/images.service.js';

/** A rendered item, as safe HTML. */
export interface ShownItem extends ItemMedia {
  /** Inline HTML for a heading. */
  readonly headlineHtml: string;
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
/** Elements that are not allowed in a heading. */
const BLOCK =
  /<\/?(?:address|article|aside|blockquote|caption|center|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hgroup|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s/>])[^<>]*>\s*/gi;
/** Elements that hold phrasing content only. */
const PARAGRAPH = /<(\/?)(p|h[1-6])(?=[\s>])[^<>]*>/gi;
const EMPTY_PARAGRAPH =
  /^(?:\s|&nbsp;|<\/?(?:b|br|center|em|font|h[1-6]|i|p|span|strong|u)(?=[\s>/])[^<>]*>)*$/i;

/** Items of listicles as readers see them, on pages and in feeds. */
@Injectable()
export class ListicleItems {
  constructor(
    private readonly images: ImagesService,
    private readonly media: ListicleMedia,
  ) {}

  /** Loads the media of all items at once, for {@link shown}. */
  imagesOf(items: readonly ListicleItem[]): Promise<Images> {
    return this.images.byId(items.map(({ image_id }) => image_id));
  }

  shown(item: ListicleItem, images: Images): ShownItem {
    const { headline, image_id, rendered = NOT_RENDERED } = item;
    return {
      headlineHtml: withoutBlocks(rendered.headline ?? escapeHtml(headline ?? '')),
      ...this.media.of(item, images.get(image_id ?? 0) ?? null),
      bodyHtml: rendered.body,
    };
  }
}

/** The content of the blocks of a safe text, joined by blanks. */
export function withoutBlocks(safe: string): string {
  let end = -1;
  const inline = safe.replace(BLOCK, (tag, at: number) => {
    const isNext = at === end;
    end = at + tag.length;
    return isNext ? '' : ' ';
  });
  return inline.trim();
}

/**
 * Puts the listicle of a post where its text has a place for it: instead of a
 * paragraph with nothing else in it, below one with words, as no paragraph may
 * hold it. Places of other posts go. Interface, chapter "Posts", rule 5.
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
