import type { INestApplicationContext } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { DomainError, OverloadedError } from '../../../kernel/errors.js';
import type { Actor } from '../../../modules/auth/domain/actor.js';
import { FetchedImagesService } from '../../../modules/media/images/fetched-images.service.js';
import { singleFlight } from '../../../platform/concurrency/single-flight.js';
import { OutboundError } from '../../../platform/outbound/outbound-error.js';
import { retryWhileBusy } from '../retry-while-busy.js';
import type { ImportReport } from './import-report.js';
import type { ScratchIndex } from './scratch-index.js';
import type { SourceImage } from './source-entry.js';
import { webUrl } from './source-url.js';

/** Failures of a host one after the other, after which it is asked for nothing more. */
const MAX_FAILURES = 10;
/** Failures that are kept, so that an image of many posts is not asked for again. */
const MAX_KNOWN = 10_000;
const UNREACHABLE: ReadonlySet<string> = new Set([
  'outbound-unreachable',
  'outbound-timeout',
  'outbound-address-not-public',
  'outbound-certificate',
]);
const MAX_CAPTION = 2000;

/** Images of this site for those of another system: each URL is fetched once, through the guarded client. */
export class ImageFetcher {
  private readonly fetched: FetchedImagesService;
  private readonly failed = new LRUCache<string, true>({ max: MAX_KNOWN });
  private readonly failuresOf = new LRUCache<string, number>({ max: MAX_KNOWN });
  private readonly pending = new Map<string, Promise<number | null>>();

  constructor(
    app: INestApplicationContext,
    private readonly actor: Actor,
    private readonly report: ImportReport,
    private readonly index: ScratchIndex,
    private readonly isDryRun: boolean,
  ) {
    this.fetched = app.get(FetchedImagesService, { strict: false });
  }

  /** The id of the image; null when it cannot be had, or is not fetched in a dry run. */
  idOf(image: SourceImage): Promise<number | null> {
    return singleFlight(this.pending, image.url, () => this.find(image));
  }

  private async find(image: SourceImage): Promise<number | null> {
    const { url } = image;
    if (this.failed.has(url)) return null;
    const isFirst = this.index.add('image', url);
    const known = await this.fetched.find(url);
    if (known !== null) {
      if (isFirst) this.report.images.already_there += 1;
      return known;
    }
    if (this.isDryRun) {
      if (isFirst) this.report.images.fetched += 1;
      return null;
    }
    return this.fetch(image);
  }

  private async fetch({ url, alt, caption }: SourceImage): Promise<number | null> {
    const host = webUrl(url)?.host ?? '';
    const failures = this.failuresOf.get(host) ?? 0;
    if (failures >= MAX_FAILURES) return this.fail(url, 'given-up', `nothing more is asked of ${host}`);
    try {
      const details = { alt: alt ?? null, ...(caption && { caption: caption.slice(0, MAX_CAPTION) }) };
      const { id, isNew } = await retryWhileBusy(() => this.fetched.findOrFetch(url, details, this.actor));
      this.failuresOf.delete(host);
      if (isNew) this.report.images.fetched += 1;
      return id;
    } catch (error) {
      if (!(error instanceof DomainError) || error instanceof OverloadedError) throw error;
      const isAway = error instanceof OutboundError && UNREACHABLE.has(error.code);
      this.failuresOf.set(host, isAway ? failures + 1 : 0);
      return this.fail(url, error.code, error.message.replace(/^image_url: /, ''));
    }
  }

  private fail(url: string, code: string, message: string): null {
    this.failed.set(url, true);
    this.report.images.failed += 1;
    const { host = '', pathname = '' } = webUrl(url) ?? {};
    const note = { reason: `image:${code}`, text: 'images that could not be fetched: their URLs stay' };
    this.report.changed(note, { id: `${host}${pathname}`.slice(0, 300), title: message });
    return null;
  }
}
