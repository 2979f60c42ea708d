import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Shortcode } from '../../content/domain/shortcode.js';
import { html, raw } from '../../../kernel/html.js';
import { ShortcodeRenderer, type ShortcodeResult, Shortcodes } from '../../content/shortcodes/shortcodes.js';
import { DOCUMENT_SHORTCODE, DocumentMarkup } from './document-markup.js';
import { DocumentsService } from './documents.service.js';
import { mediaIdOf } from '../images/image-shortcodes.js';

/** `[cms-document-pdf 7 …]` in a text: a link to the document. */
@Injectable()
export class DocumentShortcodes extends ShortcodeRenderer implements OnModuleInit {
  readonly names = [`${DOCUMENT_SHORTCODE}*`];

  constructor(
    private readonly registry: Shortcodes,
    private readonly documents: DocumentsService,
    private readonly markup: DocumentMarkup,
  ) {
    super();
  }

  onModuleInit(): void {
    this.registry.register(this);
  }

  async render(shortcodes: readonly Shortcode[]): Promise<ShortcodeResult[]> {
    const documents = await this.documents.byId(shortcodes.map(mediaIdOf));
    return shortcodes.map((shortcode) => {
      const document = documents.get(mediaIdOf(shortcode) ?? 0);
      if (document) return { html: html`<p class="document">${raw(this.markup.link(document))}</p>` };
      const [id = ''] = shortcode.arguments;
      return { warning: `There is no document ${id.slice(0, 40)}: [${shortcode.name} …] is not shown.` };
    });
  }
}
