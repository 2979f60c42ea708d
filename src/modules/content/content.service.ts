import { Injectable } from '@nestjs/common';
import { HtmlSanitizer } from './html-sanitizer.js';

/** What readers get to see of an HTML text. */
export interface Rendering {
  readonly html: string;
  readonly wordsCount: number;
  /** Version of the rules that made it. */
  readonly version: number;
}

/** Turns what editors write into what readers may be shown. */
@Injectable()
export class ContentService {
  constructor(private readonly sanitizer: HtmlSanitizer) {}

  async render(html: string): Promise<Rendering> {
    return { ...(await this.sanitizer.sanitize(html)), version: this.sanitizer.version };
  }
}
