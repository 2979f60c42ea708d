import { createHash } from 'node:crypto';
import type {
  DataSource,
  MigrationInterface,
  QueryRunner,
  Table,
  TableColumn,
  TableForeignKey,
  TableIndex,
} from 'typeorm';
import { retryStatement } from '../retry.js';

export type MigrationClass = new () => MigrationInterface;

const JOURNAL = 'migration_steps';
/** The database may have been made with others. */
export const CHARACTERS = 'CHARACTER SET utf8mb4 COLLATE utf8mb4_bin';

/** Finds out whether a step has been done. */
type Step = (runner: QueryRunner, ...parameters: never[]) => Promise<boolean>;

/**
 * Whether a step of the schema has been done already. MySQL and MariaDB commit each of them by itself, so a
 * process that is killed leaves the schema between two steps, and between a step and its note in the journal.
 */
const IS_DONE = {
  createTable: (runner, table: Table) => runner.hasTable(table.name),
  dropTable: async (runner, table: string) => !(await runner.hasTable(table)),
  addColumn: (runner, table: string, { name }: TableColumn) => runner.hasColumn(table, name),
  dropColumn: async (runner, table: string, column: string) => !(await runner.hasColumn(table, column)),
  changeColumn: (runner, table: string, name: string, wanted: TableColumn) =>
    isAsWanted(runner, table, name, wanted),
  createIndex: (runner, table: string, { name }: TableIndex) => hasIndex(runner, table, name),
  dropIndex: async (runner, table: string, index: string) => !(await hasIndex(runner, table, index)),
  createForeignKey: (runner, table: string, { name }: TableForeignKey) => hasForeignKey(runner, table, name),
  dropForeignKey: async (runner, table: string, key: string) => !(await hasForeignKey(runner, table, key)),
} satisfies Record<string, Step>;

/** Methods that do several steps of one kind. */
const SEVERAL = {
  addColumns: 'addColumn',
  dropColumns: 'dropColumn',
  createIndices: 'createIndex',
  createForeignKeys: 'createForeignKey',
} as const;

/**
 * A cluster takes back what is in the way of a change on another node, a change of the schema as well; and
 * somebody may hold a table for longer than the limit of a lock.
 */
const TRIES = { tries: 10, pauseMs: 50 };

const READS = /^\s*(SELECT|WITH|SHOW)\b/i;

/**
 * Migrations that go on where they were when they are cut off: each step is noted in a journal, one that was
 * done but not noted is recognised, and a change of data and its note are one transaction. On SQLite, where a
 * migration is a transaction as a whole, none of this is needed.
 *
 * @param assertMayGoOn throws when another process may be migrating
 */
export function restartable(
  migrations: readonly MigrationClass[],
  assertMayGoOn: () => void,
): MigrationClass[] {
  return migrations.map((Migration) => {
    const { name } = Migration;
    return class implements MigrationInterface {
      /** Name under which TypeORM records the migration. */
      readonly name = name;
      private readonly migration = new Migration();

      up(runner: QueryRunner): Promise<void> {
        return this.migration.up(stepByStep(runner, new Journal(runner, name), assertMayGoOn));
      }

      down(runner: QueryRunner): Promise<void> {
        return this.migration.down(runner);
      }
    };
  });
}

export async function createJournal(source: DataSource): Promise<void> {
  await source.query(
    `CREATE TABLE IF NOT EXISTS ${JOURNAL} (migration varchar(255) NOT NULL, step char(64) NOT NULL, PRIMARY KEY (migration, step)) ${CHARACTERS}`,
  );
}

/** Forgets the steps of migrations that are complete: one that is undone may be run again. */
export async function clearJournal(source: DataSource): Promise<void> {
  await source.query(`DELETE FROM ${JOURNAL} WHERE migration IN (SELECT name FROM migrations)`);
}

/** Completed steps of a migration. A step is identified by its statement and how often that came before. */
class Journal {
  private done: Set<string> | undefined;
  private readonly seen = new Map<string, number>();

  constructor(
    private readonly runner: QueryRunner,
    private readonly migration: string,
  ) {}

  keyOf(method: string, parameters: readonly unknown[]): string {
    const what = JSON.stringify([method, parameters]);
    const before = this.seen.get(what) ?? 0;
    this.seen.set(what, before + 1);
    return createHash('sha256').update(`${before} ${what}`).digest('hex');
  }

  async has(step: string): Promise<boolean> {
    this.done ??= await this.read();
    return this.done.has(step);
  }

  private async read(): Promise<Set<string>> {
    const sql = `SELECT step FROM ${JOURNAL} WHERE migration = ?`;
    const rows = (await this.runner.query(sql, [this.migration])) as { step: string }[];
    return new Set(rows.map((row) => row.step));
  }

  async note(step: string): Promise<void> {
    await this.runner.query(`INSERT INTO ${JOURNAL} (migration, step) VALUES (?, ?)`, [this.migration, step]);
  }
}

function stepByStep(runner: QueryRunner, journal: Journal, assertMayGoOn: () => void): QueryRunner {
  const change = async (step: string, work: () => Promise<unknown>) => {
    assertMayGoOn();
    if (await journal.has(step)) return;
    await work();
    await journal.note(step);
  };
  const schemaStep = (method: keyof typeof IS_DONE, parameters: readonly unknown[]) => {
    const step = journal.keyOf(method, parameters);
    const work = async () => {
      const isDone = IS_DONE[method] as Step;
      if (await isDone(runner, ...(parameters as never[]))) return;
      await (runner as unknown as Record<string, (...all: unknown[]) => Promise<void>>)[method]?.(
        ...parameters,
      );
    };
    return retryStatement(() => change(step, work), TRIES);
  };
  const query = async (sql: string, parameters: unknown[] = []): Promise<unknown> => {
    if (READS.test(sql)) return retryStatement(() => runner.query(sql, parameters), TRIES);
    const step = journal.keyOf('query', [sql, parameters]);
    const inTransaction = async () => {
      await runner.startTransaction();
      try {
        await change(step, () => runner.query(sql, parameters));
        await runner.commitTransaction();
      } catch (error) {
        await runner.rollbackTransaction();
        throw error;
      }
    };
    return retryStatement(inTransaction, TRIES);
  };
  return new Proxy(runner, {
    get(target, property: string) {
      if (property === 'query') return query;
      if (property in IS_DONE)
        return (...parameters: unknown[]) => schemaStep(property as keyof typeof IS_DONE, parameters);
      if (property in SEVERAL)
        return async (table: unknown, parts: readonly unknown[]) => {
          for (const part of parts)
            await schemaStep(SEVERAL[property as keyof typeof SEVERAL], [table, part]);
        };
      const value = (target as unknown as Record<string, unknown>)[property];
      if (CHANGES_SCHEMA.test(property))
        throw new Error(`A migration that uses ${property} cannot be taken up again; use other steps.`);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Steps of TypeORM for which nothing says whether they have been done. */
const CHANGES_SCHEMA = /^(create|drop|add|change|rename|update|clear)[A-Z]/;

/**
 * @throws Error for another change than whether a column may be null: TypeORM
 *   would drop the column and its data
 */
async function isAsWanted(
  runner: QueryRunner,
  table: string,
  name: string,
  wanted: TableColumn,
): Promise<boolean> {
  const column = (await runner.getTable(table))?.findColumnByName(name);
  if (column?.type !== wanted.type || wanted.name !== name)
    throw new Error(`A migration cannot change ${table}.${name} like this and be taken up again.`);
  return column.isNullable === wanted.isNullable;
}

async function hasIndex(runner: QueryRunner, table: string, name: string | undefined): Promise<boolean> {
  const found = (await runner.query(
    `SELECT 1 FROM information_schema.statistics
     WHERE table_schema = DATABASE() AND table_name = ? AND index_name = ? LIMIT 1`,
    [table, name],
  )) as unknown[];
  return found.length > 0;
}

async function hasForeignKey(runner: QueryRunner, table: string, name: string | undefined): Promise<boolean> {
  const found = (await runner.query(
    `SELECT 1 FROM information_schema.table_constraints
     WHERE constraint_schema = DATABASE() AND table_name = ? AND constraint_name = ? LIMIT 1`,
    [table, name],
  )) as unknown[];
  return found.length > 0;
}
