import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The files that the service stores, for other tables to refer to. */
export class StoredFiles1795392000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'stored_files',
        columns: [
          { name: 'hash', type: 'varchar', length: '64', isPrimary: true },
          { name: 'size', type: 'bigint' },
          { name: 'released_ts', type: 'bigint', isNullable: true },
        ],
        indices: [{ name: 'stored_files_by_released', columnNames: ['released_ts'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('stored_files');
  }
}
