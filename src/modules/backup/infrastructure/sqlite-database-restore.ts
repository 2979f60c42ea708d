import { constants, existsSync, mkdirSync } from 'node:fs';
import { chmod, copyFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import BetterSqlite3 from 'sqlite-driver';
import { syncPath } from '../../../platform/files/sync-path.js';
import { ConflictError } from '../../../kernel/errors.js';
import { RESTORE_MARK } from '../../../platform/database/migrating/restore-mark.js';
import { DatabaseRestore, type TargetState } from '../database-restore.js';
import { SNAPSHOT } from '../contents/dump-paths.js';
import { databaseFolder, type Manifest } from '../contents/manifest.js';

/** Puts the file of a backup in its place at once, with its mark. */
export class SqliteDatabaseRestore extends DatabaseRestore {
  readonly kind = 'sqlite';
  private readonly file: string;
  private readonly lock: BetterSqlite3.Database;

  /** @throws ConflictError while another restore is at work */
  constructor(readonly url: string) {
    super();
    this.file = resolve(url.slice('sqlite:'.length));
    mkdirSync(dirname(this.file), { recursive: true });
    // The operating system frees it when a process dies.
    this.lock = new BetterSqlite3(`${this.file}-restore-lock`, { timeout: 0 });
    try {
      this.lock.exec('BEGIN EXCLUSIVE');
    } catch {
      this.lock.close();
      throw new ConflictError('restore-running', 'Another restore into this database is at work.');
    }
  }

  state(): Promise<TargetState> {
    if (!existsSync(this.file)) return Promise.resolve('empty');
    const names = this.within((db) =>
      db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all(),
    );
    if (names.length === 0) return Promise.resolve('empty');
    return Promise.resolve(names.includes(RESTORE_MARK) ? 'unfinished' : 'taken');
  }

  async load(backup: string, manifest: Manifest): Promise<void> {
    const draft = `${this.file}-restoring`;
    await copyFile(join(databaseFolder(backup), SNAPSHOT), draft, constants.COPYFILE_FICLONE);
    await chmod(draft, 0o600);
    const db = new BetterSqlite3(draft);
    try {
      db.exec(`CREATE TABLE ${RESTORE_MARK} (backup TEXT NOT NULL)`);
      db.prepare(`INSERT INTO ${RESTORE_MARK} VALUES (?)`).run(manifest.takenAt);
    } finally {
      db.close();
    }
    for (const path of [draft, dirname(this.file)]) await syncPath(path);
    for (const rest of ['-wal', '-shm', '-journal']) await rm(this.file + rest, { force: true });
    await rename(draft, this.file);
    await syncPath(dirname(this.file));
  }

  finish(): Promise<void> {
    this.within((db) => db.exec(`DROP TABLE ${RESTORE_MARK}`));
    return Promise.resolve();
  }

  async close(): Promise<void> {
    this.lock.close();
    await rm(`${this.file}-restore-lock`, { force: true });
  }

  private within<T>(work: (db: BetterSqlite3.Database) => T): T {
    const db = new BetterSqlite3(this.file);
    try {
      db.pragma('synchronous = FULL');
      return work(db);
    } finally {
      db.close();
    }
  }
}
