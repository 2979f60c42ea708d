import type { PageFacts } from '../../src/modules/scraper/domain/page-facts.js';
import type { FetchedPage } from '../../src/modules/scraper/page-parser.js';

export const PAGE_URL = 'https://news.example/2024/a-story';

const NO_FACTS: PageFacts = {
  ...{
    lang: null,
    title: null,
    headings: [],
    metas: [],
    links: [],
    jsonLd: [],
    microdata: [],
    article: null,
    isArticleUnread: false,
  },
  ...{ images: [], frames: [], videos: [], times: [], dates: [], bylines: [] },
};

/** A page of HTML that says no more than the given. */
export function pageWith(facts: Partial<PageFacts>, url = PAGE_URL): FetchedPage {
  return {
    requestedUrl: url,
    url,
    contentType: 'text/html',
    size: 1000,
    facts: { ...NO_FACTS, ...facts },
    head: Buffer.alloc(0),
  };
}

export function fileWith(contentType: string, head: Buffer | string, url = PAGE_URL): FetchedPage {
  return { ...pageWith({}, url), contentType, facts: null, head: Buffer.from(head) };
}

export function metas(values: Readonly<Record<string, string>>): PageFacts['metas'] {
  return Object.entries(values).map(([name, content]) => ({ name, content }));
}
