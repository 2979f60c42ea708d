import { type MigrationInterface, type QueryRunner, Table } from 'typeorm';
import { MAX_FROM, MAX_TO } from '../../domain/redirect.entity.js';

/** Paths that lead elsewhere. */
export class Redirects1797400500000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const integer = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    await runner.createTable(
      new Table({
        name: 'redirects',
        columns: [
          { name: 'id', type: integer, isPrimary: true, isGenerated: true, generationStrategy: 'increment' },
          { name: 'from_path', type: 'varchar', length: String(MAX_FROM) },
          { name: 'target', type: 'varchar', length: String(MAX_TO) },
          { name: 'status', type: integer },
          { name: 'created_ts', type: 'bigint' },
        ],
        indices: [{ name: 'redirects_by_path', columnNames: ['from_path'], isUnique: true }],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('redirects');
  }
}
