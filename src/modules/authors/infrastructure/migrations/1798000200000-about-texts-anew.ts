import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Links of texts about authors and sections that were made safe by former rules may have an address of a
 * script. They are not shown until they have been made safe anew, which the service does within minutes.
 */
export class AboutTextsAnew1798000200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of ['authors', 'sections'])
      await runner.query(`UPDATE ${table} SET about_html_safe = NULL WHERE about_html_safe LIKE '%<a %'`);
  }

  async down(): Promise<void> {
    // Derived texts: former rules made them, too.
  }
}
