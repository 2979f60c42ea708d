import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';

/** The focal point that an editor has set. */
export class ImageFocalPoints1797700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const type = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    for (const name of COLUMNS)
      await runner.addColumn('images', new TableColumn({ name, type, isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const name of COLUMNS) await runner.dropColumn('images', name);
  }
}

const COLUMNS = ['focal_x', 'focal_y'];
