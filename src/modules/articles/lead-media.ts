import { Injectable } from '@nestjs/common';
import { EmbedMarkup } from '../content/embed-markup.js';
import { html } from '../content/html.js';
import type { Image } from '../media/domain/image.entity.js';
import { ImageMarkup } from '../media/image-markup.js';
import { SiteSettings } from '../site/site-settings.js';
import type { ArticleView } from './domain/article-view.js';

export interface Lead {
  readonly kind: 'image' | 'media' | 'video';
  /** Safe. */
  readonly html: string;
  /** Of an image of the library. */
  readonly image: Image | null;
}

const WEB_ADDRESS = /^https?:\/\//i;

/** What stands at the top of a post: the first of the kinds in the settings that it has. */
@Injectable()
export class LeadMedia {
  constructor(
    private readonly embeds: EmbedMarkup,
    private readonly markup: ImageMarkup,
    private readonly settings: SiteSettings,
  ) {}

  of(article: ArticleView): Lead | null {
    for (const kind of this.settings.articles.leadMedia) {
      const image = kind === 'image' ? (article.images.get(article.imageId ?? 0) ?? null) : null;
      const shown = this.htmlOf(article, kind, image);
      if (shown) return { kind, html: shown, image };
    }
    return null;
  }

  private htmlOf(article: ArticleView, kind: Lead['kind'], image: Image | null): string | null {
    const { imageExternal, photoCaption, photoCredit, mediaHtml, video } = article;
    if (kind === 'media') return mediaHtml;
    if (kind === 'video') return video ? this.embeds.video(video) : null;
    if (image)
      return this.markup.figure(image, { caption: said(photoCaption), photo_credit: said(photoCredit) });
    if (!imageExternal || !WEB_ADDRESS.test(imageExternal)) return null;
    return html`<figure class="image"><img src="${imageExternal}" alt="" loading="lazy"></figure>`;
  }
}

/** What nobody has said is said by the image itself. */
const said = (text: string | null): string | undefined => (text === '' ? undefined : (text ?? undefined));
