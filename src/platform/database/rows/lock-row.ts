import type { Database } from '../database.js';

/** Locks a row until the transaction ends; on SQLite a writer is alone. */
export async function lockRow(database: Database, table: string, id: number): Promise<void> {
  await database.rows(`SELECT id FROM ${table} WHERE id = ?${database.forUpdate}`, [id]);
}
