import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

/** Webhooks know the first change that they are told of. */
export class WebhookBeginnings1798000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('webhooks', new TableColumn({ name: 'begins_after', type: 'bigint', default: 0 }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('webhooks', 'begins_after');
  }
}
