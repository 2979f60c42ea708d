import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

/** Deliveries of one article have turns, which replays take behind those that wait. */
export class DeliveryTurns1798000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // TypeORM would copy the table.
    if (runner.dataSource.options.type === 'better-sqlite3')
      await runner.query('ALTER TABLE webhook_deliveries ADD COLUMN turn integer NOT NULL DEFAULT (0)');
    else
      await runner.addColumn(
        'webhook_deliveries',
        new TableColumn({ name: 'turn', type: 'int', default: 0 }),
      );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE webhook_deliveries DROP COLUMN turn');
  }
}
