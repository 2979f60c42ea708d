import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type FetchedPage, type Findings, type PageParser, PageParsers } from 'content-publishing-service';

/** Knows the pages of a shop better than their markup does. */
@Injectable()
export class ShopPageParser implements PageParser, OnModuleInit {
  readonly name = 'newsroom-shop';

  constructor(private readonly parsers: PageParsers) {}

  onModuleInit(): void {
    this.parsers.register(this);
  }

  parse({ url, facts }: FetchedPage): Findings | null {
    if (new URL(url).hostname !== 'shop.example') return null;
    return { type: 'product', headline: facts?.headings[0] ?? '' };
  }
}
