import { Injectable } from '@nestjs/common';
import { TooLargeError } from '../../kernel/errors.js';
import { HtmlSanitizer } from './html-sanitizer.js';
import { textOf } from './sanitize.worker.js';

/** What readers get to see of an HTML text. */
export interface Rendering {
  readonly html: string;
  readonly wordsCount: number;
  /** Version of the rules that made it. */
  readonly version: number;
}

/** Characters that have to be escaped make a text up to five times as long. */
const MAX_RENDERING_CHARACTERS = 7_000_000;

/** Turns what editors write into what readers may be shown. */
@Injectable()
export class ContentService {
  constructor(private readonly sanitizer: HtmlSanitizer) {}

  async render(html: string): Promise<Rendering> {
    const safe = await this.sanitizer.sanitize(html);
    if (safe.html.length > MAX_RENDERING_CHARACTERS) {
      throw new TooLargeError(
        'rendering-too-large',
        `The HTML, made safe, exceeds the limit of ${MAX_RENDERING_CHARACTERS} characters.`,
      );
    }
    return { ...safe, version: this.sanitizer.version };
  }

  /** The words of a text that was rendered. */
  textOf(rendering: string): string {
    return textOf(rendering);
  }

  /** The words that readers see of an HTML text. */
  async plainText(html: string): Promise<string> {
    return textOf((await this.sanitizer.sanitize(html)).html);
  }
}
