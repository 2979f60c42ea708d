import { Injectable } from '@nestjs/common';
import { MEDIA_MARKS } from '../../content/domain/media-marks.js';
import { formatShortcode, MAX_SHORTCODE_CHARACTERS, quoted } from '../../content/domain/shortcode.js';
import { attributes, escapeHtml, html, raw } from '../../../kernel/html.js';
import { SiteSettings } from '../../site/site.settings.js';
import type { Image } from '../domain/image.entity.js';
import { ImageLinks } from './image-links.js';

/** Texts of an image where it is shown; undefined takes those of the image itself. */
export interface ImageWords {
  readonly caption?: string | undefined;
  readonly photo_credit?: string | undefined;
  readonly alt?: string | undefined;
  readonly link_url?: string | undefined;
  readonly title?: string | undefined;
  readonly link_target?: string | undefined;
}

export const IMAGE_SHORTCODE = 'cms-image';

/** Widest column of the layout; wider screens show no larger image. */
const TEXT_WIDTH = 980;
/**
 * Twice the width of a text, for screens with two pixels for one: a file that
 * is wider is not worth its bytes.
 */
const MAX_ORIGIN_WIDTH = 2000;
const LINK = /^(?:https?:\/\/|mailto:|\/(?!\/))/i;

/** Whether an image may lead there. */
export const isLink = (url: string): boolean => LINK.test(url);

/** A file that shows an image, and its pixels: what HTML calls an image candidate. */
export interface ImageCandidate {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/**
 * Files that show the whole image, narrow ones first; the original is the last
 * of them where it is not much wider.
 */
export function wholeFiles(links: ImageLinks, image: Image): readonly ImageCandidate[] {
  const files: ImageCandidate[] = [];
  for (const { name, width } of links.uncropped) {
    if (width >= image.width) continue;
    const height = Math.max(1, Math.round((image.height * width) / image.width));
    files.push({ url: links.thumbnailUrl(image, name), width, height });
  }
  if (files.length === 0 || image.width <= MAX_ORIGIN_WIDTH)
    files.push({ url: links.originUrl(image), width: image.width, height: image.height });
  return files;
}

/** null where there is nothing to choose from. */
export function srcsetOf(files: readonly ImageCandidate[]): string | null {
  return files.length > 1 ? files.map(({ url, width }) => `${url} ${width}w`).join(', ') : null;
}

/** Images as HTML, and the shortcodes that stand for it. */
@Injectable()
export class ImageMarkup {
  constructor(
    private readonly links: ImageLinks,
    private readonly settings: SiteSettings,
  ) {}

  /** The texts of an image, by their wire names; empty ones are left out. */
  wordsOf({ caption, photoCredit, alt, linkUrl, title, opensNewTab }: Image): ImageWords {
    const words = {
      caption,
      photo_credit: photoCredit,
      alt,
      link_url: linkUrl,
      title,
      link_target: opensNewTab ? 'true' : null,
    };
    return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== null && value !== ''));
  }

  /**
   * `[cms-image 12 is_animated_gif=false crop_info="…" …]`. Interface, chapter "Image". Words from the first
   * on with which it would be too long to be read are left out: what is not in it is taken from the image.
   */
  shortcode(image: Image): string {
    const words = this.wordsOf(image) as Readonly<Record<string, string>>;
    const fixed = [
      `is_animated_gif=${String(image.isAnimatedGif)}`,
      `crop_info=${quoted(this.cropInfo(image))}`,
      `site_id=${this.settings.id}`,
      `original_size=${quoted(`${image.width}x${image.height}`)}`,
      'expand=1',
    ];
    const head = `[${IMAGE_SHORTCODE} ${image.id}`;
    let shortcode = `${head} ${fixed.join(' ')}`;
    for (const [key, value] of Object.entries(words)) {
      const word = formatShortcode(IMAGE_SHORTCODE, [String(image.id)], { [key]: value }).slice(
        head.length,
        -1,
      );
      if (shortcode.length + word.length >= MAX_SHORTCODE_CHARACTERS) break;
      shortcode += word;
    }
    return `${shortcode}]`;
  }

  /** JSON, URL-encoded. */
  cropInfo(image: Image): string {
    const info = {
      image: this.links.originUrl(image),
      thumbnails: this.links.thumbnails(image),
      manual_image_crops: this.links.crops(image),
    };
    return encodeURIComponent(JSON.stringify(info));
  }

  /** A figure with the image in all the widths that a text may want. */
  figure(image: Image, words: ImageWords = {}): string {
    const all = { ...this.wordsOf(image), ...defined(words) };
    return figureOf(all, (alt, title) => this.picture(image, alt, title));
  }

  private picture(image: Image, alt: string, title: string | undefined): string {
    const files = wholeFiles(this.links, image);
    const srcset = srcsetOf(files);
    // Programs that know no `srcset` take what fits the text; wider ones are for finer screens.
    const shown = files.findLast(({ width }) => width <= TEXT_WIDTH) ?? files[0];
    const picture = attributes({
      src: shown?.url,
      srcset,
      sizes: srcset && shown ? `(max-width: ${shown.width}px) 100vw, ${shown.width}px` : null,
      width: shown?.width,
      height: shown?.height,
      alt,
      title,
      loading: 'lazy',
      decoding: 'async',
      [MEDIA_MARKS.image]: image.id,
      'data-shortcode-id': image.shortcodeId,
    });
    return html`<img${picture}>`;
  }
}

/** A figure with an image of another site. @param src an http or https URL */
export function foreignFigure(src: string, words: ImageWords): string {
  return figureOf(
    words,
    (alt, title) => html`<img${attributes({ src, alt, title, loading: 'lazy', decoding: 'async' })}>`,
  );
}

/** @param picture makes the image; the title is on the link where there is one */
function figureOf(
  { caption, photo_credit: credit, ...of }: ImageWords,
  picture: (alt: string, title: string | undefined) => string,
): string {
  const href = of.link_url !== undefined && isLink(of.link_url) ? of.link_url : undefined;
  const bare = picture(of.alt ?? '', href === undefined ? of.title : undefined);
  const shown = href === undefined ? bare : link(bare, href, of);
  return html`<figure class="image">${raw(shown)}${raw(captionOf(caption, credit))}</figure>`;
}

/** The caption below an image; empty where there is no text. */
export function captionOf(caption: string | undefined, credit: string | undefined): string {
  const parts: string[] = [];
  if (caption) parts.push(escapeHtml(caption));
  if (credit) parts.push(html`<span class="credit">${credit}</span>`);
  return parts.length > 0 ? `<figcaption>${parts.join(' ')}</figcaption>` : '';
}

function link(picture: string, href: string, { title, link_target }: ImageWords): string {
  const isNewTab = link_target === 'true' || link_target === '1' || link_target === '_blank';
  const target = isNewTab ? { target: '_blank', rel: 'noopener' } : {};
  return html`<a${attributes({ href, title, ...target })}>${raw(picture)}</a>`;
}

function defined(words: ImageWords): ImageWords {
  return Object.fromEntries(Object.entries(words).filter(([, value]) => value !== undefined));
}
