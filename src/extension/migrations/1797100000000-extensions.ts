import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The extensions that have run on the database. */
export class Extensions1797100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'extensions',
        columns: [
          { name: 'name', type: 'varchar', length: '20', isPrimary: true },
          { name: 'compatibility', type: 'varchar', length: '100' },
          { name: 'noted_ts', type: 'bigint' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('extensions');
  }
}
