import { Injectable, Logger } from '@nestjs/common';
import type { ScrapedPage } from './domain/scraped-page.js';
import { OembedParser } from './oembed.parser.js';
import type { FetchedPage, Findings, PageParser } from './page-parser.js';
import { mergeFindings } from './parsers/merge.js';
import { builtInParsers } from './parsers/precedence.js';

/** The parsers in the order of their precedence; extensions register theirs before the built-in ones. */
@Injectable()
export class PageParsers {
  private readonly logger = new Logger(PageParsers.name);
  private readonly parsers: PageParser[];

  constructor(oembed: OembedParser) {
    this.parsers = [...builtInParsers(), oembed];
  }

  /** From now on, this one is asked before all others. */
  register(parser: PageParser): void {
    this.parsers.unshift(parser);
  }

  async parse(page: FetchedPage): Promise<ScrapedPage> {
    const findings = await Promise.all(this.parsers.map((parser) => this.ask(parser, page)));
    return mergeFindings(
      page,
      findings.filter((found) => found !== null),
    );
  }

  private async ask(parser: PageParser, page: FetchedPage) {
    try {
      const findings: Findings | null = await parser.parse(page);
        return findings && { parser: parser.name, findings };
    } catch (error) {
      this.logger.warn({ err: error, parser: parser.name }, 'A parser of pages has failed');
      return null;
    }
  }
}
