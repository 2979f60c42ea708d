import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Identities that providers have vouched for, and their authors. */
export class AuthorIdentities1797100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    await runner.createTable(
      new Table({
        name: 'author_identities',
        columns: [
          { name: 'issuer', type: 'varchar', length: '255', isPrimary: true },
          { name: 'subject', type: 'varchar', length: '255', isPrimary: true },
          { name: 'author_id', type: isSqlite ? 'integer' : 'int', isNullable: true },
          { name: 'created_ts', type: 'bigint' },
        ],
        indices: [{ name: 'author_identities_by_author', columnNames: ['author_id'] }],
        foreignKeys: [
          {
            name: 'author_identities_author_id',
            columnNames: ['author_id'],
            referencedTableName: 'authors',
            referencedColumnNames: ['id'],
            onDelete: 'SET NULL',
            onUpdate: 'NO ACTION',
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('author_identities');
  }
}
