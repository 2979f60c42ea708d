import { extname } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { OverloadedError, UnprocessableError } from '../../../../kernel/errors.js';
import {
  type TaskLimits,
  ThreadLimitError,
  ThreadPool,
} from '../../../../platform/concurrency/thread-pool.js';
import type { PageFacts } from '../../domain/page-facts.js';
import { type PageInput, PageReader } from '../../page-reader.js';
import type { PageTask } from './page.worker.js';

export interface PageLimits extends TaskLimits {
  /** CPU time that finding the article may take, once all else is known. */
  readonly articleCpuMs: number;
}

const LIMITS: PageLimits = { cpuMs: 8_000, articleCpuMs: 4_000, elapsedMs: 30_000, waitingMs: 20_000 };
const RETRY_AFTER_SECONDS = 2;

/** Reads pages in threads of its own. */
@Injectable()
export class WorkerPageReader extends PageReader implements BeforeApplicationShutdown {
  /**
   * Memory of a thread in MB. With much less than is tested, running out of it
   * ends the process and not the thread.
   */
  protected readonly memoryMb: number = 512;
  private pool: ThreadPool<PageTask, PageFacts> | undefined;

  async read(input: PageInput, limits: PageLimits = LIMITS): Promise<PageFacts> {
    const { port1, port2 } = new MessageChannel();
    const task: PageTask = { ...input, bytes: ownBytes(input.bytes), progress: port2 };
    const known: { facts?: PageFacts } = {};
    try {
      const transferList = [task.bytes.buffer as ArrayBuffer, port2];
      const running = this.threads().run(task, { limits, transferList });
      port1.on('message', (facts: PageFacts) => {
        known.facts = facts;
        running.limitRest(limits.articleCpuMs);
      });
      return await running.result;
    } catch (error) {
      if (known.facts) return known.facts;
      if (!(error instanceof ThreadLimitError)) throw error;
      throw error.isOfTask ? tooComplex() : busy();
    } finally {
      port1.close();
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.pool?.destroy();
  }

  private threads(): ThreadPool<PageTask, PageFacts> {
    this.pool ??= new ThreadPool({
      module: new URL(`./page.worker${extname(import.meta.url)}`, import.meta.url).href,
      threads: 2,
      waiting: 50,
      // A thread takes a second to load what it needs.
      idleMs: 30_000,
      memory: { maxOldGenerationSizeMb: this.memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 8 },
    });
    return this.pool;
  }
}

function tooComplex(): UnprocessableError {
  return new UnprocessableError('page-too-complex', 'The page takes too much time or memory to be read.');
}

function busy(): OverloadedError {
  return new OverloadedError('scraper-busy', 'Too many pages are being read.', RETRY_AFTER_SECONDS);
}

/** Memory that is shared with others, as that of small buffers is, cannot be given away. */
function ownBytes(bytes: Uint8Array): Uint8Array {
  const isWhole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
  return isWhole ? bytes : new Uint8Array(bytes);
}
