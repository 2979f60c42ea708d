import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Rows by which instances find out whether the database takes writes. */
export class InstanceProbes1795996800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'instance_probes',
        columns: [
          { name: 'instance', type: 'varchar', length: '36', isPrimary: true },
          { name: 'nonce', type: 'varchar', length: '36' },
          { name: 'probed_ts', type: 'bigint' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('instance_probes');
  }
}
