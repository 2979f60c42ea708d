import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';

export class Corrections1797300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'newsroom_corrections',
        columns: [
          {
            name: 'id',
            type: 'integer',
            isPrimary: true,
            isGenerated: true,
            generationStrategy: 'increment',
          },
          { name: 'article_id', type: 'integer' },
          { name: 'text', type: 'longtext' },
          { name: 'created_ts', type: 'bigint' },
        ],
        indices: [{ name: 'newsroom_corrections_by_article', columnNames: ['article_id'] }],
        foreignKeys: [
          {
            name: 'newsroom_corrections_article_id',
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
    await runner.dropTable('newsroom_corrections');
  }
}
