import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

const TABLES = ['imports', 'import_offsets', 'import_steps', 'import_known'] as const;

/** Progress of imports of whole sites. */
export class Imports1797400300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    const integer = isSqlite ? 'integer' : 'int';
    const importId = { name: 'import_id', type: 'varchar', length: '64', isPrimary: true };
    const kind = { name: 'kind', type: 'varchar', length: '40', isPrimary: true };
    const columns = {
      imports: [
        { name: 'id', type: 'varchar', length: '64', isPrimary: true },
        { name: 'remaps', type: 'tinyint', default: 0 },
        { name: 'begun_ts', type: 'bigint' },
        { name: 'finished_ts', type: 'bigint', isNullable: true },
      ],
      import_offsets: [importId, kind, { name: 'added', type: integer }],
      import_steps: [
        importId,
        { name: 'name', type: 'varchar', length: '60', isPrimary: true },
        { name: 'position', type: 'bigint', isNullable: true },
      ],
      import_known: [
        importId,
        kind,
        { name: 'old_id', type: integer, isPrimary: true },
        { name: 'known_id', type: integer },
      ],
    };
    for (const name of TABLES) await runner.createTable(new Table({ name, columns: columns[name] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of TABLES) await runner.dropTable(name);
  }
}
