import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../kernel/errors.js';
import type { UnrenderedText } from '../domain/unrendered-text.js';
import { HtmlSanitizer } from '../sanitising/html-sanitizer.js';

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

  /**
   * Gives texts that were stored without a safe form one, a few at a time.
   *
   * @param list those that come next
   * @param keep stores the safe form, unless the text has changed meanwhile
   */
  async renderAll(
    stopping: AbortSignal,
    list: (limit: number) => Promise<readonly UnrenderedText[]>,
    keep: (text: UnrenderedText, safe: string) => Promise<void>,
  ): Promise<void> {
    while (!stopping.aborted) {
      const texts = await list(BATCH);
      if (texts.length === 0) return;
      for (const text of texts) await keep(text, await this.safeOrNothing(text.html));
    }
  }

  /** A text that cannot be made safe is not shown. */
  private async safeOrNothing(html: string): Promise<string> {
    try {
      return (await this.safe(html)) ?? '';
    } catch (error) {
      if (error instanceof DomainError && error.code === 'too-complex') return '';
      throw error;
    }
  }
}

const BATCH = 10;
