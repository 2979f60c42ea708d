import type { DatabaseKind, DumpOptions } from './database-dump.js';
import type { Manifest } from './contents/manifest.js';

/** Whether a database may be restored into; `unfinished` is one whose restore was cut off. */
export type TargetState = 'empty' | 'unfinished' | 'taken';

/**
 * The database that a backup is restored into. Between `load` and `finish` it
 * has a mark, with which no service starts.
 */
export abstract class DatabaseRestore {
  abstract readonly kind: DatabaseKind;
  abstract readonly url: string;

  abstract state(): Promise<TargetState>;

  /** Marks the database, and fills it with a backup; what a restore has left that was cut off goes first. */
  abstract load(backup: string, manifest: Manifest, onProgress: DumpOptions['onProgress']): Promise<void>;

  /** Takes the mark away. */
  abstract finish(): Promise<void>;

  /** Lets others restore into it. */
  abstract close(): Promise<void>;
}
