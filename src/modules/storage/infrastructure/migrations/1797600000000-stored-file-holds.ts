import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Backups keep files from being removed while they copy them. */
export class StoredFileHolds1797600000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'stored_file_holds',
        columns: [
          { name: 'holder', type: 'varchar', length: '36', isPrimary: true },
          { name: 'until_ts', type: 'bigint' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('stored_file_holds');
  }
}
