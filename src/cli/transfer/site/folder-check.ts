import { readdir } from 'node:fs/promises';
import type { SiteRecords } from '../../../modules/transfer/site-records.js';
import {
  declaredKinds,
  textIn,
  type TransferKind,
  type TransferRecord,
} from '../../../modules/transfer/transfer-kind.js';
import { sumOf } from '../../../platform/files/file-sum.js';
import { filePath, filesFolder, type Manifest, recordsPath } from './manifest.js';
import type { Progress } from '../../progress/progress.js';
import { recordsOf } from './record-file.js';
import { TreeCheck } from './tree-check.js';

/** Faults that are told of a file; one that is damaged has many. */
const MAX_FAULTS = 20;

/** Contents of a folder, as found by the check. */
export interface FolderFindings {
  readonly faults: readonly string[];
  /** Numbers of records, by the names of their kinds. */
  readonly counts: ReadonlyMap<string, number>;
  /** The highest ids, by the names of their kinds. */
  readonly highestIds: ReadonlyMap<string, number>;
}

/**
 * Reads a whole folder before anything of it is imported: checksums, and whether each record can be stored.
 */
export class FolderCheck {
  private readonly faults: string[] = [];
  private readonly counts = new Map<string, number>();
  private readonly highestIds = new Map<string, number>();
  /** Hashes of the files that are there, and of those that the site had lost. */
  private files: ReadonlySet<string> = new Set();

  constructor(
    private readonly folder: string,
    private readonly manifest: Manifest,
    private readonly site: SiteRecords,
    private readonly progress: Progress,
  ) {}

  async run(): Promise<FolderFindings> {
    const names = await readdir(filesFolder(this.folder)).catch(() => []);
    this.files = new Set([...names, ...this.manifest.files.missing]);
    const kinds = new Map(declaredKinds().map((kind) => [kind.name, kind]));
    for (const { kind: name, sha256 } of this.manifest.records) {
      const kind = kinds.get(name);
      if (!kind) this.faults.push(`${name}.jsonl: this service does not know such records`);
      else await this.checkRecords(kind, sha256);
    }
    await this.checkFiles(names);
    return { faults: this.faults, counts: this.counts, highestIds: this.highestIds };
  }

  private async checkRecords(kind: TransferKind, sha256: string): Promise<void> {
    const path = recordsPath(this.folder, kind.name);
    const digest = await sumOf(path).catch(() => null);
    if (digest?.sha256 !== sha256) {
      const fault = digest ? 'its checksum is not that of the manifest' : 'cannot be read';
      this.faults.push(`${kind.name}.jsonl: ${fault}`);
      return;
    }
    let count = 0;
    let highest = 0;
    const tree = kind.tree && new TreeCheck(kind.tree);
    for await (const lines of recordsOf(path))
      for (const { number, record, fault } of lines) {
        count += 1;
        const found =
          fault ?? this.site.faultOf(kind, record) ?? this.fileFaultOf(kind, record as TransferRecord);
        if (found !== null) {
          if (this.tell(kind, number, found) >= MAX_FAULTS) return;
          continue;
        }
        highest = Math.max(highest, ...idsIn(kind, record as TransferRecord));
        tree?.note(number, record as TransferRecord);
      }
    for (const [line, fault] of tree?.faults() ?? []) if (this.tell(kind, line, fault) >= MAX_FAULTS) return;
    this.counts.set(kind.name, count);
    this.highestIds.set(kind.name, highest);
  }

  /** @returns how many faults there are */
  private tell({ name }: TransferKind, line: number, fault: string): number {
    return this.faults.push(`${name}.jsonl, line ${line}: ${fault}`);
  }

  private fileFaultOf({ file }: TransferKind, record: TransferRecord): string | null {
    if (!file) return null;
    const hash = textIn(record, file.hash);
    if (!/^[0-9a-f]{64}$/.test(hash)) return `${file.hash}: is not a SHA-256`;
    return this.files.has(hash) ? null : `${file.hash}: files/${hash} is not there`;
  }

  private async checkFiles(names: readonly string[]): Promise<void> {
    let done = 0;
    for (const name of names) {
      const { sha256 } = await sumOf(filePath(this.folder, name));
      if (sha256 !== name) this.faults.push(`files/${name}: its checksum is not its name`);
      this.progress.tell('checked files', (done += 1), names.length);
      if (this.faults.length >= MAX_FAULTS) return;
    }
    const { count } = this.manifest.files;
    if (names.length !== count)
      this.faults.push(`files: ${names.length} are there, the manifest has ${count}`);
  }
}

/** Its own id, and those of its parts. */
function idsIn(kind: TransferKind, record: TransferRecord): number[] {
  const parts = Object.entries(kind.parts ?? {}).filter(([, { ids }]) => ids !== undefined);
  const ofParts = parts.flatMap(([name]) => (record[name] ?? []) as readonly TransferRecord[]);
  return [record, ...ofParts].map(({ id }) => Number(id ?? 0));
}
