import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The row by which replicas show how late they are. */
export class ReplicaBeats1797800100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'replica_beats',
        columns: [
          { name: 'id', type: 'integer', isPrimary: true },
          { name: 'beat', type: 'bigint' },
          { name: 'beat_ms', type: 'bigint' },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('replica_beats');
  }
}
