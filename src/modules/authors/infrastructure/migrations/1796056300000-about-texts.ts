import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';

/**
 * Safe HTML of the texts about authors and sections. A text without markup is its own safe form; the others
 * get theirs from the service, a few at a time.
 */
export class AboutTexts1796056300000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) {
      await runner.addColumn(
        table,
        new TableColumn({ name: 'about_html_safe', type: 'longtext', isNullable: true }),
      );
      await runner.query(
        `UPDATE ${table} SET about_html_safe = about_html
          WHERE about_html_safe IS NULL AND about_html IS NOT NULL
            AND about_html NOT LIKE '%<%' AND about_html NOT LIKE '%>%' AND about_html NOT LIKE '%&%'`,
      );
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    // Not by the schema builder, which on SQLite makes these tables anew, though others refer to them.
    for (const table of TABLES) await runner.query(`ALTER TABLE ${table} DROP COLUMN about_html_safe`);
  }
}

const TABLES = ['authors', 'sections'] as const;
