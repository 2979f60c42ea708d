import { Injectable } from '@nestjs/common';
import { type ListicleItem, NOT_RENDERED } from '../../modules/articles/domain/listicle.js';
import { type ItemMedia, ListicleMedia } from '../../modules/articles/writing/listicle-media.js';
import { escapeHtml } from '../../kernel/html.js';
import type { Image } from '../../modules/media/domain/image.entity.js';
import { ImagesService } from '../../modules/media/images/images.service.js';

/** A rendered item, as safe HTML. */
export interface ShownItem extends ItemMedia {
  /** Inline HTML for a heading. */
  readonly headlineHtml: string;
  readonly bodyHtml: string | null;
}

type Images = ReadonlyMap<number, Image>;

/** Elements that are not allowed in a heading. */
const BLOCK =
  /<\/?(?:address|article|aside|blockquote|caption|center|col|colgroup|dd|details|div|dl|dt|figcaption|figure|footer|h[1-6]|header|hgroup|hr|li|main|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul)(?=[\s/>])[^<>]*>\s*/gi;
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
