import { type MigrationInterface, type QueryRunner, TableColumn, TableIndex } from 'typeorm';

/** Readers of an article before a change and after it. Older events have no readers. */
export class EventAudience1797300000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // TypeORM would copy the table, and SQLite forget the highest id of those that are gone.
    if (runner.dataSource.options.type === 'better-sqlite3')
      await runner.query('ALTER TABLE events ADD COLUMN audience longtext');
    else
      await runner.addColumn(
        'events',
        new TableColumn({ name: 'audience', type: 'longtext', isNullable: true }),
      );
    // A place that is given is written to one index less.
    await runner.dropIndex('events', 'events_by_resource');
    await runner.createIndex('events', byResource(['resource', 'resource_id']));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropIndex('events', 'events_by_resource');
    await runner.createIndex('events', byResource(['resource', 'resource_id', 'position']));
    await runner.query('ALTER TABLE events DROP COLUMN audience');
  }
}

const byResource = (columnNames: string[]) => new TableIndex({ name: 'events_by_resource', columnNames });
