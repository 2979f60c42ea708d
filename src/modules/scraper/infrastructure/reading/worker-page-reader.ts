import { extname } from 'node:path';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Piscina } from 'piscina';
import { OverloadedError, UnprocessableError } from '../../../../kernel/errors.js';
import type { PageFacts } from '../../domain/page-facts.js';
import { type PageInput, PageReader } from '../../page-reader.js';
import type { PageStep, PageTask } from './page.worker.js';

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

/** Reads pages in threads of its own. */
@Injectable()
export class WorkerPageReader extends PageReader implements BeforeApplicationShutdown {
  /** Of a thread. With much less than is tested, running out of it ends the process and not the thread. */
  protected readonly memoryMb: number = 512;
  private workers: Piscina<PageTask, PageFacts> | undefined;
  /** That run or wait. The pool counts no task that a signal may end. */
  private pages = 0;

  async read(input: PageInput, limits: TimeLimits = TIME_LIMITS): Promise<PageFacts> {
    if (this.pages >= MAX_THREADS + MAX_WAITING) throw busy();
    this.pages += 1;
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
      throw progress.signal.aborted ? busy() : error;
    } finally {
      this.pages -= 1;
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
      idleTimeout: IDLE_MS,
      // A thread that blocks while it waits never lets go of the pages that it has read.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: this.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
    });
    return this.workers;
  }
}

function busy(): OverloadedError {
  return new OverloadedError('scraper-busy', 'Too many pages are being read.', RETRY_AFTER_SECONDS);
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
