import { extname } from 'node:path';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Piscina } from 'piscina';
import { InvalidError, OverloadedError } from '../../kernel/errors.js';
import sanitize, { type Sanitized } from './sanitize.worker.js';

/** Takes every way to run a script out of HTML and keeps what editors use. Replaceable. */
export abstract class HtmlSanitizer {
  /** Raised whenever the same input may give another output; stored renderings carry it. */
  abstract readonly version: number;
  /** @throws InvalidError when the text would take too long */
  abstract sanitize(html: string): Promise<Sanitized>;
}

/** Milliseconds of work at most, even for a hostile text; what is longer is done beside the requests. */
const INLINE_CHARACTERS = 32_768;
const TIME_LIMIT_MS = 10_000;
const MAX_WAITING = 100;

/** The library sanitize-html with a list of what articles are made of. */
@Injectable()
export class LibraryHtmlSanitizer extends HtmlSanitizer implements BeforeApplicationShutdown {
  readonly version = 2;
  private workers: Piscina<string, Sanitized> | undefined;

  async sanitize(html: string): Promise<Sanitized> {
    if (html.length <= INLINE_CHARACTERS) return sanitize(html);
    this.workers ??= new Piscina<string, Sanitized>({
      filename: new URL(`./sanitize.worker${extname(import.meta.url)}`, import.meta.url).href,
      minThreads: 0,
      maxThreads: 2,
      maxQueue: MAX_WAITING,
      idleTimeout: 5_000,
      resourceLimits: { maxOldGenerationSizeMb: 256 },
    });
    const limit = AbortSignal.timeout(TIME_LIMIT_MS);
    try {
      return await this.workers.run(html, { signal: limit });
    } catch (error) {
      if (limit.aborted) throw new InvalidError('too-complex', 'The HTML takes too long to be made safe.');
      if ((error as Error).message.includes('queue')) {
        throw new OverloadedError('rendering-busy', 'Too many long texts are being rendered.', 2);
      }
      throw error;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.workers?.destroy();
  }
}
