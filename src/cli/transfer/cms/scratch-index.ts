import { rmSync } from 'node:fs';
import BetterSqlite3 from 'sqlite-driver';

/**
 * Values by kind and key, in a temporary file: an export says in one place what it refers to in another, and
 * may be larger than the memory.
 */
export class ScratchIndex {
  private readonly database: BetterSqlite3.Database;
  private readonly insert: BetterSqlite3.Statement<[string, string, string]>;
  private readonly select: BetterSqlite3.Statement<[string, string], { value: string }>;
  private readonly selectPage: BetterSqlite3.Statement<[string, string], { key: string; value: string }>;
  private readonly selectBelow: BetterSqlite3.Statement<[string, string, string, number], { value: string }>;
  private writes = 0;

  constructor(private readonly path: string) {
    this.database = new BetterSqlite3(path);
    this.database.exec(`
      PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -8000;
      CREATE TABLE facts (kind TEXT, key TEXT, value TEXT, PRIMARY KEY (kind, key)) WITHOUT ROWID;
      BEGIN`);
    this.insert = this.database.prepare('INSERT OR IGNORE INTO facts VALUES (?, ?, ?)');
    this.select = this.database.prepare('SELECT value FROM facts WHERE kind = ? AND key = ?');
    this.selectPage = this.database.prepare(
      'SELECT key, value FROM facts WHERE kind = ? AND key > ? ORDER BY key LIMIT 500',
    );
    this.selectBelow = this.database.prepare(
      'SELECT value FROM facts WHERE kind = ? AND key > ? AND key < ? ORDER BY key LIMIT ?',
    );
  }

  /** @returns whether it was not there yet; what is there stays */
  add(kind: string, key: string, value: unknown = true): boolean {
    this.writes += 1;
    return this.insert.run(kind, key, JSON.stringify(value)).changes > 0;
  }

  /** Adds one to those of an owner, which {@link listOf} gives in their order. */
  append(kind: string, owner: string, value: unknown, position = this.writes): void {
    this.add(kind, `${owner}\u0001${String(position).padStart(12, '0')}\u0001${this.writes}`, value);
  }

  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- what was added under the kind
  find<T>(kind: string, key: string): T | null {
    const row = this.select.get(kind, key);
    return row ? (JSON.parse(row.value) as T) : null;
  }

  /** Values of a kind, in the order of their keys. */
  *all<T>(kind: string): Generator<T, void> {
    for (let last: string | undefined = ''; last !== undefined;) {
      const page = this.selectPage.all(kind, last);
      for (const { value } of page) yield JSON.parse(value) as T;
      last = page.at(-1)?.key;
    }
  }

  listOf<T>(kind: string, owner: string, limit: number): T[] {
    const rows = this.selectBelow.all(kind, `${owner}\u0001`, `${owner}\u0002`, limit);
    return rows.map(({ value }) => JSON.parse(value) as T);
  }

  close(): void {
    this.database.close();
    rmSync(this.path, { force: true });
  }
}
