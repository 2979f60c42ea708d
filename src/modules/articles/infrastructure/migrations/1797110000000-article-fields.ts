import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Values of the fields that extensions add to articles. */
export class ArticleFields1797110000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    const integer = isSqlite ? 'integer' : 'int';
    await runner.createTable(
      new Table({
        name: 'article_fields',
        columns: [
          { name: 'status', type: integer, default: 1 },
          { name: 'created_ts', type: 'bigint', default: 0 },
          { name: 'article_id', type: integer, isPrimary: true },
          { name: 'field', type: 'varchar', length: '80', isPrimary: true },
          { name: 'value', type: 'varchar', length: '255', isNullable: true },
          { name: 'text', type: 'longtext', isNullable: true },
        ],
        indices: [
          {
            name: 'article_fields_by_value_listed',
            columnNames: ['field', 'value', 'status', 'created_ts', 'article_id'],
          },
        ],
        foreignKeys: [
          {
            name: 'article_fields_article_id',
            columnNames: ['article_id'],
            referencedTableName: 'articles',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
            onUpdate: 'NO ACTION',
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('article_fields');
  }
}
