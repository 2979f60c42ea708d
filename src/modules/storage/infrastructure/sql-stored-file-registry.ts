import { Injectable } from '@nestjs/common';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { Database } from '../../../platform/database/database.js';
import { isMissingReference } from '../../../platform/database/database-errors.js';
import { sql } from '../../../platform/database/sql.js';
import type { StoredFileRecord } from '../domain/stored-file-record.js';
import { type FileFacts, type ReleasedFile, StoredFileRegistry } from '../domain/stored-file-registry.js';

const TABLE = 'stored_files';
const COLUMNS = ['hash', 'size', 'released_ts'];
const SELECT = 'SELECT hash, size, released_ts AS releasedTs FROM stored_files';

@Injectable()
export class SqlStoredFileRegistry extends StoredFileRegistry {
  constructor(private readonly database: Database) {
    super();
  }

  async take(files: readonly FileFacts[]): Promise<void> {
    const rows = files.map(({ hash, size }) => [hash, size, null]);
    await this.database.upsert(TABLE, COLUMNS, ['hash'], rows);
  }

  async addReleased(files: readonly FileFacts[], at: UtcSeconds): Promise<void> {
    const rows = files.map(({ hash, size }) => [hash, size, at]);
    // Locks a row that is there, and changes nothing in it.
    await this.database.upsert(TABLE, COLUMNS, ['hash'], rows, (column) => column);
  }

  async release(hash: string, at: UtcSeconds): Promise<void> {
    await this.database.execute('UPDATE stored_files SET released_ts = ? WHERE hash = ?', [at, hash]);
  }

  async lock(hash: string): Promise<StoredFileRecord | null> {
    const [row] = await this.database.rows<StoredFileRecord>(
      `${SELECT} WHERE hash = ?${this.database.forUpdate}`,
      [hash],
    );
    return row ?? null;
  }

  async lockReleased(hash: string, until: UtcSeconds): Promise<StoredFileRecord | null> {
    const [row] = await this.database.rows<StoredFileRecord>(
      `${SELECT} WHERE hash = ? AND released_ts <= ?${this.database.forUpdateOfFree}`,
      [hash, until],
    );
    return row ?? null;
  }

  async removeUnused(hash: string): Promise<boolean> {
    try {
      await this.database.execute('DELETE FROM stored_files WHERE hash = ?', [hash]);
      return true;
    } catch (error) {
      if (!isMissingReference(error)) throw error;
      await this.database.execute('UPDATE stored_files SET released_ts = NULL WHERE hash = ?', [hash]);
      return false;
    }
  }

  listReleased(until: UtcSeconds, after: ReleasedFile | null, limit: number): Promise<ReleasedFile[]> {
    const { releasedTs, hash } = after ?? { releasedTs: -1, hash: '' };
    return this.database.select(
      sql`SELECT hash, released_ts AS releasedTs FROM stored_files
           WHERE released_ts >= ${releasedTs} AND released_ts <= ${until}
             AND (released_ts > ${releasedTs} OR hash > ${hash})
           ORDER BY released_ts, hash LIMIT ${limit}`,
    );
  }

  listAfter(hash: string, limit: number): Promise<StoredFileRecord[]> {
    return this.database.rows(`${SELECT} WHERE hash > ? ORDER BY hash LIMIT ?`, [hash, limit]);
  }

  async hold(holder: string, seconds: number): Promise<void> {
    const { clock } = this.database;
    // Holds of killed processes expire and are removed with the next one.
    const ended = sql`DELETE FROM stored_file_holds WHERE holder = ${holder} OR until_ts < ${clock}`;
    await this.database.execute(ended.text, ended.parameters);
    const taken = sql`INSERT INTO stored_file_holds (holder, until_ts) VALUES (${holder}, ${clock} + ${seconds})`;
    await this.database.execute(taken.text, taken.parameters);
  }

  async endHold(holder: string): Promise<void> {
    await this.database.execute('DELETE FROM stored_file_holds WHERE holder = ?', [holder]);
  }

  async isHeld(): Promise<boolean> {
    const rows = await this.database.select(
      sql`SELECT 1 FROM stored_file_holds WHERE until_ts >= ${this.database.clock} LIMIT 1`,
    );
    return rows.length > 0;
  }

  async listKnown(hashes: readonly string[]): Promise<ReadonlySet<string>> {
    if (hashes.length === 0) return new Set();
    const rows = await this.database.select<FileFacts>(
      sql`SELECT hash FROM stored_files WHERE hash IN (${hashes})`,
    );
    return new Set(rows.map(({ hash }) => hash));
  }
}
