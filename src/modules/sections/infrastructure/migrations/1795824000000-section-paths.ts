import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Former paths of sections. */
export class SectionPaths1795824000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    await runner.createTable(
      new Table({
        name: 'section_paths',
        columns: [
          { name: 'path', type: 'varchar', length: '700', isPrimary: true },
          { name: 'section_id', type: isSqlite ? 'integer' : 'int' },
        ],
        indices: [{ name: 'section_paths_by_section', columnNames: ['section_id'] }],
        foreignKeys: [
          {
            name: 'section_paths_section_id',
            columnNames: ['section_id'],
            referencedTableName: 'sections',
            referencedColumnNames: ['id'],
            onDelete: 'CASCADE',
            onUpdate: 'NO ACTION',
          },
        ],
      }),
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('section_paths');
  }
}
