import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** A word or two above the headline of an article. */
export class Kickers1796100000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('articles', new TableColumn({ name: 'kicker', type: 'longtext', isNullable: true }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('articles', 'kicker');
  }
}
