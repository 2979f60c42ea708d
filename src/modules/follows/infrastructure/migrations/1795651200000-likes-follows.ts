import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

type Column = TableColumnOptions;

/** Likes of articles and follows of sections, in the order of their ids. */
export class LikesFollows1795651200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const integerType = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    const integer = (name: string, more: Partial<Column> = {}): Column => ({
      name,
      type: integerType,
      ...more,
    });
    const id = integer('id', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' });
    const createdTs: Column = { name: 'created_ts', type: 'bigint' };
    await runner.createTable(
      new Table({
        name: 'likes',
        columns: [id, integer('article_id'), integer('author_id'), createdTs],
        indices: [
          { name: 'likes_once', columnNames: ['author_id', 'article_id'], isUnique: true },
          { name: 'likes_by_article', columnNames: ['article_id', 'id'] },
        ],
        foreignKeys: [reference('likes', 'article', 'articles'), reference('likes', 'author', 'authors')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'follows',
        columns: [id, integer('author_id'), integer('section_id'), createdTs],
        indices: [
          { name: 'follows_once', columnNames: ['section_id', 'author_id'], isUnique: true },
          { name: 'follows_by_author', columnNames: ['author_id', 'id'] },
          { name: 'follows_by_section', columnNames: ['section_id', 'id'] },
        ],
        foreignKeys: [reference('follows', 'author', 'authors'), reference('follows', 'section', 'sections')],
      }),
    );
    // No likes have been counted yet.
    await runner.query('UPDATE articles SET likes_count = 0');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('follows');
    await runner.dropTable('likes');
  }
}

function reference(table: string, to: string, referencedTableName: string) {
  return {
    name: `${table}_${to}_id`,
    columnNames: [`${to}_id`],
    referencedTableName,
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
    onUpdate: 'NO ACTION',
  };
}
