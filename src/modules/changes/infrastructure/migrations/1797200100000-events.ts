import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Every committed change as an event, and how far its consumers are. */
export class Events1797200100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    const integer = isSqlite ? 'integer' : 'int';
    // On SQLite only INTEGER is the key of the row.
    const id = isSqlite ? 'integer' : 'bigint';
    await runner.createTable(
      new Table({
        name: 'events',
        columns: [
          { name: 'id', type: id, isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
          { name: 'position', type: 'bigint', isNullable: true },
          { name: 'resource', type: 'varchar', length: '20' },
          { name: 'resource_id', type: integer },
          { name: 'verb', type: 'varchar', length: '20' },
          { name: 'version', type: integer, isNullable: true },
          { name: 'created_ts', type: 'bigint' },
          { name: 'author_id', type: integer, isNullable: true },
          { name: 'fields', type: 'longtext', isNullable: true },
        ],
        indices: [
          { name: 'events_by_position', columnNames: ['position'], isUnique: true },
          { name: 'events_by_resource', columnNames: ['resource', 'resource_id', 'position'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'event_order',
        columns: [
          { name: 'id', type: integer, isPrimary: true },
          { name: 'last_position', type: 'bigint' },
          { name: 'forgotten_position', type: 'bigint' },
        ],
      }),
    );
    await runner.query('INSERT INTO event_order (id, last_position, forgotten_position) VALUES (1, 0, 0)');
    await runner.createTable(
      new Table({
        name: 'event_consumers',
        columns: [
          { name: 'name', type: 'varchar', length: '100', isPrimary: true },
          { name: 'position', type: 'bigint' },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'event_retries',
        columns: [
          { name: 'consumer', type: 'varchar', length: '100', isPrimary: true },
          { name: 'resource', type: 'varchar', length: '20', isPrimary: true },
          { name: 'resource_id', type: integer, isPrimary: true },
          { name: 'position', type: 'bigint' },
          { name: 'attempts', type: integer },
          { name: 'due_ts', type: 'bigint' },
        ],
        indices: [{ name: 'event_retries_by_due', columnNames: ['consumer', 'due_ts'] }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of ['event_retries', 'event_consumers', 'event_order', 'events'])
      await runner.dropTable(table);
  }
}
