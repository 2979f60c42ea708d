import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';

/** When versions were replaced. Those without a time go with the next one that is dropped for its age. */
export class ReplacedRevisions1797400800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn({ name: 'replaced_ts', type: 'bigint', isNullable: true });
    // TypeORM would copy the table.
    if (runner.dataSource.options.type === 'better-sqlite3')
      await runner.query('ALTER TABLE article_revisions ADD COLUMN replaced_ts bigint');
    else await runner.addColumn('article_revisions', column);
    await runner.createIndex(
      'article_revisions',
      new TableIndex({ name: 'article_revisions_by_replaced', columnNames: ['replaced_ts'] }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('article_revisions', 'article_revisions_by_replaced');
    await runner.query('ALTER TABLE article_revisions DROP COLUMN replaced_ts');
  }
}
