import { extname } from 'node:path';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Piscina } from 'piscina';
import { InvalidError, OverloadedError } from '../../kernel/errors.js';
import { Environment } from '../../platform/config/environment.js';
import { SiteSettings } from '../site/site-settings.js';
import { htmlRules } from './html-rules.js';
import sanitize, { type HtmlRules, type HtmlTask, type Sanitized } from './sanitize.worker.js';

/** Takes every way to run a script out of HTML and keeps what editors use. Replaceable. */
export abstract class HtmlSanitizer {
  /** Raised whenever the same input may give another output; stored renderings carry it. */
  abstract readonly version: number;

  /**
   * One result for each text, in the same order. In its HTML `<` and `>` do nothing but delimit tags: elsewhere
   * they are character references, in attributes too.
   *
   * @throws InvalidError when the texts would take too long
   */
  abstract sanitize(texts: readonly string[]): Promise<readonly Sanitized[]>;
}

/** Milliseconds of work at most, even for a hostile text; what is longer is done beside the requests. */
const INLINE_CHARACTERS = 32_768;
const TIME_LIMIT_MS = 10_000;
const MAX_THREADS = 2;
const MAX_WAITING = 100;

/** The library sanitize-html with a list of what articles are made of. */
@Injectable()
export class LibraryHtmlSanitizer extends HtmlSanitizer implements BeforeApplicationShutdown {
  readonly version = 5;
  private readonly rules: HtmlRules;
  private workers: Piscina<HtmlTask, Sanitized[]> | undefined;
  /** Tasks that run or wait. The pool counts none that a signal may end. */
  private running = 0;

  constructor(settings: SiteSettings, { PUBLIC_BASE_URL }: Environment) {
    super();
    this.rules = htmlRules(settings.content.embedHosts, new URL(PUBLIC_BASE_URL));
  }

  async sanitize(texts: readonly string[]): Promise<readonly Sanitized[]> {
    const task = { texts, rules: this.rules };
    const characters = texts.reduce((sum, { length }) => sum + length, 0);
    if (characters <= INLINE_CHARACTERS) return sanitize(task);
    this.workers ??= new Piscina<HtmlTask, Sanitized[]>({
      filename: new URL(`./sanitize.worker${extname(import.meta.url)}`, import.meta.url).href,
      minThreads: 0,
      maxThreads: MAX_THREADS,
      idleTimeout: 5_000,
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
    });
    if (this.running >= MAX_THREADS + MAX_WAITING)
      throw new OverloadedError('rendering-busy', 'Too many long texts are being rendered.', 2);
    this.running += 1;
    const limit = AbortSignal.timeout(TIME_LIMIT_MS);
    try {
      return await this.workers.run(task, { signal: limit });
    } catch (error) {
      if (limit.aborted) throw new InvalidError('too-complex', 'The HTML takes too long to be made safe.');
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new InvalidError('too-complex', 'The HTML takes too much memory to be made safe.');
      throw error;
    } finally {
      this.running -= 1;
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.workers?.destroy();
  }
}
