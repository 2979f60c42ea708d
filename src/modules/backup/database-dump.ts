import type { FileSum } from '../../platform/files/file-sum.js';

/** The databases that there are; a backup is restored on the one that it was made of. */
export type DatabaseKind = 'sqlite' | 'mariadb' | 'mysql';

/** A table as a backup holds it. */
export interface TableFacts {
  readonly name: string;
  readonly rows: number;
  /** Checksum of the rows as lines of JSON in the order of the primary key; hexadecimal. */
  readonly sha256: string;
  /** Statement that creates it, and the columns of its lines; of servers only. */
  readonly definition?: string;
  readonly columns?: readonly string[];
  /** Columns whose values are bytes, as Base64. */
  readonly binary?: readonly string[];
}

/** Position of the server's binary log at the time of the backup. */
export interface LogPosition {
  readonly file: string;
  readonly position: number;
  readonly gtid: string | null;
}

/** A database as it was at one time. */
export interface DumpFacts {
  readonly database: { readonly kind: DatabaseKind; readonly version: string };
  /** ISO 8601, UTC. Everything that was committed before is there. */
  readonly takenAt: string;
  /** Names of the migrations that had run, the oldest first. */
  readonly migrations: readonly string[];
  readonly tables: readonly TableFacts[];
  /** The file of the database; null of servers, which have a file for each table. */
  readonly snapshot: FileSum | null;
  /** The list of the stored files that its rows need. */
  readonly fileList: FileSum & { readonly count: number };
  /** Null without a binary log, or the right to look at it. */
  readonly position: LogPosition | null;
  /** Things of the database other than tables, which are not in the backup. */
  readonly leftOut: readonly string[];
}

export interface DumpOptions {
  readonly stopping: AbortSignal;
  readonly onProgress: (part: string, done: number, total?: number) => void;
}

/** Writes the database into a folder, as it is at one time, while it is being written to. */
export abstract class DatabaseDump {
  /** @param folder is there, and empty */
  abstract take(folder: string, options: DumpOptions): Promise<DumpFacts>;

  /** The tables of another database, by its URL, as a backup would have them. */
  abstract tablesOf(url: string, options: DumpOptions): Promise<readonly TableFacts[]>;
}
