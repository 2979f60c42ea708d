import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * External ids of articles. Where several articles have one id already, the first keeps it; the others keep
 * it in their own rows, where `doctor` finds them.
 */
export class ProviderPosts1796000300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    const integer = isSqlite ? 'integer' : 'int';
    await runner.createTable(
      new Table({
        name: 'provider_posts',
        columns: [
          { name: 'provider_id', type: integer, isPrimary: true },
          { name: 'provider_post_id', type: 'varchar', length: '255', isPrimary: true },
          { name: 'bytes', type: integer, isPrimary: true },
          { name: 'article_id', type: integer, isNullable: true },
        ],
        indices: [{ name: 'provider_posts_by_article', columnNames: ['article_id'], isUnique: true }],
        foreignKeys: [
          {
            name: 'provider_posts_article_id',
            columnNames: ['article_id'],
            referencedTableName: 'articles',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
            onUpdate: 'NO ACTION',
          },
        ],
      }),
    );
    await runner.query(
      `INSERT INTO provider_posts (provider_id, provider_post_id, bytes, article_id)
       SELECT a.provider_id, MIN(a.provider_post_id), octet_length(a.provider_post_id), MIN(a.id) FROM articles a
        WHERE a.status <> 3 AND a.provider_post_id <> ''
          AND NOT EXISTS (SELECT 1 FROM provider_posts p WHERE p.provider_id = a.provider_id
                             AND p.provider_post_id = a.provider_post_id
                             AND p.bytes = octet_length(a.provider_post_id))
        GROUP BY a.provider_id, a.provider_post_id, octet_length(a.provider_post_id)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('provider_posts');
  }
}
