import { Injectable } from '@nestjs/common';
import { decodeHTML } from 'entities';
import type { Image } from '../../media/domain/image.entity.js';
import { captionOf, ImageMarkup } from '../../media/images/image-markup.js';
import { type ListicleItem, NOT_RENDERED } from '../domain/listicle.js';
import { textOrUndefined } from './lead-media.js';

/** The media of a listicle item, as safe HTML. */
export interface ItemMedia {
  readonly imageHtml: string | null;
  readonly mediaHtml: string | null;
}

/** A caption made by {@link captionOf}. */
const CAPTION = /<figcaption>([^<>]*?)\s?(?:<span class="credit">([^<>]*)<\/span>)?<\/figcaption>/;

/**
 * Images and media of items, with what the items say of them: of the image
 * where there is one, of the media else.
 */
@Injectable()
export class ListicleMedia {
  constructor(private readonly markup: ImageMarkup) {}

  /** @param image that the item names */
  of(item: ListicleItem, image: Image | null): ItemMedia {
    const [caption, credit] = [textOrUndefined(item.caption), textOrUndefined(item.credit)];
    const { media } = item.rendered ?? NOT_RENDERED;
    return image
      ? { imageHtml: this.markup.figure(image, { caption, photo_credit: credit }), mediaHtml: media }
      : { imageHtml: null, mediaHtml: captioned(media, caption, credit) };
  }
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
