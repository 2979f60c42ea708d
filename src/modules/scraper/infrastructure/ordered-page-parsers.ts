import { Injectable, Logger } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import type { ScrapedPage } from '../domain/scraped-page.js';
import type { FetchedPage, Findings, PageParser } from '../page-parser.js';
import { PageParsers } from '../page-parsers.js';
import { mergeFindings } from './parsers/merge.js';
import { OembedParser } from './parsers/meta/oembed.parser.js';
import { builtInParsers } from './parsers/precedence.js';

/** Asks all parsers at once, and takes each field by precedence. */
@Injectable()
export class OrderedPageParsers extends PageParsers {
  private readonly logger = new Logger(PageParsers.name);
  private readonly parsers: PageParser[];

  constructor(oembed: OembedParser, { PUBLIC_BASE_URL }: Environment) {
    super();
    this.parsers = [...builtInParsers({ url: new URL(PUBLIC_BASE_URL) }), oembed];
  }

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
      // Another time it may find what is missing now.
      return { parser: parser.name, findings: { cacheable: false } };
    }
  }
}
