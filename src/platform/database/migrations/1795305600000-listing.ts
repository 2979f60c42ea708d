import {
  Table,
  TableColumn,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
} from 'typeorm';
import { tagSlug } from '../../../kernel/slug.js';

type Column = TableColumnOptions;

const key = (name: string, length: number, more: Partial<Column> = {}): Column => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
});
const seconds = (name: string, more: Partial<Column> = {}): Column => ({ name, type: 'bigint', ...more });
const count = seconds;
const nullable = { isNullable: true };

/** Sort keys and filters of lists; tags of sections; search; schedules; page views. */
export class Listing1795305600000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const integerType = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    const integer = (name: string, more: Partial<Column> = {}): Column => ({
      name,
      type: integerType,
      ...more,
    });
    const primary = (name: string): Column => integer(name, { isPrimary: true });
    const add = (table: string, columns: readonly Column[]) =>
      runner.addColumns(
        table,
        columns.map((column) => new TableColumn(column)),
      );
    const create = (options: ConstructorParameters<typeof Table>[0]) =>
      runner.createTable(new Table(options));

    // No views have been counted yet; their number may exceed an integer.
    await runner.dropColumn('articles', 'page_views_count');
    await add('articles', [
      count('page_views_count', { default: 0 }),
      key('amp_path', 700, nullable),
      seconds('publish_due_ts', nullable),
      integer('publish_attempts', { default: 0 }),
      { name: 'publish_error', type: 'longtext', isNullable: true },
    ]);
    await runner.createIndices(
      'articles',
      ARTICLE_INDEXES.map(([name, ...columnNames]) => new TableIndex({ name, columnNames })),
    );

    await runner.dropColumn('article_sections', 'reason');
    for (const [table, column] of Object.entries(LISTED_BY)) {
      await add(table, [integer('status', { default: 1 }), seconds('created_ts', { default: 0 })]);
      await runner.query(
        `UPDATE ${table} SET status = (SELECT a.status FROM articles a WHERE a.id = ${table}.article_id),
           created_ts = (SELECT a.created_ts FROM articles a WHERE a.id = ${table}.article_id)`,
      );
      const name = indexOf(table, column);
      await runner.createIndex(
        table,
        new TableIndex({
          name: `${name}_listed`,
          columnNames: [column, 'status', 'created_ts', 'article_id'],
        }),
      );
      await runner.dropIndex(table, name);
    }

    await create({
      name: 'section_tags',
      columns: [primary('section_id'), key('slug', 500, { isPrimary: true })],
      indices: [{ name: 'section_tags_by_slug', columnNames: ['slug', 'section_id'] }],
      foreignKeys: [reference('section_tags', 'section_id', 'sections')],
    });
    await this.fillSectionTags(runner);
    await create({
      name: 'section_pins',
      columns: [primary('section_id'), primary('article_id'), integer('position')],
      indices: [{ name: 'section_pins_by_article', columnNames: ['article_id'] }],
      foreignKeys: [
        reference('section_pins', 'section_id', 'sections'),
        reference('section_pins', 'article_id', 'articles'),
      ],
    });
    await create({
      name: 'article_words',
      columns: [
        seconds('word', { isPrimary: true }),
        seconds('created_ts', { isPrimary: true }),
        primary('article_id'),
      ],
      withoutRowid: true,
    });
    await create({
      name: 'article_search',
      columns: [
        primary('article_id'),
        seconds('created_ts'),
        { name: 'words', type: 'longtext', isNullable: true },
      ],
    });
    await create({
      name: 'listicle_items',
      columns: [
        integer('id', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
        integer('article_id'),
      ],
      indices: [{ name: 'listicle_items_by_article', columnNames: ['article_id'] }],
      foreignKeys: [reference('listicle_items', 'article_id', 'articles')],
    });
    await create({
      name: 'page_views',
      columns: [primary('hour'), primary('article_id'), count('views')],
      withoutRowid: true,
    });
    await create({
      name: 'page_view_totals',
      columns: [
        primary('article_id'),
        primary('period_hours'),
        count('views'),
        integer('status'),
        seconds('created_ts'),
      ],
      indices: [
        {
          name: 'page_view_totals_by_views',
          columnNames: ['period_hours', 'status', 'views', 'created_ts', 'article_id'],
        },
      ],
    });
    await create({
      name: 'page_view_periods',
      columns: [primary('hours'), integer('first_hour'), seconds('asked_ts')],
    });
    // The periods that are always kept; their first look brings them up to date.
    await runner.query(
      'INSERT INTO page_view_periods (hours, first_hour, asked_ts) VALUES (24, 0, 0), (168, 0, 0)',
    );
    await create({
      name: 'section_moves',
      columns: [primary('section_id'), integer('done_article_id')],
      foreignKeys: [reference('section_moves', 'section_id', 'sections')],
    });
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'section_moves',
      'page_view_periods',
      'page_view_totals',
      'page_views',
      'listicle_items',
      'article_search',
      'article_words',
      'section_pins',
      'section_tags',
    ]) {
      await runner.dropTable(table);
    }
    for (const [table, column] of Object.entries(LISTED_BY)) {
      const name = indexOf(table, column);
      await runner.createIndex(table, new TableIndex({ name, columnNames: [column, 'article_id'] }));
      await runner.dropIndex(table, `${name}_listed`);
      await runner.dropColumns(table, ['status', 'created_ts']);
    }
    await runner.addColumn('article_sections', new TableColumn(key('reason', 10, { default: "'sent'" })));
    for (const [name] of ARTICLE_INDEXES) await runner.dropIndex('articles', name);
    await runner.dropColumn('articles', 'page_views_count');
    await runner.addColumn('articles', new TableColumn({ ...seconds('page_views_count'), default: 0 }));
    await runner.dropColumns('articles', ['amp_path', 'publish_due_ts', 'publish_attempts', 'publish_error']);
  }

  private async fillSectionTags(runner: QueryRunner): Promise<void> {
    const sections = (await runner.query('SELECT id, tags FROM sections WHERE tags IS NOT NULL')) as {
      id: number;
      tags: string;
    }[];
    for (const { id, tags } of sections) {
      const slugs = new Set((JSON.parse(tags) as string[]).map(tagSlug).filter((slug) => slug !== ''));
      for (const slug of slugs)
        await runner.query('INSERT INTO section_tags (section_id, slug) VALUES (?, ?)', [id, slug]);
    }
  }
}

const ARTICLE_INDEXES = [
  ['articles_by_updated', 'status', 'updated_ts', 'id', 'created_ts'],
  ['articles_by_type', 'type', 'status', 'created_ts', 'id'],
  ['articles_by_origin', 'provider_id', 'status', 'created_ts', 'id'],
  ['articles_by_creator', 'created_by', 'status', 'created_ts', 'id'],
  ['articles_by_basename', 'basename', 'status'],
  ['articles_by_due', 'publish_due_ts', 'scheduled_at'],
] as const;

/** Lists of an article, and the column by which they find articles. */
const LISTED_BY = {
  article_authors: 'author_id',
  article_sections: 'section_id',
  article_tags: 'slug',
} as const;

const indexOf = (table: string, column: string): string => `${table}_by_${column.replace('_id', '')}`;

function reference(table: string, column: string, referenced: string) {
  return {
    name: `${table}_${column}`,
    columnNames: [column],
    referencedTableName: referenced,
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
    onUpdate: 'NO ACTION',
  };
}
