import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { chunksOf } from '../../kernel/page.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import type { StoredFileRecord } from './domain/stored-file-record.js';
import { StoredFileRegistry } from './domain/stored-file-registry.js';
import { FileStorage } from './file-storage.js';
import { BlobStore, NO_SIZE, originalKey } from './blob-store.js';
import { TempFiles } from './temp-files.js';

/** The findings of an audit; with `fix` they have been repaired where possible. */
export interface StorageFindings {
  /** Files in the registry. */
  files: number;
  /** Their bytes. */
  bytes: number;
  /** Files in the registry that are not there, or not whole: this cannot be mended. */
  lost: number;
  /** Files that nothing refers to any more, or that were put for work that has failed. */
  released: number;
  /** Files in the storage, original or derived, that the registry does not know. */
  unknown: number;
  /** Whether the unknown ones may be those of another database: they have been left alone. */
  isForeign: boolean;
  /** Temporary files that processes have left. */
  temporary: number;
}

export interface AuditOptions {
  /** Whether to remove what is not needed. */
  readonly fix: boolean;
  /** Whether to remove unknown files, too, where most are unknown. */
  readonly removesForeign?: boolean;
  readonly onLost: (hash: string) => void;
  /** Called now and then with the number of files that were looked at. */
  readonly onProgress?: (files: number) => void;
}

const BATCH = 500;
/** Processes that are killed leave a few files; more than that, and than are known, have another owner. */
const MAX_LEFT = 100;
/** Questions to the storage at a time. */
const AT_A_TIME = 16;
const ORIGINAL = /^originals\/([0-9a-f]{2})\/(\1[0-9a-f]{62})$/;
const DERIVED = /^derived\/([0-9a-f]{2})\/(\1[0-9a-f]{62})\//;

/**
 * Compares the registry with the storage, while uploads go on. Files whose
 * names are not like ours are left alone.
 */
@Injectable()
export class StorageAudit {
  constructor(
    private readonly storage: FileStorage,
    private readonly blobs: BlobStore,
    private readonly registry: StoredFileRegistry,
    private readonly tempFiles: TempFiles,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async run(options: AuditOptions): Promise<StorageFindings> {
    const findings: StorageFindings = {
      ...{ files: 0, bytes: 0, lost: 0, released: 0, unknown: 0, temporary: 0 },
      isForeign: false,
    };
    findings.temporary = await this.examineTemporary(options);
    await this.examineRegistry(findings, options);
    if (options.fix) findings.released = await this.blobs.collectGarbage(0);
    findings.unknown = await this.forUnknown(findings, options, () => Promise.resolve(true));
    findings.isForeign =
      findings.unknown > (findings.files === 0 ? 0 : Math.max(findings.files, MAX_LEFT)) &&
      !options.removesForeign;
    if (options.fix && !findings.isForeign && findings.unknown > 0)
      findings.unknown = await this.forUnknown(findings, options, (hash) => this.removeUnknown(hash));
    return findings;
  }

  private async examineTemporary({ fix }: AuditOptions): Promise<number> {
    if (!fix) return (await this.tempFiles.listStale()).length;
    return (await this.tempFiles.sweep()) + (await this.storage.tidy());
  }

  private async examineRegistry(findings: StorageFindings, options: AuditOptions): Promise<void> {
    let last = '';
    for (;;) {
      const batch = await this.registry.listAfter(last, BATCH);
      for (const records of chunksOf(batch, AT_A_TIME)) {
        const areLost = await Promise.all(records.map((record) => this.isLost(record)));
        records.forEach((record, index) => {
          findings.files += 1;
          findings.bytes += record.size;
          if (!areLost[index]) return;
          findings.lost += 1;
          options.onLost(record.hash);
        });
        // With --fix, the sweep reports the count.
        if (!options.fix)
          for (const record of records) if (await this.isUnused(record)) findings.released += 1;
      }
      options.onProgress?.(findings.files);
      const end = batch.at(-1);
      if (!end) return;
      last = end.hash;
    }
  }

  /** A first look without a lock; whoever seems lost may just have been swept, or put anew. */
  private async isLost(record: StoredFileRecord): Promise<boolean> {
    if (!(await this.isIncomplete(record))) return false;
    return this.unitOfWork.run(async () => {
      const locked = await this.registry.lock(record.hash);
      return locked !== null && (await this.isIncomplete(locked));
    });
  }

  /** Tried, and taken back: only the database knows everything that may refer to a file. */
  private async isUnused({ hash, releasedTs }: StoredFileRecord): Promise<boolean> {
    if (releasedTs === null) return false;
    let isUnused = false;
    try {
      await this.unitOfWork.run(async () => {
        const { releasedTs: since = null } = (await this.registry.lock(hash)) ?? {};
        isUnused = since !== null && (await this.registry.removeUnused(hash));
        throw new TakenBack();
      });
    } catch (error) {
      if (!(error instanceof TakenBack)) throw error;
    }
    return isUnused;
  }

  /** A released file may be gone already, when a killed collection had removed it. */
  private async isIncomplete({ hash, size, releasedTs }: StoredFileRecord): Promise<boolean> {
    if (releasedTs !== null) return false;
    const stored = await this.storage.size(originalKey(hash));
    return size === NO_SIZE ? stored === null : stored !== size;
  }

  /** @returns the number of unknown files for which the work was done */
  private async forUnknown(
    { files }: StorageFindings,
    { onProgress }: AuditOptions,
    work: (hash: string) => Promise<boolean>,
  ): Promise<number> {
    let done = 0;
    let seen = files;
    for await (const { hashes, isOfDerived } of this.listHashes()) {
      const known = await this.registry.listKnown(hashes);
      for (const hash of hashes.filter((one) => !known.has(one))) {
        const isOwn = !isOfDerived || (await this.storage.size(originalKey(hash))) === null;
        if (isOwn && (await work(hash))) done += 1;
      }
      onProgress?.((seen += hashes.length));
    }
    return done;
  }

  /** Hashes of originals, then those that folders of derived files are named by, in batches. */
  private async *listHashes(): AsyncGenerator<{ hashes: readonly string[]; isOfDerived: boolean }> {
    for (const [prefix, pattern] of [
      ['originals/', ORIGINAL],
      ['derived/', DERIVED],
    ] as const) {
      const isOfDerived = pattern === DERIVED;
      let hashes = new Set<string>();
      for await (const key of this.storage.list(prefix)) {
        const hash = pattern.exec(key)?.[2];
        if (hash !== undefined) hashes.add(hash);
        if (hashes.size < BATCH) continue;
        yield { hashes: [...hashes], isOfDerived };
        hashes = new Set();
      }
      yield { hashes: [...hashes], isOfDerived };
    }
  }

  /** Removes an unknown file under a row of its own: an upload of it waits. @returns whether it did */
  private removeUnknown(hash: string): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      await this.registry.addReleased([{ hash, size: 0 }], this.clock.now());
      const { releasedTs = null } = (await this.registry.lock(hash)) ?? {};
      return releasedTs !== null && (await this.blobs.removeUnused(hash));
    });
  }
}

/** Ends a unit of work without a change. */
class TakenBack extends Error {}
