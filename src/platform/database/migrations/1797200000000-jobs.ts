import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Leases of jobs that one instance runs at a time. */
export class Jobs1797200000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const type = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    await runner.createTable(
      new Table({
        name: 'jobs',
        columns: [
          { name: 'name', type: 'varchar', length: '100', isPrimary: true },
          { name: 'holder', type: 'varchar', length: '36', isNullable: true },
          { name: 'leased_until_ts', type: 'bigint' },
          { name: 'started_ts', type: 'bigint' },
          { name: 'due_ts', type: 'bigint' },
          { name: 'succeeded_ts', type: 'bigint' },
          { name: 'failures', type },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('jobs');
  }
}
