import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import { DatabaseDump, type DumpFacts, type DumpOptions, type TableFacts } from '../database-dump.js';
import type { DumpMessage, DumpTask } from './dump/dump.worker.js';

/** The server may take so long to begin with a table, or the disk to take some of it. */
const SILENCE_MS = 600_000;
const MEMORY = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 4 };

/** Dumps in a thread of its own: the service answers requests meanwhile. */
@Injectable()
export class ThreadDatabaseDump extends DatabaseDump {
  constructor(private readonly environment: Environment) {
    super();
  }

  take(folder: string, options: DumpOptions): Promise<DumpFacts> {
    return inThread<DumpFacts>({ url: this.environment.DATABASE_URL, folder }, options);
  }

  tablesOf(url: string, options: DumpOptions): Promise<readonly TableFacts[]> {
    return inThread<readonly TableFacts[]>({ url, folder: null }, options);
  }
}

async function inThread<T>(task: DumpTask, { stopping, onProgress }: DumpOptions): Promise<T> {
  stopping.throwIfAborted();
  const worker = new Worker(new URL(`./dump/dump.worker${extname(import.meta.url)}`, import.meta.url), {
    workerData: task,
    resourceLimits: MEMORY,
  });
  const outcome = Promise.withResolvers<T>();
  const silence = setTimeout(() => {
    outcome.reject(new Error(`The backup of the database stood still for ${SILENCE_MS / 1000} seconds.`));
  }, SILENCE_MS);
  const stop = (): void => {
    outcome.reject(stopping.reason as Error);
  };
  stopping.addEventListener('abort', stop);
  worker.on('message', (message: DumpMessage) => {
    silence.refresh();
    if ('progress' in message) onProgress(...message.progress);
    else if ('result' in message) outcome.resolve(message.result as T);
    else outcome.reject(Object.assign(new Error(message.error.message), { code: message.error.code }));
  });
  worker.on('error', outcome.reject);
  worker.on('exit', () => {
    outcome.reject(new Error('The thread of the backup has ended.'));
  });
  try {
    return await outcome.promise;
  } finally {
    clearTimeout(silence);
    stopping.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
