import { join } from 'node:path';
import { ConflictError } from '../../../kernel/errors.js';
import { RESTORE_MARK } from '../../../platform/database/migrating/restore-mark.js';
import { linesOf } from '../../../platform/files/lines.js';
import type { DumpOptions, TableFacts } from '../database-dump.js';
import { DatabaseRestore, type TargetState } from '../database-restore.js';
import { rowsFile } from '../contents/dump-paths.js';
import { databaseFolder, type Manifest } from '../contents/manifest.js';
import { named, openSession, type ServerSession } from './dump/server-session.js';

/** Rows that are stored together, and characters of their lines. */
const BATCH_ROWS = 500;
const BATCH_CHARACTERS = 1_000_000;
/** A process that was killed a moment ago has the lock until the server notices. */
const LOCK_WAIT_S = 10;

/** Creates the tables of a backup on a server, and fills them. */
export class ServerDatabaseRestore extends DatabaseRestore {
  private constructor(
    readonly url: string,
    private readonly session: ServerSession,
  ) {
    super();
  }

  /** Makes the database when it is missing. @throws ConflictError while another restore is at work */
  static async open(url: string): Promise<ServerDatabaseRestore> {
    await createDatabase(url);
    const session = await openSession(url);
    const [lock] = await session.rows<{ isTaken: number | null }>(
      'SELECT GET_LOCK(SHA2(CONCAT(?, DATABASE()), 256), ?) AS isTaken',
      ['restore of ', LOCK_WAIT_S],
    );
    if (Number(lock?.isTaken) !== 1) {
      session.end();
      throw new ConflictError('restore-running', 'Another restore into this database is at work.');
    }
    return new ServerDatabaseRestore(url, session);
  }

  get kind(): ServerSession['kind'] {
    return this.session.kind;
  }

  async state(): Promise<TargetState> {
    const names = await this.tables();
    if (names.length === 0) return 'empty';
    return names.includes(RESTORE_MARK) ? 'unfinished' : 'taken';
  }

  async load(backup: string, manifest: Manifest, onProgress: DumpOptions['onProgress']): Promise<void> {
    const { session } = this;
    await session.rows('SET SESSION foreign_key_checks = 0');
    await session.rows(
      `CREATE TABLE IF NOT EXISTS ${RESTORE_MARK} (backup varchar(40) NOT NULL PRIMARY KEY)`,
    );
    await session.rows(`REPLACE INTO ${RESTORE_MARK} VALUES (?)`, [manifest.takenAt]);
    for (const name of await this.tables())
      if (name !== RESTORE_MARK) await session.rows(`DROP TABLE ${named(name)}`);
    for (const table of manifest.tables) {
      await session.rows(table.definition ?? '');
      await this.fill(table, join(databaseFolder(backup), rowsFile(table.name)), onProgress);
    }
  }

  async finish(): Promise<void> {
    await this.session.rows(`DROP TABLE ${RESTORE_MARK}`);
  }

  close(): Promise<void> {
    this.session.end();
    return Promise.resolve();
  }

  private async fill(table: TableFacts, path: string, onProgress: DumpOptions['onProgress']): Promise<void> {
    const { name, columns = [], binary = [], rows: total } = table;
    const areBytes = columns.map((column) => binary.includes(column));
    let batch: unknown[][] = [];
    let characters = 0;
    let done = 0;
    const store = async (): Promise<void> => {
      await this.insert(name, columns, batch);
      onProgress(name, (done += batch.length), total);
      batch = [];
      characters = 0;
    };
    for await (const { text, fault } of linesOf(path, { maxBytes: Infinity })) {
      if (text === null) throw new Error(`A line of ${path} ${fault ?? ''}.`);
      const values = JSON.parse(text) as (string | null)[];
      batch.push(
        values.map((value, index) =>
          value !== null && areBytes[index] ? Buffer.from(value, 'base64') : value,
        ),
      );
      characters += text.length;
      if (batch.length >= BATCH_ROWS || characters >= BATCH_CHARACTERS) await store();
    }
    if (batch.length > 0) await store();
  }

  private async insert(table: string, columns: readonly string[], rows: readonly unknown[][]): Promise<void> {
    const names = columns.map(named).join(', ');
    try {
      await this.session.rows(`INSERT INTO ${named(table)} (${names}) VALUES ?`, [rows]);
    } catch (error) {
      if ((error as { code?: string }).code !== 'ER_NET_PACKET_TOO_LARGE') throw error;
      throw new ConflictError(
        'row-too-large',
        `A row of ${table} is larger than the server takes: raise its max_allowed_packet, and run this again.`,
      );
    }
  }

  private async tables(): Promise<string[]> {
    const rows = await this.session.rows<{ name: string }>(
      "SELECT TABLE_NAME AS name FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_TYPE = 'BASE TABLE'",
    );
    return rows.map(({ name }) => name);
  }
}

async function createDatabase(url: string): Promise<void> {
  const server = new URL(url);
  const name = decodeURIComponent(server.pathname.slice(1));
  // Every account may use it, and it is always there.
  server.pathname = '/information_schema';
  const session = await openSession(server.href);
  // An account without the right to create databases has been given one; connecting to it tells.
  await session
    .rows(`CREATE DATABASE IF NOT EXISTS ${named(name)} CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`)
    .catch(() => undefined);
  session.end();
}
