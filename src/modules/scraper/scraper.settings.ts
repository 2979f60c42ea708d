import { MEGABYTE } from '../../kernel/units.js';
import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `scraper`. */
export class ScraperSettings {
  /** Requests that one author may make in a minute, on each instance. */
  readonly requestsPerMinute!: number;
  /** Size of the cache of results, on each instance. */
  readonly cacheBytes!: number;
}

export const scraperSettings: SettingsOf<ScraperSettings> = {
  group: 'scraper',
  type: ScraperSettings,
  properties: {
    requestsPerMinute: {
      type: 'integer',
      minimum: 1,
      maximum: 100_000,
      default: 60,
      description: 'that one author may make, on each instance',
    },
    cacheBytes: {
      type: 'integer',
      minimum: 0,
      maximum: 1024 * MEGABYTE,
      default: 16 * MEGABYTE,
      description: 'of results that are remembered, on each instance',
    },
  },
};
