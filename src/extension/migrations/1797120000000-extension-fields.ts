import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The fields that an extension declares. */
export class ExtensionFields1797120000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const column = new TableColumn({ name: 'fields', type: 'longtext', isNullable: true });
    await runner.addColumn('extensions', column);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('extensions', 'fields');
  }
}
