import { extname } from 'node:path';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { InvalidError, OverloadedError } from '../../../kernel/errors.js';
import { ThreadLimitError, ThreadPool } from '../../../platform/concurrency/thread-pool.js';
import { Environment } from '../../../platform/config/environment.js';
import { ContentSettings } from '../content.settings.js';
import { htmlRules } from './html-rules.js';
import type { HtmlRules, HtmlTask, Sanitized } from './sanitize.worker.js';

/** Version of the rules of the service itself. */
export const RENDERING_VERSION = 10;

/** Takes every way to run a script out of HTML and keeps what editors use. Replaceable. */
export abstract class HtmlSanitizer {
  /** Raised whenever the same input may give another output; stored renderings carry it. */
  abstract readonly version: number;

  /**
   * One result for each text, in the same order. In its HTML `<` and `>` do nothing but delimit tags:
   * elsewhere they are character references, in attributes too.
   *
   * @throws InvalidError `too-complex` when the texts themselves take too much
   *   work, whatever else the machine does
   * @throws OverloadedError `rendering-busy` when their turn does not come in time
   */
  abstract sanitize(texts: readonly string[]): Promise<readonly Sanitized[]>;
}

/** Milliseconds of work at most, even for a hostile text; what is longer is done beside the requests. */
const INLINE_CHARACTERS = 32_768;
/** Characters of all texts that wait for a thread. */
const MAX_WAITING_CHARACTERS = 50_000_000;
const RETRY_AFTER_SECONDS = 2;

/** The longest text that a request may bring takes two seconds of CPU time. */
const LIMITS = { cpuMs: 8_000, elapsedMs: 120_000, waitingMs: 30_000 };
const POOL = {
  module: new URL(`./sanitize.worker${extname(import.meta.url)}`, import.meta.url).href,
  threads: 2,
  waiting: 100,
  waitingWeight: MAX_WAITING_CHARACTERS,
  idleMs: 5_000,
  memory: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 },
};

/** The library sanitize-html with a list of what articles are made of. */
@Injectable()
export class LibraryHtmlSanitizer extends HtmlSanitizer implements BeforeApplicationShutdown {
  readonly version = RENDERING_VERSION;
  private readonly rules: HtmlRules;
  private readonly threads = new ThreadPool<HtmlTask, Sanitized[]>(POOL);

  constructor({ embedHosts }: ContentSettings, { PUBLIC_BASE_URL }: Environment) {
    super();
    this.rules = htmlRules(embedHosts, new URL(PUBLIC_BASE_URL));
  }

  async sanitize(texts: readonly string[], limits = LIMITS): Promise<readonly Sanitized[]> {
    const task = { texts, rules: this.rules };
    const weight = texts.reduce((sum, { length }) => sum + length, 0);
    if (weight <= INLINE_CHARACTERS) {
      const { default: sanitize } = await import('./sanitize.worker.js');
      return sanitize(task);
    }
    try {
      return await this.threads.run(task, { limits, weight }).result;
    } catch (error) {
      if (!(error instanceof ThreadLimitError)) throw error;
      throw error.isOfTask ? tooComplex(error) : busy();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }
}

function tooComplex({ limit }: ThreadLimitError): InvalidError {
  const taken = limit === 'cpu' ? 'time' : 'memory';
  return new InvalidError('too-complex', `The HTML takes too much ${taken} to be made safe.`);
}

function busy(): OverloadedError {
  return new OverloadedError(
    'rendering-busy',
    'Too many long texts are being rendered.',
    RETRY_AFTER_SECONDS,
  );
}
