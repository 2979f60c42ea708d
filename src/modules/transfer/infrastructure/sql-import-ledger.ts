import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { ConflictError } from '../../../kernel/errors.js';
import { Database, type SqlValue } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { sql } from '../../../platform/database/sql.js';
import { ImportLedger, type ImportRun } from '../import-ledger.js';

interface Row {
  readonly id: string;
  readonly remaps: number;
  readonly finishedTs: number | null;
}

const COLUMNS = 'id, remaps, finished_ts AS finishedTs';

@Injectable()
export class SqlImportLedger extends ImportLedger {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async hasUnfinished(): Promise<boolean> {
    const rows = await this.database.rows('SELECT id FROM imports WHERE finished_ts IS NULL LIMIT 1');
    return rows.length > 0;
  }

  async find(id: string): Promise<ImportRun | null> {
    return runOf(await this.database.rows(`SELECT ${COLUMNS} FROM imports WHERE id = ?`, [id]));
  }

  async begin({ id, remaps }: ImportRun, offsets: ReadonlyMap<string, number>): Promise<void> {
    await this.once('INSERT INTO imports (id, remaps, begun_ts, finished_ts) VALUES (?, ?, ?, NULL)', [
      id,
      Number(remaps),
      this.clock.now(),
    ]);
    for (const [kind, added] of offsets)
      await this.database.execute('INSERT INTO import_offsets (import_id, kind, added) VALUES (?, ?, ?)', [
        id,
        kind,
        added,
      ]);
  }

  async finish(id: string): Promise<void> {
    await this.database.execute('UPDATE imports SET finished_ts = ? WHERE id = ?', [this.clock.now(), id]);
    for (const table of ['import_offsets', 'import_steps', 'import_known'])
      await this.database.execute(`DELETE FROM ${table} WHERE import_id = ?`, [id]);
  }

  async offsets(id: string): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.rows<{ kind: string; added: number }>(
      'SELECT kind, added FROM import_offsets WHERE import_id = ?',
      [id],
    );
    return new Map(rows.map(({ kind, added }) => [kind, added]));
  }

  async position(id: string, step: string): Promise<number | null> {
    const [row] = await this.database.rows<{ position: number | null }>(
      'SELECT position FROM import_steps WHERE import_id = ? AND name = ?',
      [id, step],
    );
    return row ? row.position : 0;
  }

  async advance(id: string, step: string, from: number, to: number | null): Promise<void> {
    const changed = await this.database.execute(
      'UPDATE import_steps SET position = ? WHERE import_id = ? AND name = ? AND position = ?',
      [to, id, step, from],
    );
    if (changed > 0 || to === from) return;
    const position = await this.position(id, step);
    if (from !== 0 || position !== 0) throw overtaken();
    await this.once('INSERT INTO import_steps (import_id, name, position) VALUES (?, ?, ?)', [id, step, to]);
  }

  async noteKnown(id: string, kind: string, known: ReadonlyMap<number, number>): Promise<void> {
    await this.database.upsert(
      'import_known',
      ['import_id', 'kind', 'old_id', 'known_id'],
      ['import_id', 'kind', 'old_id'],
      [...known].map(([oldId, knownId]) => [id, kind, oldId, knownId]),
    );
  }

  async known(id: string, kind: string, ids: readonly number[]): Promise<ReadonlyMap<number, number>> {
    if (ids.length === 0) return new Map();
    const rows = await this.database.select<{ oldId: number; knownId: number }>(
      sql`SELECT old_id AS oldId, known_id AS knownId FROM import_known
           WHERE import_id = ${id} AND kind = ${kind} AND old_id IN (${ids})`,
    );
    return new Map(rows.map(({ oldId, knownId }) => [oldId, knownId]));
  }

  async countKnown(id: string, kind: string): Promise<number> {
    const [row] = await this.database.rows<{ number: number }>(
      'SELECT COUNT(*) AS number FROM import_known WHERE import_id = ? AND kind = ?',
      [id, kind],
    );
    return row?.number ?? 0;
  }

  /** Inserts a row that no other process has inserted. @throws ConflictError */
  private async once(statement: string, values: readonly SqlValue[]): Promise<void> {
    try {
      await this.database.execute(statement, values);
    } catch (error) {
      throw isUniqueViolation(error) ? overtaken() : error;
    }
  }
}

const overtaken = (): ConflictError =>
  new ConflictError('import-running', 'Another process is importing the same folder.');

function runOf([row]: Row[]): ImportRun | null {
  return row ? { id: row.id, remaps: row.remaps !== 0, isFinished: row.finishedTs !== null } : null;
}
