import {
  Table,
  TableColumn,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableColumnOptions,
} from 'typeorm';

type Column = TableColumnOptions;

const text = (name: string): Column => ({ name, type: 'longtext', isNullable: true });
const key = (name: string, length: number): Column => ({ name, type: 'varchar', length: String(length) });
const count = (name: string): Column => ({ name, type: 'bigint' });
const flag = (name: string): Column => ({ name, type: 'tinyint', default: 0 });
const nullable = { isNullable: true };

/** Images and documents, and which articles show them; what readers see of lead media. */
export class Media1795564800000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const integerType = runner.dataSource.options.type === 'better-sqlite3' ? 'integer' : 'int';
    const integer = (name: string, more: Partial<Column> = {}): Column => ({
      name,
      type: integerType,
      ...more,
    });
    const id = integer('id', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' });
    await runner.createTable(
      new Table({
        name: 'images',
        columns: [
          id,
          key('task_id', 36),
          key('shortcode_id', 32),
          key('secret', 64),
          key('hash', 64),
          key('filename', 255),
          key('format', 10),
          ...['width', 'height', 'orientation', 'frames'].map((name) => integer(name)),
          flag('has_alpha'),
          flag('is_progressive'),
          text('iptc'),
          text('manual_crops'),
          integer('attention_x', nullable),
          integer('attention_y', nullable),
          ...['caption', 'photo_credit', 'alt', 'link_url', 'title'].map(text),
          flag('opens_new_tab'),
          count('created_ts'),
        ],
        indices: [{ name: 'images_by_hash', columnNames: ['hash'] }],
        foreignKeys: [reference('images', 'hash', 'stored_files', 'hash', 'NO ACTION')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'documents',
        columns: [
          id,
          key('shortcode_id', 32),
          key('type', 10),
          key('filename', 255),
          key('original_filename', 255),
          key('hash', 64),
          count('size'),
          count('created_ts'),
        ],
        indices: [{ name: 'documents_by_hash', columnNames: ['hash'] }],
        foreignKeys: [reference('documents', 'hash', 'stored_files', 'hash', 'NO ACTION')],
      }),
    );
    for (const kind of ['image', 'document']) {
      const table = `article_${kind}s`;
      await runner.createTable(
        new Table({
          name: table,
          columns: [integer('article_id', { isPrimary: true }), integer(`${kind}_id`, { isPrimary: true })],
          indices: [{ name: `${table}_by_${kind}`, columnNames: [`${kind}_id`, 'article_id'] }],
          foreignKeys: [
            reference(table, 'article_id', 'articles', 'id', 'CASCADE'),
            reference(table, `${kind}_id`, `${kind}s`, 'id', 'CASCADE'),
          ],
        }),
      );
    }
    for (const [table, column] of IMAGE_COLUMNS)
      await runner.createIndex(table, new TableIndex({ name: `${table}_by_image`, columnNames: [column] }));
    await runner.addColumn('articles', new TableColumn(text('media_html')));
    // Ids were kept unchecked, while there were no images; another image would get them.
    for (const column of ['image_id', 'teaser_image_id', 'social_teaser_image_id'])
      await runner.query(`UPDATE articles SET ${column} = NULL WHERE ${column} IS NOT NULL`);
    await runner.query('UPDATE authors SET image_id = NULL');
    await runner.query('UPDATE sections SET header_image_id = NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('articles', 'media_html');
    for (const [table] of IMAGE_COLUMNS) await runner.dropIndex(table, `${table}_by_image`);
    for (const table of ['article_documents', 'article_images', 'documents', 'images'])
      await runner.dropTable(table);
  }
}

/** Where else images are shown. */
const IMAGE_COLUMNS = [
  ['authors', 'image_id'],
  ['sections', 'header_image_id'],
  ['badges', 'image_id'],
] as const;

function reference(
  table: string,
  column: string,
  referenced: string,
  referencedColumn: string,
  onDelete: 'CASCADE' | 'NO ACTION',
) {
  return {
    name: `${table}_${column}`,
    columnNames: [column],
    referencedTableName: referenced,
    referencedColumnNames: [referencedColumn],
    onDelete,
    onUpdate: 'NO ACTION',
  };
}
