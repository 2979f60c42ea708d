import { TableColumn, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Uploaders of images and documents; unknown for existing ones. */
export class MediaUploaders1796056215000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const type = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    for (const table of TABLES) {
      await runner.addColumn(table, new TableColumn({ name: 'uploaded_by', type, isNullable: true }));
      await runner.createIndex(
        table,
        new TableIndex({ name: `${table}_by_uploader`, columnNames: ['uploaded_by'] }),
      );
    }
    await runner.addColumn(
      'images',
      new TableColumn({ name: 'has_unsigned_urls', type: 'tinyint', default: 0 }),
    );
    await runner.query('UPDATE images SET has_unsigned_urls = 1 WHERE has_unsigned_urls = 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('images', 'has_unsigned_urls');
    for (const table of TABLES) {
      await runner.dropIndex(table, `${table}_by_uploader`);
      await runner.dropColumn(table, 'uploaded_by');
    }
  }
}

const TABLES = ['images', 'documents'] as const;
