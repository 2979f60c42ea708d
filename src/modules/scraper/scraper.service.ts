import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { InvalidError, RateLimitedError } from '../../kernel/errors.js';
import { runForSeveralClients } from '../../platform/concurrency/client-presence.js';
import { singleFlight } from '../../platform/concurrency/single-flight.js';
import { RateLimiter } from '../../platform/concurrency/rate-limiter.js';
import { HtmlSanitizer } from '../content/sanitising/html-sanitizer.js';
import { ScraperSettings } from './scraper.settings.js';
import type { ScrapedPage } from './domain/scraped-page.js';
import { PageFetcher } from './page-fetcher.js';
import { PageParsers } from './page-parsers.js';

const MAX_URL_LENGTH = 4096;
const HTTP = /^https?:\/\//i;

/** Tells what is behind a URL. */
@Injectable()
export class ScraperService {
  private readonly results: LRUCache<string, ScrapedPage> | null;
  /** Fetches under way, by URL. */
  private readonly running = new Map<string, Promise<ScrapedPage>>();
  private readonly limiter: RateLimiter;

  constructor(
    private readonly fetcher: PageFetcher,
    private readonly parsers: PageParsers,
    private readonly sanitizer: HtmlSanitizer,
    { cacheBytes, requestsPerMinute }: ScraperSettings,
  ) {
    this.results = cacheBytes === 0 ? null : new LRUCache({ maxSize: cacheBytes, sizeCalculation: sizeOf });
    this.limiter = new RateLimiter('scraper', requestsPerMinute);
  }

  /**
   * @param authorId in whose name it is asked; how often is limited
   * @throws InvalidError, RateLimitedError; OutboundError or UnprocessableError
   *   when it cannot be fetched or read, OverloadedError
   */
  async scrape(url: string, authorId: number): Promise<ScrapedPage> {
    const address = addressOf(url);
    await this.mustBeWithinLimit(authorId);
    return (
      this.results?.get(address) ??
      singleFlight(this.running, address, () => runForSeveralClients(() => this.read(address)))
    );
  }

  private async read(url: string): Promise<ScrapedPage> {
    const { page, freshSeconds } = await this.fetcher.fetch(url);
    const found = await this.parsers.parse(page);
    const { body, isLeftOut } = await this.safe(found.body);
    const cacheable = found.cacheable && freshSeconds > 0 && !isLeftOut;
    const extra = isLeftOut ? { ...found.extra, incomplete: ['body'] } : found.extra;
    const result = { ...found, body, cacheable, extra };
    if (cacheable) this.results?.set(url, result, { ttl: freshSeconds * 1000 });
    return result;
  }

  /** The other facts are as good without the article. */
  private async safe(html: string): Promise<{ readonly body: string; readonly isLeftOut: boolean }> {
    try {
      const [safe] = await this.sanitizer.sanitize([html]);
      return { body: safe?.html ?? '', isLeftOut: false };
    } catch (error) {
      if (!(error instanceof InvalidError)) throw error;
      return { body: '', isLeftOut: true };
    }
  }

  private async mustBeWithinLimit(authorId: number): Promise<void> {
    const { isExceeded, seconds } = await this.limiter.consume(authorId);
    if (!isExceeded) return;
    const { perMinute } = this.limiter;
    const message = `More than ${perMinute} pages a minute; ask again in ${seconds} s.`;
    throw new RateLimitedError('scraper-rate-limit', message, seconds);
  }
}

/** Normalises a URL. The fragment is kept: players read from it where to begin. */
function addressOf(url: string): string {
  const parsed = url.length <= MAX_URL_LENGTH && HTTP.test(url.trim()) ? URL.parse(url.trim()) : null;
  if (!parsed) throw InvalidError.field('url', 'must be an http or https URL');
  return parsed.href;
}

/** Two bytes a character, at most. */
const sizeOf = (page: ScrapedPage): number => 2 * JSON.stringify(page).length + 1;
