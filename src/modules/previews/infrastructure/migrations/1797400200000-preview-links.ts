import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

/** Links that open one article to whoever has them. */
export class PreviewLinks1797400200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    const integer = (name: string, more: Partial<TableColumnOptions> = {}): TableColumnOptions => ({
      name,
      type: isSqlite ? 'integer' : 'int',
      ...more,
    });
    await runner.createTable(
      new Table({
        name: 'preview_links',
        columns: [
          integer('id', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
          integer('article_id'),
          integer('author_id'),
          { name: 'hash', type: 'varchar', length: '64' },
          { name: 'created_ts', type: 'bigint' },
          { name: 'expires_ts', type: 'bigint' },
        ],
        indices: [
          { name: 'preview_links_by_article', columnNames: ['article_id', 'id'] },
          { name: 'preview_links_by_author', columnNames: ['author_id'] },
          { name: 'preview_links_by_hash', columnNames: ['hash'], isUnique: true },
        ],
        foreignKeys: [reference('article', 'articles'), reference('author', 'authors')],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('preview_links');
  }
}

function reference(to: string, referencedTableName: string) {
  return {
    name: `preview_links_${to}_id`,
    columnNames: [`${to}_id`],
    referencedTableName,
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
    onUpdate: 'NO ACTION',
  };
}
