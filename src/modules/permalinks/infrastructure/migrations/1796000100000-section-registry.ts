import { type MigrationInterface, type QueryRunner, TableColumn, TableForeignKey, TableIndex } from 'typeorm';

const TABLE = 'article_paths';
/** Columns of both kinds of owner; a path has one of the two. */
const owner = (name: string, type: string, isNullable: boolean) =>
  new TableColumn({ name, type, isNullable });

/**
 * Paths of sections are registered in the table of the paths of articles, so
 * that one key decides between them. A path that a section and an article have
 * both stays with the article: `doctor --fix` moves the article away.
 */
export class SectionRegistry1796000100000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const integer = integerOf(runner);
    await runner.changeColumn(TABLE, 'article_id', owner('article_id', integer, true));
    await runner.addColumn(TABLE, owner('section_id', integer, true));
    await runner.createIndex(
      TABLE,
      new TableIndex({ name: 'article_paths_by_section', columnNames: ['section_id'] }),
    );
    await runner.createForeignKey(
      TABLE,
      new TableForeignKey({
        name: 'article_paths_section_id',
        columnNames: ['section_id'],
        referencedTableName: 'sections',
        referencedColumnNames: ['id'],
        onDelete: 'CASCADE',
        onUpdate: 'NO ACTION',
      }),
    );
    await runner.query(
      `UPDATE article_paths SET article_id = NULL, state = 'section',
              section_id = (SELECT s.id FROM sections s WHERE s.full_url = article_paths.path)
        WHERE state IN ('moved', 'gone')
          AND EXISTS (SELECT 1 FROM sections s WHERE s.full_url = article_paths.path AND s.id > 0)`,
    );
    await runner.query(
      `INSERT INTO article_paths (path, section_id, state)
       SELECT s.full_url, s.id, 'section' FROM sections s
        WHERE s.id > 0 AND NOT EXISTS (SELECT 1 FROM article_paths p WHERE p.path = s.full_url)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DELETE FROM article_paths WHERE article_id IS NULL`);
    await runner.dropForeignKey(TABLE, 'article_paths_section_id');
    await runner.dropIndex(TABLE, 'article_paths_by_section');
    await runner.dropColumn(TABLE, 'section_id');
    await runner.changeColumn(TABLE, 'article_id', owner('article_id', integerOf(runner), false));
  }
}

const integerOf = (runner: QueryRunner): string =>
  runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
