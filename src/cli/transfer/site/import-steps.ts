import { constants } from 'node:fs';
import { copyFile, rm, stat } from 'node:fs/promises';
import { setImmediate as turn } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { ConflictError } from '../../../kernel/errors.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { BlobStore, type NewFile } from '../../../modules/storage/blob-store.js';
import { TempFiles } from '../../../modules/storage/temp-files.js';
import { DerivedData } from '../../../modules/transfer/derived-data.js';
import { ImportLedger } from '../../../modules/transfer/import-ledger.js';
import { ImportObjections } from '../../../modules/transfer/import-objections.js';
import { SiteRecords } from '../../../modules/transfer/site-records.js';
import {
  declaredKinds,
  textIn,
  type TransferKind,
  type TransferRecord,
} from '../../../modules/transfer/transfer-kind.js';
import { describeViolation, refusedRow } from '../../../platform/database/violations.js';
import { filePath, type Manifest, recordsPath } from './manifest.js';
import { NewIdsOfImport } from './new-ids.js';
import type { Progress } from '../../progress/progress.js';
import { recordsOf } from './record-file.js';

/** A row that the database refuses: the records contradict each other, or those that are there. */
function explained(error: unknown, { name }: TransferKind, records: readonly TransferRecord[]): unknown {
  const refused = refusedRow(error);
  if (!refused) return error;
  const [first, last] = [records[0], records.at(-1)].map((record) => record?.id as number | undefined);
  const { table, constraint, column } = describeViolation(refused);
  const what = [table, column, constraint].filter((one) => one !== null).join(' ');
  const where = first === undefined ? '' : `, ids ${first} to ${last ?? first}`;
  return new ConflictError(
    'record-refused',
    `${name}.jsonl${where}: the database refuses a record (${what}).`,
  );
}

/** Records of a kind. */
export interface ImportSum {
  readonly imported: number;
  /** Left out, because they were there already. */
  readonly already_there: number;
}

/** The import that steps are of. */
export interface ImportOfFolder {
  readonly id: string;
  readonly folder: string;
  readonly manifest: Manifest;
  readonly remaps: boolean;
}

/**
 * The steps of an import, each in small transactions that note how far it is: one that is cut off goes on
 * behind the last of them. The event loop has its turn after each: SQLite answers at once, and what has been
 * freed is given back in a turn.
 */
export class ImportSteps {
  private readonly records: SiteRecords;
  private readonly ledger: ImportLedger;
  private readonly objections: ImportObjections;
  private readonly blobs: BlobStore;
  private readonly temp: TempFiles;
  private readonly unitOfWork: UnitOfWork;
  /** Hashes of files that the site had lost when it was exported. */
  private readonly lost: ReadonlySet<string>;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly of: ImportOfFolder,
  ) {
    this.records = app.get<SiteRecords>(SiteRecords);
    this.ledger = app.get<ImportLedger>(ImportLedger);
    this.objections = app.get(ImportObjections);
    this.blobs = app.get(BlobStore);
    this.temp = app.get(TempFiles);
    this.unitOfWork = app.get<UnitOfWork>(UnitOfWork);
    this.lost = new Set(of.manifest.files.missing);
  }

  async run(progress: Progress): Promise<ReadonlyMap<string, ImportSum>> {
    const counts = new Map(this.of.manifest.records.map(({ kind, count }) => [kind, count]));
    const kinds = declaredKinds().filter(({ name }) => counts.has(name));
    if (this.of.remaps) for (const kind of kinds) await this.findKnown(kind);
    const sums = new Map<string, ImportSum>();
    for (const kind of kinds) {
      const count = counts.get(kind.name) ?? 0;
      await this.store(kind, (done) => {
        progress.tell(kind.name, done, count);
      });
      const known = (await this.ledger.countKnown(this.of.id, kind.name)) + (await this.countLeftOut(kind));
      sums.set(kind.name, { imported: count - known, already_there: known });
      progress.end(kind.name, count);
    }
    await this.derive(progress);
    return sums;
  }

  /** Notes which records are there already: all of them first, as records refer to each other. */
  private async findKnown(kind: TransferKind): Promise<void> {
    if (!kind.identities && !kind.standing) return;
    await this.walk(kind, 'known', async (records, commit) => {
      const standing = records.map(({ id }) => Number(id)).filter((id) => kind.standing?.includes(id));
      const known = new Map([
        ...standing.map((id) => [id, id] as const),
        ...(await this.records.known(kind, records)),
      ]);
      await this.unitOfWork.run(async () => {
        await this.ledger.noteKnown(this.of.id, kind.name, known);
        await commit();
      });
    });
  }

  private async store(kind: TransferKind, tell: (done: number) => void): Promise<void> {
    const ids = new NewIdsOfImport(this.ledger, this.of.id);
    let leftOut = await this.countLeftOut(kind);
    await this.walk(
      kind,
      'records',
      async (records, commit) => {
        const wanted = this.of.remaps ? await ids.wanted(kind, records) : records;
        const own = await ids.ofRecords(kind, wanted);
        // Others are noted by their ids.
        const nowLeftOut = kind.describes ? leftOut + records.length - wanted.length : 0;
        let objections: ReadonlyMap<TransferRecord, string> = new Map();
        await this.withFiles(kind, wanted, async () => {
          // First of all: of two processes, one ends here.
          await commit();
          await this.ledger.advance(this.of.id, leftOutOf(kind), leftOut, nowLeftOut);
          objections = await this.objections.to(kind.name, wanted);
          await this.leaveOut(kind, [...objections.keys()]);
          const fresh = wanted.filter((record) => !objections.has(record));
          await this.records.insert(kind, fresh, own, this.of.remaps);
        }).catch((error: unknown) => {
          throw explained(error, kind, records);
        });
        leftOut = nowLeftOut;
        for (const [{ id }, message] of objections)
          process.stderr.write(`${kind.name}.jsonl, id ${Number(id)} is left out: it ${message}\n`);
      },
      tell,
    );
  }

  /** Number of records that were left out, as what they describe was there already. */
  private async countLeftOut(kind: TransferKind): Promise<number> {
    return (await this.ledger.position(this.of.id, leftOutOf(kind))) ?? 0;
  }

  /** Notes them as if they were there: what is there stands in their way. */
  private async leaveOut(kind: TransferKind, records: readonly TransferRecord[]): Promise<void> {
    if (records.length === 0) return;
    const ids = records.map(({ id }) => [Number(id), 0] as const);
    await this.ledger.noteKnown(this.of.id, kind.name, new Map(ids));
  }

  /** @param work calls `commit` in its unit of work, which notes that it is done */
  private async walk(
    kind: TransferKind,
    name: string,
    work: (records: readonly TransferRecord[], commit: () => Promise<void>) => Promise<void>,
    tell: (done: number) => void = () => undefined,
  ): Promise<void> {
    const { id, folder } = this.of;
    const step = `${name} ${kind.name}`;
    const start = await this.ledger.position(id, step);
    if (start === null) return;
    let position = start;
    let done = 0;
    for await (const lines of recordsOf(recordsPath(folder, kind.name), start)) {
      const records = lines.map(({ record }) => record as TransferRecord);
      const end = lines.at(-1)?.end ?? position;
      const from = position;
      await work(records, () => this.ledger.advance(id, step, from, end));
      position = end;
      await turn();
      tell((done += records.length));
    }
    await this.unitOfWork.run(() => this.ledger.advance(id, step, position, null));
  }

  /** Stores the files of records, and runs the work in the same unit of work. */
  private async withFiles(
    kind: TransferKind,
    records: readonly TransferRecord[],
    work: () => Promise<void>,
  ): Promise<void> {
    const files = await this.filesOf(kind, records);
    const lost = hashesOf(kind, records).filter((hash) => this.lost.has(hash));
    const all = async () => {
      await this.blobs.takeLost(lost);
      await work();
    };
    try {
      if (files.length > 0) await this.blobs.attach(files, all);
      else await this.unitOfWork.run(all);
    } finally {
      for (const { path } of files) await rm(path, { force: true });
    }
  }

  /**
   * Copies of the files: the storage shares the bytes of what it is given, and the folder is the operator's.
   */
  private async filesOf({ file }: TransferKind, records: readonly TransferRecord[]): Promise<NewFile[]> {
    const files = new Map<string, NewFile>();
    if (!file) return [];
    for (const record of records) {
      const hash = textIn(record, file.hash);
      if (files.has(hash) || this.lost.has(hash)) continue;
      const path = this.temp.path();
      await copyFile(filePath(this.of.folder, hash), path, constants.COPYFILE_FICLONE);
      const { size } = await stat(path);
      files.set(hash, { hash, size, path, contentType: file.contentType(record) });
    }
    return [...files.values()];
  }

  private async derive(progress: Progress): Promise<void> {
    for (const { name, next } of this.app.get(DerivedData).derivations) {
      const step = `derived ${name}`;
      for (;;) {
        const position = await this.ledger.position(this.of.id, step);
        if (position === null) break;
        const after = await next(position);
        await turn();
        await this.unitOfWork.run(() => this.ledger.advance(this.of.id, step, position, after));
        if (after !== null) progress.tell(name, after);
      }
    }
  }
}

/** The step whose position is their number. */
const leftOutOf = ({ name }: TransferKind): string => `left out ${name}`;

const hashesOf = ({ file }: TransferKind, records: readonly TransferRecord[]): string[] =>
  file ? [...new Set(records.map((record) => textIn(record, file.hash)))] : [];
