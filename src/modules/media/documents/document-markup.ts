import { Injectable } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import { MEDIA_MARKS } from '../../content/domain/media-marks.js';
import { formatShortcode } from '../../content/domain/shortcode.js';
import { attributes, html } from '../../../kernel/html.js';
import { SiteSettings } from '../../site/site.settings.js';
import type { MediaDocument } from '../domain/document.entity.js';

export const DOCUMENT_SHORTCODE = 'cms-document-';

/** URLs of documents, links to them, and the shortcodes that stand for those. */
@Injectable()
export class DocumentMarkup {
  constructor(
    private readonly environment: Environment,
    private readonly settings: SiteSettings,
  ) {}

  url({ id, urlSecret, filename }: MediaDocument): string {
    const folder = `${this.environment.PUBLIC_BASE_URL}/res/documents/${id}/${urlSecret}`;
    return `${folder}/${encodeURIComponent(filename)}`;
  }

  link(document: MediaDocument): string {
    const { id, type, originalFilename } = document;
    const link = { href: this.url(document), class: `document document-${type}`, [MEDIA_MARKS.document]: id };
    return html`<a${attributes({ ...link, download: originalFilename })}>${originalFilename}</a>`;
  }

  shortcodeParams({ originalFilename }: MediaDocument) {
    return { site_id: this.settings.id, original_filename: originalFilename };
  }

  /** Interface, chapter "Document". */
  shortcode(document: MediaDocument): string {
    const { site_id, original_filename } = this.shortcodeParams(document);
    const parameters = { site_id: String(site_id), original_filename };
    return formatShortcode(`${DOCUMENT_SHORTCODE}${document.type}`, [String(document.id)], parameters);
  }
}
