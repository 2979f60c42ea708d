import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../kernel/errors.js';
import { HtmlSanitizer } from '../sanitising/html-sanitizer.js';

interface StoredAbout {
  readonly aboutHtml: string | null;
  readonly aboutHtmlSafe: string | null;
}

/** Texts about authors and sections: HTML without shortcodes. */
@Injectable()
export class AboutTexts {
  constructor(private readonly sanitizer: HtmlSanitizer) {}

  /** The safe form of a text; undefined and null stay so. */
  async safe(html: string | null | undefined): Promise<string | null | undefined> {
    if (html === undefined || html === null || html === '') return html;
    const [safe] = await this.sanitizer.sanitize([html]);
    return safe?.html ?? '';
  }

  /** The safe form that readers see: the stored one, or one that is made now while there is none. */
  async shown({ aboutHtml, aboutHtmlSafe }: StoredAbout): Promise<string> {
    return aboutHtmlSafe ?? (await this.safe(aboutHtml)) ?? '';
  }

  /** The safe form of a stored text: one that cannot be made safe is not shown. */
  async safeOrNothing(html: string): Promise<string> {
    try {
      return (await this.safe(html)) ?? '';
    } catch (error) {
      if (error instanceof DomainError && error.code === 'too-complex') return '';
      throw error;
    }
  }
}
