import { rm, writeFile } from 'node:fs/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { MEGABYTE } from '../../kernel/units.js';
import { derivedKey, originalKey } from './blob-store.js';
import { FileStorage } from './file-storage.js';
import { TempFiles } from './temp-files.js';

/** Identifies a file made from a stored one. */
export interface DerivedFileName {
  /** Hash of the stored file. */
  readonly hash: string;
  /** Unique among the files made from it. */
  readonly name: string;
  readonly contentType: string;
}

export interface DerivedFile {
  readonly key: string;
  /** Bytes. */
  readonly size: number;
  /** The file, for as long as the storage does not have it; null when it does. */
  readonly content: Buffer | null;
}

/** Makes a file: returns its bytes, or null when it has written them to the path. */
export type Maker = (path: string) => Promise<Buffer | null>;

interface Making {
  readonly made: Promise<Buffer | null>;
  /** Resolves when the file is in the storage, or will not get there. */
  readonly stored: Promise<void>;
}

/** Bytes that may wait in memory for the storage; when there are more, clients wait for it, too. */
const MAX_WAITING_BYTES = 16 * MEGABYTE;

/**
 * Files made from stored ones: each is made once, when it is asked for first, and kept. One that is made in
 * memory is sent before it is stored, so that clients do not wait for the disk or the bucket. If it is lost
 * on the way, it is made again.
 */
@Injectable()
export class DerivedFiles implements BeforeApplicationShutdown {
  private readonly logger = new Logger(DerivedFiles.name);
  private readonly making = new Map<string, Making>();
  private waitingBytes = 0;

  constructor(
    private readonly storage: FileStorage,
    private readonly tempFiles: TempFiles,
  ) {}

  /** @throws whatever the maker throws, and the failure to store a file that it has written to the path */
  async get(file: DerivedFileName, make: Maker): Promise<DerivedFile> {
    const key = derivedKey(file.hash, file.name);
    const kept = await this.storage.size(key);
    // No derived file is empty: one without bytes was cut off.
    if (kept) return { key, size: kept, content: null };
    const { made, stored } = this.making.get(key) ?? this.begin(key, file, make);
    const content = await made;
    if (this.waitingBytes > MAX_WAITING_BYTES) await stored;
    const size = content?.length ?? (await this.storage.size(key)) ?? 0;
    return { key, size, content };
  }

  /** Waits until all that has been made is stored. */
  async settled(): Promise<void> {
    await Promise.all([...this.making.values()].map(({ stored }) => stored));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.settled();
  }

  private begin(key: string, file: DerivedFileName, make: Maker): Making {
    const path = this.tempFiles.path();
    const made = this.make(file, key, path, make);
    const stored = made
      .then(
        async (content) => {
          if (content) await this.storeLater(file, key, path, content);
        },
        // The caller of get() has the error.
        () => undefined,
      )
      .finally(() => this.making.delete(key));
    const making = { made, stored };
    this.making.set(key, making);
    return making;
  }

  private async make(file: DerivedFileName, key: string, path: string, make: Maker): Promise<Buffer | null> {
    let content: Buffer | null = null;
    try {
      content = await make(path);
      if (content === null) await this.store(file, key, path);
      return content;
    } finally {
      // Bytes in memory are written later: nothing is at the path yet.
      if (content === null) await rm(path, { force: true });
    }
  }

  /** Stores what is being sent; a failure is logged. */
  private async storeLater(file: DerivedFileName, key: string, path: string, content: Buffer): Promise<void> {
    this.waitingBytes += content.length;
    try {
      await writeFile(path, content)
        .then(() => this.store(file, key, path))
        .finally(() => rm(path, { force: true }));
    } catch (error) {
      this.logger.warn({ err: error, key }, 'A derived file could not be stored; it was sent all the same');
    } finally {
      this.waitingBytes -= content.length;
    }
  }

  private async store({ hash, contentType }: DerivedFileName, key: string, path: string): Promise<void> {
    await this.storage.put(key, path, contentType);
    // A removal takes the original first, then its derived files: this one may have come too late for that.
    if ((await this.storage.size(originalKey(hash))) === null) await this.storage.remove(key);
  }
}
