import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';

const TABLE = 'article_paths';
const COLUMN = 'former_article_id';
const INDEX = 'article_paths_by_former';

/** A path that is taken remembers the article that it led to. */
export class FormerHolders1797900000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const type = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    await runner.addColumn(TABLE, new TableColumn({ name: COLUMN, type, isNullable: true }));
    await runner.createIndex(TABLE, new TableIndex({ name: INDEX, columnNames: [COLUMN] }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex(TABLE, INDEX);
    await runner.dropColumn(TABLE, COLUMN);
  }
}
