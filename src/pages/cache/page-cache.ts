import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PublicChanges } from '../../modules/articles/public-changes.js';
import { SingleFlightCache } from '../../platform/concurrency/single-flight-cache.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { RenderedPage } from '../models/rendered-page.js';

const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of an entry, besides its body. */
const OVERHEAD_BYTES = 500;
/** Ways to ask for pages: with other queries they are the same pages. */
const MAX_ADDRESSES = 5000;
const MAX_ADDRESS_LENGTH = 500;

/** Pages that everybody may see, for a moment. */
@Injectable()
export class PageCache {
  private readonly pages: SingleFlightCache<RenderedPage>;
  private readonly keys = new LRUCache<string, string>({ max: MAX_ADDRESSES });

  constructor(changes: PublicChanges, metrics: Metrics) {
    this.pages = new SingleFlightCache(changes, {
      maxSize: MAX_BYTES,
      sizeOf: ({ body }, key) => body.length + key.length + OVERHEAD_BYTES,
    });
    metrics.cache('pages', () => this.pages.usage);
  }

  /** @param address as it was asked for, by which the page may be found from now on */
  get(key: string, address: string, make: () => Promise<RenderedPage>): Promise<RenderedPage> {
    if (address.length <= MAX_ADDRESS_LENGTH) this.keys.set(address, key);
    return this.pages.get(key, make);
  }

  /** The page at an address, if it is kept. */
  known(address: string): RenderedPage | undefined {
    const key = this.keys.get(address);
    return key === undefined ? undefined : this.pages.known(key);
  }
}
