import { Table, TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Remembered answers have a status and headers, and are of any size. */
export class IdempotentWrites1796100100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const integer = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    await runner.addColumn(
      'idempotency_keys',
      new TableColumn({ name: 'headers', type: 'longtext', isNullable: true }),
    );
    await runner.addColumn(
      'idempotency_keys',
      new TableColumn({ name: 'status', type: integer, isNullable: true }),
    );
    await runner.addColumn('idempotency_keys', new TableColumn({ name: 'parts', type: integer, default: 0 }));
    await runner.createTable(
      new Table({
        name: 'idempotency_answers',
        columns: [
          { name: 'author_id', type: integer, isPrimary: true },
          { name: 'name', type: 'varchar', length: '255', isPrimary: true },
          { name: 'part', type: integer, isPrimary: true },
          { name: 'content', type: 'longtext', isNullable: true },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('idempotency_answers');
    for (const column of ['parts', 'status', 'headers']) await runner.dropColumn('idempotency_keys', column);
  }
}
