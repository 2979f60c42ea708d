import { extname } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Piscina } from 'piscina';
import { OverloadedError, UnprocessableError } from '../../../kernel/errors.js';
import type { PageFacts } from '../domain/page-facts.js';
import type { PageStep, PageTask } from './page.worker.js';

export interface PageInput {
  /** Of the response, without its content encoding. Must not be used afterwards: the memory goes to a thread. */
  readonly bytes: Uint8Array;
  /** The header of the response as it came; empty when there is none. */
  readonly contentType: string;
  /** After redirects: that of what relative addresses are of. */
  readonly url: string;
}

export interface TimeLimits {
  /** From when a thread begins with the page. */
  readonly pageMs: number;
  /** From when all but the article is known. */
  readonly articleMs: number;
  /** Until a thread begins. */
  readonly waitingMs: number;
}

const TIME_LIMITS: TimeLimits = { pageMs: 8_000, articleMs: 4_000, waitingMs: 20_000 };
const MAX_THREADS = 2;
const MAX_WAITING = 50;
/** A thread takes a second to load what it needs. */
const IDLE_MS = 30_000;
const RETRY_AFTER_SECONDS = 2;

/** Reads what the HTML of a page says, in threads of its own: pages are large, and some are hostile. */
@Injectable()
export class PageReader implements BeforeApplicationShutdown {
  private workers: Piscina<PageTask, PageFacts> | undefined;

  /**
   * The facts of a page. When only its article is not found in time, they come without one.
   *
   * @throws UnprocessableError `page-too-complex` when the page takes too much time or memory
   * @throws OverloadedError `scraper-busy` when too many pages wait
   */
  async read(input: PageInput, limits: TimeLimits = TIME_LIMITS): Promise<PageFacts> {
    const progress = new Progress(limits);
    const task: PageTask = { ...input, bytes: ownBytes(input.bytes), progress: progress.port };
    try {
      const transferList = [task.bytes.buffer as ArrayBuffer, task.progress];
      return await this.pool().run(task, { transferList, signal: progress.signal });
    } catch (error) {
      if (progress.facts) return progress.facts;
      if (progress.hasStarted) {
        throw new UnprocessableError(
          'page-too-complex',
          'The page takes too much time or memory to be read.',
        );
      }
      if (progress.signal.aborted || (error as Error).message.includes('queue')) {
        throw new OverloadedError('scraper-busy', 'Too many pages are being read.', RETRY_AFTER_SECONDS);
      }
      throw error;
    } finally {
      progress.end();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.workers?.destroy();
  }

  private pool(): Piscina<PageTask, PageFacts> {
    this.workers ??= new Piscina<PageTask, PageFacts>({
      filename: new URL(`./page.worker${extname(import.meta.url)}`, import.meta.url).href,
      minThreads: 0,
      maxThreads: MAX_THREADS,
      maxQueue: MAX_WAITING,
      idleTimeout: IDLE_MS,
      // With much less, running out of memory ends the process and not the thread.
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
    });
    return this.workers;
  }
}

/** How far a thread is with a page; ends it when that takes too long. */
class Progress {
  readonly port: MessagePort;
  hasStarted = false;
  facts: PageFacts | null = null;
  private readonly ours: MessagePort;
  private readonly abort = new AbortController();
  private timer: NodeJS.Timeout;

  constructor(limits: TimeLimits) {
    const { port1, port2 } = new MessageChannel();
    this.ours = port1;
    this.port = port2;
    this.timer = this.stopAfter(limits.waitingMs);
    port1.on('message', (step: PageStep) => {
      clearTimeout(this.timer);
      this.timer = this.stopAfter(step === 'started' ? limits.pageMs : limits.articleMs);
      this.hasStarted = true;
      if (step !== 'started') this.facts = step;
    });
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  end(): void {
    clearTimeout(this.timer);
    this.ours.close();
  }

  private stopAfter(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.abort.abort();
    }, milliseconds);
  }
}

/** Memory that is shared with others, as that of small buffers is, cannot be given away. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return isWhole ? bytes : new Uint8Array(bytes);
}
