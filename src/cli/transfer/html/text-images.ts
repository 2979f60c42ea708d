import { plainText } from '../../../kernel/html.js';
import { attributesOf, type HtmlTag, tagsOf } from './html-tags.js';

/** An image in an HTML text, with what goes with it: the link around it, its figure and caption. */
export interface FoundImage {
  /** All of that, to be replaced together. */
  readonly start: number;
  readonly end: number;
  readonly src: string;
  readonly classes: string;
  readonly alt: string;
  readonly caption: string;
  /** URL of the link around the image. */
  readonly link: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

interface Around {
  readonly tag: HtmlTag;
  readonly images: Mutable<FoundImage>[];
}

/** Finds the images of a text, in their order. */
export function imagesIn(html: string): FoundImage[] {
  return new ImageFinder(html).run();
}

class ImageFinder {
  private readonly images: Mutable<FoundImage>[] = [];
  private figure: (Around & { caption: string }) | null = null;
  private link: Around | null = null;
  private captionStart: number | null = null;

  constructor(private readonly html: string) {}

  run(): FoundImage[] {
    for (const tag of tagsOf(this.html)) {
      if (tag.kind === 'open') this.open(tag);
      else if (tag.kind === 'close') this.close(tag);
    }
    return this.images;
  }

  private open(tag: HtmlTag): void {
    if (tag.name === 'figure') this.figure = { tag, images: [], caption: '' };
    else if (tag.name === 'a') this.link = { tag, images: [] };
    else if (tag.name === 'figcaption') this.captionStart = tag.end;
    else if (tag.name === 'img') this.addImage(tag);
  }

  private close(tag: HtmlTag): void {
    if (tag.name === 'a') this.closeLink(tag);
    else if (tag.name === 'figcaption' && this.captionStart !== null) {
      if (this.figure) this.figure.caption = plainText(this.html.slice(this.captionStart, tag.start));
      this.captionStart = null;
    } else if (tag.name === 'figure') this.closeFigure(tag);
  }

  private addImage({ start, end }: HtmlTag): void {
    const { src = '', class: classes = '', alt = '' } = attributesOf(this.html.slice(start, end));
    if (src === '') return;
    const image = { start, end, src, classes, alt, caption: '', link: '' };
    this.images.push(image);
    this.link?.images.push(image);
    this.figure?.images.push(image);
  }

  /** A shortcode inside of a link would be text: the link becomes one of the image, or is left behind it. */
  private closeLink(tag: HtmlTag): void {
    const { link } = this;
    this.link = null;
    const [image, second] = link?.images ?? [];
    if (!link || !image || second) return;
    const around = this.html.slice(link.tag.end, image.start) + this.html.slice(image.end, tag.start);
    if (plainText(around) !== '') return;
    image.link = attributesOf(this.html.slice(link.tag.start, link.tag.end)).href ?? '';
    image.start = link.tag.start;
    image.end = tag.end;
  }

  private closeFigure(tag: HtmlTag): void {
    const { figure } = this;
    this.figure = null;
    const [image, second] = figure?.images ?? [];
    if (!figure || !image || second || image.start < figure.tag.end) return;
    image.caption = figure.caption;
    image.start = figure.tag.start;
    image.end = tag.end;
  }
}
