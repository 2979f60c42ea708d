import type { MigrationInterface } from 'typeorm';
import type { Extension } from '../../extension/extension.js';
import { closeDataSources, type Dialect, openDataSources } from '../../platform/database/data-sources.js';
import type { Findings } from './findings.js';

/** Lists the tables of this database; TypeORM would list those of all databases of a server. */
const TABLES: Readonly<Record<Dialect, string>> = {
  sqlite: "SELECT name FROM sqlite_master WHERE type = 'table'",
  mysql: 'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
};

/**
 * Takes the migrations of an extension back, the last one first, and forgets that they have run.
 *
 * @returns whether they can run again
 */
export async function checkDown(
  { name: extension, migrations = [] }: Extension,
  url: string,
  findings: Findings,
): Promise<boolean> {
  const sources = await openDataSources(url, { poolSize: 1, entities: [], migrations });
  const { writer, dialect } = sources;
  try {
    return await findings.try('its migrations can be taken back', async () => {
      const runner = writer.createQueryRunner();
      for (const migration of writer.migrations.toSorted((a, b) => timeOf(b) - timeOf(a))) {
        await migration.down(runner);
        await runner.query('DELETE FROM migrations WHERE name = ?', [nameOf(migration)]);
      }
      const tables = (await runner.query(TABLES[dialect])) as readonly { readonly name: string }[];
      const left = tables.map(({ name }) => name).filter((name) => name.startsWith(`${extension}_`));
      await runner.release();
      if (left.length > 0)
        throw new Error(
          `${left.join(', ')} ${left.length > 1 ? 'are' : 'is'} still there: down() has to drop what up() creates`,
        );
    });
  } finally {
    await closeDataSources(sources);
  }
}

const nameOf = (migration: MigrationInterface): string => migration.name ?? migration.constructor.name;
/** Milliseconds, at the end of its name. */
const timeOf = (migration: MigrationInterface): number => Number(nameOf(migration).slice(-13));
