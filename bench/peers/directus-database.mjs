import { createConnection } from 'mysql2/promise';
import { CREATED_PREFIX, randomFrom } from '../cases.mjs';
import { WRITTEN } from './directus-model.mjs';

const ARTICLES = 10_000;
const TAGS = 500;
const SECTIONS = 20;
const AUTHORS = 50;
const BATCH = 500;
const SEED = 1;

const numbers = (count) => Array.from({ length: count }, (_, index) => index + 1);

/** The database of Directus: what cannot, or need not, be done by its API. */
export class DirectusDatabase {
  static async open(url, name) {
    const server = new URL(url);
    server.pathname = '/';
    return new DirectusDatabase(await createConnection(server.toString()), name);
  }

  constructor(connection, name) {
    this.connection = connection;
    this.name = name;
  }

  async prepare({ isFresh }) {
    const quoted = this.connection.escapeId(this.name);
    if (isFresh) await this.connection.query(`DROP DATABASE IF EXISTS ${quoted}`);
    await this.connection.query(`CREATE DATABASE IF NOT EXISTS ${quoted} CHARACTER SET utf8mb4`);
    await this.connection.changeUser({ database: this.name });
  }

  /** @param requestOf makes an article for Directus, of a source of random numbers and ids */
  async seed(requestOf) {
    if ((await this.count('articles', `slug LIKE 'seed-%'`)) === ARTICLES) return;
    console.error(`Filling ${this.name} with ${ARTICLES} articles …`);
    for (const table of ['articles_tags', 'articles', 'tags', 'sections', 'authors'])
      await this.connection.query(`DELETE FROM ${table}`);
    for (const [table, count] of Object.entries({ tags: TAGS, sections: SECTIONS, authors: AUTHORS }))
      await this.insert(table, ['id', 'name', 'slug'], names(table, count));
    const source = { ...this.choices(), random: randomFrom(SEED) };
    for (let first = 1; first <= ARTICLES; first += BATCH) {
      const ids = numbers(BATCH).map((offset) => first + offset - 1);
      const articles = ids.map((id) => ({ id, ...JSON.parse(requestOf(source).body) }));
      await this.insert(
        'articles',
        ['id', 'headline', 'body', 'status', 'slug', 'created_at', 'section', 'author'],
        articles.map(({ id, headline, body, section, author }) => [
          id,
          headline,
          body,
          'published',
          `seed-${id}`,
          new Date(Date.UTC(2020, 0, 1) + id * 3_600_000),
          section,
          author,
        ]),
      );
      await this.insert(
        'articles_tags',
        ['articles_id', 'tags_id'],
        articles.flatMap(({ id, tags }) => tags.map(({ tags_id }) => [id, tags_id])),
      );
    }
    await this.connection.query('ANALYZE TABLE articles, articles_tags, tags, sections, authors');
  }

  choices() {
    return { sectionIds: numbers(SECTIONS), authorIds: numbers(AUTHORS) };
  }

  /** Data that the cases choose from. */
  async dataSet() {
    const [articles] = await this.connection.query(
      `SELECT id FROM articles WHERE slug LIKE 'seed-%' ORDER BY id`,
    );
    const [[{ body }]] = await this.connection.query('SELECT body FROM articles WHERE id = ?', [
      articles[0].id,
    ]);
    return { ...this.choices(), articleIds: articles.map(({ id }) => id), body };
  }

  /** Rows of the tables that a case writes. */
  async rows() {
    const rows = {};
    for (const table of [...WRITTEN, 'directus_activity', 'directus_revisions'])
      rows[table] = await this.count(table);
    return rows;
  }

  /** Takes away what the cases have created, and their history, so that the next run finds the same data. */
  async removeCreated() {
    for (const table of ['directus_revisions', 'directus_activity'])
      await this.connection.query(`DELETE FROM ${table} WHERE collection IN (?)`, [WRITTEN]);
    await this.connection.query('DELETE FROM articles WHERE slug LIKE ?', [`${CREATED_PREFIX}%`]);
  }

  async close() {
    await this.connection.end();
  }

  async insert(table, columns, rows) {
    await this.connection.query(`INSERT INTO ${table} (${columns.join(', ')}) VALUES ?`, [rows]);
  }

  async count(table, condition = 'TRUE') {
    const [[{ found }]] = await this.connection.query(
      `SELECT COUNT(*) AS found FROM ${table} WHERE ${condition}`,
    );
    return found;
  }
}

function names(table, count) {
  return numbers(count).map((id) => [id, `${table} ${id}`, `${table}-${id}`]);
}
