import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Names that authors had before, which are in the URLs of their pages. */
export class AuthorNames1795910400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    await runner.createTable(
      new Table({
        name: 'author_names',
        columns: [
          { name: 'name', type: 'varchar', length: '100', isPrimary: true },
          { name: 'author_id', type: isSqlite ? 'integer' : 'int' },
        ],
        indices: [{ name: 'author_names_by_author', columnNames: ['author_id'] }],
        foreignKeys: [
          {
            name: 'author_names_author_id',
            columnNames: ['author_id'],
            referencedTableName: 'authors',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
            onUpdate: 'NO ACTION',
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('author_names');
  }
}
