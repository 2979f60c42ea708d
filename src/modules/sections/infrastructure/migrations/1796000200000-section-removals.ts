import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

/** Sections that are removed and still have posts to get rid of. */
export class SectionRemovals1796000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    await runner.addColumn(
      'sections',
      new TableColumn({ name: 'removed_to', type: isSqlite ? 'integer' : 'int', isNullable: true }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('sections', 'removed_to');
  }
}
