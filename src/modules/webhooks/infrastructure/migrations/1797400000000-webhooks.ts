import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';

export class Webhooks1797400000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const integer = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    const id = {
      name: 'id',
      type: integer,
      isPrimary: true,
      isGenerated: true,
      generationStrategy: 'increment',
    } as const;
    const text = (name: string) => ({ name, type: 'longtext', isNullable: true });
    const seconds = (name: string, isNullable = false) => ({ name, type: 'bigint', isNullable });
    await runner.createTable(
      new Table({
        name: 'webhooks',
        columns: [
          id,
          { ...text('url'), isNullable: false },
          text('actions'),
          text('sections'),
          text('headers'),
          text('basic_auth'),
          { name: 'payload_form', type: 'varchar', length: '20' },
          { name: 'secret', type: 'varchar', length: '255' },
          { name: 'is_active', type: 'tinyint', default: 0 },
          seconds('failing_since_ts', true),
          text('off_reason'),
          seconds('created_ts'),
          seconds('updated_ts'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'webhook_snapshots',
        columns: [
          { name: 'article_id', type: integer, isPrimary: true },
          { name: 'version', type: integer, isPrimary: true },
          text('sections'),
          { ...text('post'), isNullable: false },
          seconds('created_ts'),
        ],
        indices: [new TableIndex({ name: 'webhook_snapshots_by_created', columnNames: ['created_ts'] })],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'webhook_deliveries',
        columns: [
          { ...id, type: runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'bigint' },
          { name: 'webhook_id', type: integer },
          { name: 'event_id', type: 'varchar', length: '64' },
          { name: 'action', type: 'varchar', length: '20' },
          { name: 'article_id', type: integer, isNullable: true },
          { name: 'version', type: integer, isNullable: true },
          { name: 'author_id', type: integer, isNullable: true },
          { name: 'status', type: 'varchar', length: '10' },
          { name: 'attempts', type: integer, default: 0 },
          seconds('begin_ts'),
          seconds('last_attempt_ts', true),
          { name: 'response_status', type: integer, isNullable: true },
          text('response_body'),
          seconds('next_attempt_ts', true),
          seconds('created_ts'),
        ],
        indices: [
          new TableIndex({
            name: 'webhook_deliveries_once',
            columnNames: ['webhook_id', 'event_id'],
            isUnique: true,
          }),
          new TableIndex({
            name: 'webhook_deliveries_due',
            columnNames: ['status', 'webhook_id', 'next_attempt_ts'],
          }),
          new TableIndex({
            name: 'webhook_deliveries_of_article',
            columnNames: ['webhook_id', 'article_id', 'status', 'next_attempt_ts'],
          }),
          new TableIndex({ name: 'webhook_deliveries_of_webhook', columnNames: ['webhook_id', 'id'] }),
          new TableIndex({ name: 'webhook_deliveries_by_created', columnNames: ['created_ts'] }),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['webhook_deliveries', 'webhook_snapshots', 'webhooks'])
      await runner.dropTable(table);
  }
}
