import { type MigrationInterface, type QueryRunner, Table, type TableColumnOptions } from 'typeorm';

/** Former versions of articles, and their long texts. */
export class ArticleRevisions1797400600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    const integer = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
      name,
      type: isSqlite ? 'integer' : 'int',
      ...more,
    });
    const text = (name: string): TableColumnOptions => ({
      name,
      type: 'longtext',
      isNullable: true,
    });
    await runner.createTable(
      new Table({
        name: 'article_revisions',
        columns: [
          integer('article_id', { isPrimary: true }),
          integer('version', { isPrimary: true }),
          { name: 'created_ts', type: 'bigint' },
          integer('author_id', { isNullable: true }),
          text('fields'),
          text('state'),
        ],
        foreignKeys: [articleOf('article_revisions')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'revision_texts',
        columns: [
          integer('article_id', { isPrimary: true }),
          { name: 'hash', type: 'varchar', length: '32', isPrimary: true },
          integer('last_version'),
          text('content'),
        ],
        indices: [{ name: 'revision_texts_by_last', columnNames: ['article_id', 'last_version'] }],
        foreignKeys: [articleOf('revision_texts')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('revision_texts');
    await runner.dropTable('article_revisions');
  }
}

function articleOf(table: string) {
  return {
    name: `${table}_article_id`,
    columnNames: ['article_id'],
    referencedTableName: 'articles',
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
    onUpdate: 'NO ACTION',
  };
}
