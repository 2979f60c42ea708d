import { Table, type MigrationInterface, type QueryRunner, type TableColumnOptions } from 'typeorm';

type Column = TableColumnOptions;

const text = (name: string): Column => ({ name, type: 'longtext', isNullable: true });
const key = (name: string, length: number, more: Partial<Column> = {}): Column => ({
  name,
  type: 'varchar',
  length: String(length),
  ...more,
});
const seconds = (name: string, more: Partial<Column> = {}): Column => ({ name, type: 'bigint', ...more });
const flag = (name: string): Column => ({ name, type: 'tinyint', default: 0 });
const nullable = { isNullable: true };

export class InitialSchema1795219200000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // AUTOINCREMENT of SQLite, which never gives an id twice, exists for this type only.
    const isSqlite = runner.dataSource.options.type === 'better-sqlite3';
    const integerType = isSqlite ? 'integer' : 'int';
    const integer = (name: string, more: Partial<Column> = {}): Column => ({
      name,
      type: integerType,
      ...more,
    });
    const id: Column = integer('id', { isPrimary: true, isGenerated: true, generationStrategy: 'increment' });
    const primary = (name: string): Column => integer(name, { isPrimary: true });

    await runner.createTable(
      new Table({
        name: 'authors',
        columns: [
          id,
          key('name', 100),
          text('first_name'),
          text('last_name'),
          key('email', 254, nullable),
          key('email_key', 254, nullable),
          text('password_hash'),
          text('about_html'),
          text('bio'),
          integer('image_id', nullable),
          key('fb_id', 100, nullable),
          text('specific_data'),
          key('role', 100),
          seconds('created_ts'),
        ],
        indices: [
          { name: 'authors_by_name', columnNames: ['name'], isUnique: true },
          { name: 'authors_by_email', columnNames: ['email_key'], isUnique: true },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'api_keys',
        columns: [
          id,
          integer('author_id'),
          key('hash', 64),
          key('prefix', 8),
          text('name'),
          key('scope', 10),
          seconds('created_ts'),
          seconds('expires_ts', nullable),
          seconds('revoked_ts', nullable),
          seconds('last_used_ts', nullable),
        ],
        indices: [
          { name: 'api_keys_by_hash', columnNames: ['hash'], isUnique: true },
          { name: 'api_keys_by_author', columnNames: ['author_id'] },
        ],
        foreignKeys: [reference('api_keys', 'author_id', 'authors', 'CASCADE')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'sections',
        columns: [
          id,
          integer('parent_id', { default: 0 }),
          key('title', 255),
          key('title_key', 255),
          key('url', 100),
          key('full_url', 700),
          integer('status'),
          text('about_html'),
          text('page_settings'),
          text('tags'),
          text('url_header_image'),
          integer('header_image_id', nullable),
          text('meta_title'),
          text('extras'),
          integer('sort_order', { default: 0 }),
          seconds('created_ts'),
        ],
        indices: [
          { name: 'sections_by_parent', columnNames: ['parent_id', 'url'], isUnique: true },
          { name: 'sections_by_title', columnNames: ['title_key'] },
          { name: 'sections_by_url', columnNames: ['url'] },
          { name: 'sections_by_full_url', columnNames: ['full_url'], isUnique: true },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'articles',
        columns: [
          id,
          integer('status'),
          integer('version', { default: 1 }),
          integer('provider_id'),
          key('provider_post_id', 255, nullable),
          integer('created_by'),
          seconds('inserted_ts'),
          seconds('created_ts'),
          flag('is_created_ts_fixed'),
          seconds('updated_ts'),
          seconds('first_published_ts', nullable),
          seconds('last_published_ts', nullable),
          seconds('scheduled_at', nullable),
          key('type', 40),
          flag('is_type_fixed'),
          key('path', 700),
          key('basename', 255),
          key('manual_basename', 255, nullable),
          text('page_list'),
          ...ARTICLE_TEXTS.map(text),
          ...ARTICLE_OBJECTS.map(text),
          integer('image_id', nullable),
          integer('teaser_image_id', nullable),
          integer('social_teaser_image_id', nullable),
          flag('partnernews_article'),
          text('description'),
          integer('rendering_version'),
          integer('words_count', { default: 0 }),
          integer('likes_count', { default: 0 }),
          integer('page_views_count', { default: 0 }),
        ],
        indices: [
          { name: 'articles_by_created', columnNames: ['status', 'created_ts', 'id'] },
          { name: 'articles_by_provider', columnNames: ['provider_post_id', 'provider_id'] },
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'article_paths',
        columns: [key('path', 700, { isPrimary: true }), integer('article_id'), key('state', 10)],
        indices: [{ name: 'article_paths_by_article', columnNames: ['article_id'] }],
        foreignKeys: [reference('article_paths', 'article_id', 'articles', 'CASCADE')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'article_authors',
        columns: [primary('article_id'), primary('author_id'), integer('position')],
        indices: [{ name: 'article_authors_by_author', columnNames: ['author_id', 'article_id'] }],
        foreignKeys: [
          reference('article_authors', 'article_id', 'articles', 'CASCADE'),
          reference('article_authors', 'author_id', 'authors', 'NO ACTION'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'article_sections',
        columns: [
          primary('article_id'),
          primary('section_id'),
          integer('position'),
          key('reason', 10),
          flag('is_primary'),
        ],
        indices: [{ name: 'article_sections_by_section', columnNames: ['section_id', 'article_id'] }],
        foreignKeys: [
          reference('article_sections', 'article_id', 'articles', 'CASCADE'),
          reference('article_sections', 'section_id', 'sections', 'NO ACTION'),
        ],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'article_tags',
        columns: [
          primary('article_id'),
          key('slug', 500, { isPrimary: true }),
          key('title', 255),
          integer('position'),
          flag('is_primary'),
        ],
        indices: [{ name: 'article_tags_by_slug', columnNames: ['slug', 'article_id'] }],
        foreignKeys: [reference('article_tags', 'article_id', 'articles', 'CASCADE')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'article_badges',
        columns: [primary('article_id'), primary('badge_id'), integer('position'), key('reason', 10)],
        indices: [{ name: 'article_badges_by_badge', columnNames: ['badge_id', 'article_id'] }],
        foreignKeys: [reference('article_badges', 'article_id', 'articles', 'CASCADE')],
      }),
    );
    await runner.createTable(
      new Table({
        name: 'idempotency_keys',
        columns: [
          primary('author_id'),
          key('name', 255, { isPrimary: true }),
          key('fingerprint', 64),
          text('answer'),
          seconds('created_ts'),
        ],
        indices: [{ name: 'idempotency_keys_by_created', columnNames: ['created_ts'] }],
      }),
    );
    await this.insertHome(runner, isSqlite);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const table of [
      'idempotency_keys',
      'article_badges',
      'article_tags',
      'article_sections',
      'article_authors',
      'article_paths',
      'articles',
      'sections',
      'api_keys',
      'authors',
    ]) {
      await runner.dropTable(table);
    }
  }

  /**
   * Home is section 0. MySQL takes a 0 in an AUTO_INCREMENT column for "the
   * next id", so it is set afterwards.
   */
  private async insertHome(runner: QueryRunner, isSqlite: boolean): Promise<void> {
    await runner.query(
      `INSERT INTO sections (id, parent_id, title, title_key, url, full_url, status, sort_order, created_ts)
       VALUES (1, 0, 'Home', 'home', '', '/', 2, 0, 0)`,
    );
    await runner.query('UPDATE sections SET id = 0 WHERE id = 1');
    if (isSqlite) await runner.query(`UPDATE sqlite_sequence SET seq = 0 WHERE name = 'sections'`);
    else await runner.query('ALTER TABLE sections AUTO_INCREMENT = 1');
  }
}

const ARTICLE_TEXTS = [
  'headline',
  'subheadline',
  'body',
  'page_title',
  'meta_description',
  'og_title',
  'og_description',
  'image_external',
  'photo_credit',
  'photo_caption',
  'image_size',
  'teaser_photo_credit',
  'teaser_photo_caption',
  'teaser_image_size',
  'social_teaser_photo_credit',
  'social_teaser_photo_caption',
  'social_teaser_image_size',
  'media',
  'video',
  'layout_name',
  'ee_layout_name',
];

const ARTICLE_OBJECTS = [
  'manual_image_crops',
  'teaser_manual_image_crops',
  'social_teaser_manual_image_crops',
  'listicle',
  'product',
  'roar_specific_data',
];

function reference(table: string, column: string, referenced: string, onDelete: 'CASCADE' | 'NO ACTION') {
  return {
    name: `${table}_${column}`,
    columnNames: [column],
    referencedTableName: referenced,
    referencedColumnNames: ['id'],
    onDelete,
    onUpdate: 'NO ACTION',
  };
}
