import { describe, expect, test } from '@jest/globals';
import { pageWith } from '../../../test/support/fetched-pages.js';
import { InvalidError } from '../../kernel/errors.js';
import type { HtmlSanitizer } from '../content/sanitising/html-sanitizer.js';
import { scraperSettings } from './scraper.settings.js';
import { settingsOf } from '../../../test/support/settings.js';
import type { PageFacts } from './domain/page-facts.js';
import { mergeFindings } from './infrastructure/parsers/merge.js';
import type { PageFetcher } from './page-fetcher.js';
import type { PageParsers } from './page-parsers.js';
import { ScraperService } from './scraper.service.js';

const URL_OF_PAGE = 'https://news.example/story';

/** A scraper of one page, whose sanitiser refuses `too much`. */
function scraperOf(facts: Partial<PageFacts>, body: string) {
  let fetched = 0;
  const fetcher = {
    fetch: () => {
      fetched += 1;
      return Promise.resolve({ page: pageWith(facts, URL_OF_PAGE), freshSeconds: 60 });
    },
  };
  const parsers = {
    parse: (page: ReturnType<typeof pageWith>) =>
      Promise.resolve(mergeFindings(page, [{ parser: 'html', findings: { title: 'A title', body } }])),
  };
  const sanitizer = {
    sanitize: ([html = '']: readonly string[]) =>
      html === 'too much'
        ? Promise.reject(new InvalidError('too-complex', 'Too much.'))
        : Promise.resolve([{ html, wordsCount: 0, removed: [] }]),
  };
  const service = new ScraperService(
    fetcher as unknown as PageFetcher,
    parsers as unknown as PageParsers,
    sanitizer as unknown as HtmlSanitizer,
    settingsOf(scraperSettings),
  );
  return { scrape: () => service.scrape(URL_OF_PAGE, 1), fetches: () => fetched };
}

describe('a result', () => {
  test('that is whole is remembered', async () => {
    const { scrape, fetches } = scraperOf({}, '<p>a</p>');
    for (let n = 0; n < 2; n++) {
      expect(await scrape()).toMatchObject({
        title: 'A title',
        body: '<p>a</p>',
        cacheable: true,
        extra: {},
      });
    }
    expect(fetches()).toBe(1);
  });

  test.each<[string, Partial<PageFacts>, string]>([
    ['whose article was not read', { isArticleUnread: true }, ''],
    ['whose article cannot be made safe', {}, 'too much'],
  ])('%s has all else, says what is missing, and is not remembered', async (_which, facts, body) => {
    const { scrape, fetches } = scraperOf(facts, body);
    for (let n = 0; n < 2; n++) {
      const page = await scrape();
      expect(page).toMatchObject({ title: 'A title', body: '', cacheable: false });
      expect(page.extra).toEqual({ incomplete: ['body'] });
    }
    expect(fetches()).toBe(2);
  });

  test('whose body is known although the article was not read misses nothing, and is not remembered', async () => {
    const { scrape } = scraperOf({ isArticleUnread: true }, '<p>of linked data</p>');
    const page = await scrape();
    expect(page).toMatchObject({ body: '<p>of linked data</p>', cacheable: false });
    expect(page.extra).toEqual({});
  });
});
