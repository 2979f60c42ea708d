import { type MigrationInterface, type QueryRunner, Table, TableIndex } from 'typeorm';

/** A record of every write. */
export class AuditRecords1797400700000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    const integer = isSqlite ? 'integer' : 'int';
    const text = (name: string, length: number, isNullable = false) => ({
      name,
      type: 'varchar',
      length: String(length),
      isNullable,
    });
    const by = (name: string, ...columnNames: string[]) =>
      new TableIndex({ name: `audit_records_by_${name}`, columnNames: [...columnNames, 'created_ts'] });
    await runner.createTable(
      new Table({
        name: 'audit_records',
        columns: [
          {
            name: 'id',
            type: isSqlite ? 'integer' : 'bigint',
            isPrimary: true,
            isGenerated: true,
            generationStrategy: 'increment',
          },
          { name: 'created_ts', type: 'bigint' },
          { name: 'author_id', type: integer, isNullable: true },
          text('key_prefix', 8, true),
          text('method', 10, true),
          text('route', 255),
          text('resource', 50),
          { name: 'resource_id', type: 'bigint', isNullable: true },
          text('verb', 50),
          { name: 'status', type: integer, isNullable: true },
          text('request_id', 100, true),
          text('address', 45, true),
        ],
        indices: [
          by('time'),
          by('author', 'author_id'),
          by('resource', 'resource'),
          by('resource_id', 'resource_id'),
          by('verb', 'verb'),
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('audit_records');
  }
}
