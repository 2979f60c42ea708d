import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Sections, authors, badges, images and documents have versions, and what the latest have changed is known.
 */
export class ResourceVersions1796100200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const type = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    for (const table of TABLES)
      await runner.addColumn(table, new TableColumn({ name: 'version', type, default: 1 }));
    await runner.createTable(
      new Table({
        name: 'resource_changes',
        columns: [
          { name: 'resource', type: 'varchar', length: '20', isPrimary: true },
          { name: 'resource_id', type, isPrimary: true },
          { name: 'slot', type, isPrimary: true },
          { name: 'version', type },
          { name: 'created_ts', type: 'bigint' },
          { name: 'author_id', type, isNullable: true },
          { name: 'fields', type: 'longtext', isNullable: true },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('resource_changes');
    // On SQLite the schema builder would make the tables anew, and what refers to them would be in its way.
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN version`);
  }
}

const TABLES = ['sections', 'authors', 'badges', 'images', 'documents'] as const;
