import { link, mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { NotFoundError, OverloadedError } from '../../../kernel/errors.js';
import { settleAll } from '../../../platform/concurrency/settle-all.js';
import { writeSummed } from '../../../platform/files/file-sum.js';
import { linesOf } from '../../../platform/files/lines.js';
import { originalKey } from '../../storage/blob-store.js';
import type { FileStorage } from '../../storage/file-storage.js';
import { filePath, type LostFile } from './manifest.js';

/** A stored file that rows of a backup need. */
export interface NeededFile {
  readonly sha256: string;
  readonly size: number;
}

/** Copies at a time: a bucket answers each after a while. */
const AT_A_TIME = 4;
/** A storage that does not answer is asked again. */
const MAX_ATTEMPTS = 5;

/** The files that a list names, in bounded memory. */
export async function* neededFilesOf(list: string): AsyncGenerator<NeededFile, void> {
  for await (const { text } of linesOf(list)) yield JSON.parse(text ?? '') as NeededFile;
}

/** Copies stored files into a backup, each verified by its hash; links those that a former backup has. */
export class FileCopies {
  count = 0;
  bytes = 0;
  copied = 0;
  readonly lost: LostFile[] = [];

  /** @param former path of the backup whose files are shared; null when there is none */
  constructor(
    private readonly storage: FileStorage,
    private readonly backup: string,
    private readonly former: string | null,
  ) {}

  /** @throws the reason of the signal, and what the storage and the disk throw */
  async take(list: string, stopping: AbortSignal, onProgress: (done: number) => void): Promise<void> {
    const files = neededFilesOf(list);
    const work = async (): Promise<void> => {
      // Each takes the next one: a generator answers its callers one after the other.
      for (let next = await files.next(); !next.done; next = await files.next()) {
        stopping.throwIfAborted();
        await this.takeOne(next.value, stopping);
        onProgress(this.count + this.lost.length);
      }
    };
    await settleAll(Array.from({ length: AT_A_TIME }, work));
  }

  private async takeOne(file: NeededFile, stopping: AbortSignal): Promise<void> {
    const { sha256, size } = file;
    const target = filePath(this.backup, sha256);
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    if (!(await this.isShared(file, target))) {
      const fault = await this.copy(sha256, target, stopping);
      if (fault !== null) {
        this.lost.push({ sha256, fault });
        return;
      }
      this.copied += 1;
    }
    this.count += 1;
    this.bytes += size;
  }

  /** @returns whether the former backup has it, and the disk can share it */
  private async isShared({ sha256, size }: NeededFile, target: string): Promise<boolean> {
    if (this.former === null) return false;
    try {
      await link(filePath(this.former, sha256), target);
      if ((await stat(target)).size === size) return true;
    } catch {
      return false;
    }
    await rm(target);
    return false;
  }

  private async copy(
    sha256: string,
    target: string,
    stopping: AbortSignal,
  ): Promise<LostFile['fault'] | null> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.copyOnce(sha256, target, stopping);
      } catch (error) {
        if (error instanceof NotFoundError) return 'missing';
        if (!(error instanceof OverloadedError) || attempt === MAX_ATTEMPTS) throw error;
        await delay(error.retryAfter * 1000, undefined, { signal: stopping });
      }
  }

  private async copyOnce(sha256: string, target: string, signal: AbortSignal): Promise<'damaged' | null> {
    const draft = join(this.backup, 'files', `${sha256}.part`);
    try {
      const copied = await writeSummed(await this.storage.open(originalKey(sha256)), draft, signal);
      if (copied.sha256 !== sha256) return 'damaged';
      await rename(draft, target);
      return null;
    } finally {
      await rm(draft, { force: true });
    }
  }
}
