import {
  Table,
  TableColumn,
  TableForeignKey,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
} from 'typeorm';

type Column = TableColumnOptions;

const text = (name: string): Column => ({ name, type: 'longtext', isNullable: true });
const key = (name: string, length: number, more: Partial<Column> = {}): Column => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
});

/** Badges, and the tags that bring them to articles. What articles hold of them is what was sent. */
export class Badges1795478400000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const integerType = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    const integer = (name: string, more: Partial<Column> = {}): Column => ({
      name,
      type: integerType,
      ...more,
    });
    await runner.createTable(
      new Table({
        name: 'badges',
        columns: [
          integer('id', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' }),
          key('name', 255),
          integer('image_id'),
          text('tags'),
          integer('category', { default: 0 }),
          text('description'),
          text('link'),
          integer('sort_order', { default: 0 }),
          integer('text_bytes', { default: 0 }),
          { name: 'created_ts', type: 'bigint' },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'badge_tags',
        columns: [integer('badge_id', { isPrimary: true }), key('slug', 500, { isPrimary: true })],
        indices: [{ name: 'badge_tags_by_slug', columnNames: ['slug', 'badge_id'] }],
        foreignKeys: [reference('badge_tags')],
      }),
    );
    // Ids were kept unchecked, while there were no badges.
    await runner.query('DELETE FROM article_badges');
    await runner.dropColumn('article_badges', 'reason');
    await runner.createForeignKey('article_badges', new TableForeignKey(reference('article_badges')));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropForeignKey('article_badges', reference('article_badges').name);
    await runner.addColumn('article_badges', new TableColumn(key('reason', 10, { default: "'sent'" })));
    await runner.dropTable('badge_tags');
    await runner.dropTable('badges');
  }
}

function reference(table: string) {
  return {
    name: `${table}_badge_id`,
    columnNames: ['badge_id'],
    referencedTableName: 'badges',
    referencedColumnNames: ['id'],
    onDelete: 'CASCADE',
    onUpdate: 'NO ACTION',
  };
}
