import { Injectable } from '@nestjs/common';
import { EmbedMarkup } from '../../content/embeds/embed-markup.js';
import { html, raw } from '../../../kernel/html.js';
import type { Image } from '../../media/domain/image.entity.js';
import { captionOf, ImageMarkup } from '../../media/images/image-markup.js';
import { ArticleSettings } from '../article.settings.js';
import type { SelectedArticle } from '../domain/article-view.js';

type LeadArticle = SelectedArticle<
  'imageId' | 'imageExternal' | 'photoCaption' | 'photoCredit' | 'mediaHtml' | 'video',
  never
>;

export interface Lead {
  readonly kind: 'image' | 'media' | 'video';
  /** Safe. */
  readonly html: string;
  /** Image of the lead, if it is one of the library. */
  readonly image: Image | null;
}

const WEB_ADDRESS = /^https?:\/\//i;

/** The lead of a post: the first of the kinds in the settings that it has. */
@Injectable()
export class LeadMedia {
  constructor(
    private readonly embeds: EmbedMarkup,
    private readonly markup: ImageMarkup,
    private readonly settings: ArticleSettings,
  ) {}

  of(article: LeadArticle): Lead | null {
    for (const kind of this.settings.leadMedia) {
      const image = kind === 'image' ? (article.images.get(article.imageId ?? 0) ?? null) : null;
      const shown = this.htmlOf(article, kind, image);
      if (shown) return { kind, html: shown, image };
    }
    return null;
  }

  private htmlOf(article: LeadArticle, kind: Lead['kind'], image: Image | null): string | null {
    const { imageExternal, photoCaption, photoCredit, mediaHtml, video } = article;
    if (kind === 'media') return mediaHtml;
    if (kind === 'video') return video ? this.embeds.video(video) : null;
    const [caption, credit] = [textOrUndefined(photoCaption), textOrUndefined(photoCredit)];
    if (image) return this.markup.figure(image, { caption, photo_credit: credit });
    if (!imageExternal || !WEB_ADDRESS.test(imageExternal)) return null;
    const shown = html`<img src="${imageExternal}" alt="" loading="lazy">`;
    return html`<figure class="image">${raw(shown)}${raw(captionOf(caption, credit))}</figure>`;
  }
}

/** Texts that the article leaves out come from the image. */
export const textOrUndefined = (text: string | null): string | undefined =>
  text === '' ? undefined : (text ?? undefined);
