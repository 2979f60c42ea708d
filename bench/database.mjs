import { existsSync, readFileSync } from 'node:fs';
import { createConnection } from 'mysql2/promise';
import { CREATED_PREFIX } from './cases.mjs';
import { processorTimeOf, runService, startService } from './processes.mjs';

export const POSTS = 10_000;

const SEEDED = `status = 0 AND provider_post_id LIKE 'seed-%'`;

/** The database that both servers read and write. */
export class BenchDatabase {
  static async open(url) {
    const server = new URL(url);
    server.pathname = '/';
    const connection = await createConnection(server.toString());
    const name = decodeURIComponent(url.pathname.slice(1));
    return new BenchDatabase(connection, name);
  }

  constructor(connection, name) {
    this.connection = connection;
    this.name = name;
  }

  async version() {
    const [[row]] = await this.connection.query('SELECT VERSION() AS version');
    return row.version;
  }

  /**
   * @returns how to ask for the milliseconds of processor time of the server;
   *   NaN where it runs on another machine
   */
  async clock() {
    const [[{ file }]] = await this.connection.query('SELECT @@pid_file AS file');
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : null;
    return () => (pid === null ? Number.NaN : processorTimeOf(pid));
  }

  /** Makes the data set where it is not there yet, with the service's own tools. */
  async prepare(options, posts = POSTS) {
    const quoted = this.connection.escapeId(this.name);
    if (options.isFresh) await this.connection.query(`DROP DATABASE IF EXISTS ${quoted}`);
    await this.connection.query(`CREATE DATABASE IF NOT EXISTS ${quoted} COLLATE utf8mb4_bin`);
    await this.connection.changeUser({ database: this.name });
    if ((await this.count('authors')) === 0) {
      // The first start on an empty database makes its Administrator, which is author 1.
      const service = await startService(options, { key: null });
      await service.stop();
    }
    if ((await this.count('articles', SEEDED)) < posts) {
      console.error(`Filling ${this.name} with ${posts} posts …`);
      await runService(options, ['seed', '--posts', String(posts)]);
    }
    await this.removeCreated();
    await this.connection.query(
      'ANALYZE TABLE articles, article_authors, article_sections, article_tags, article_words',
    );
  }

  /** Data that the cases choose from. */
  async dataSet() {
    const [articles] = await this.connection.query(`SELECT id FROM articles WHERE ${SEEDED} ORDER BY id`);
    const [sections] = await this.connection.query('SELECT id FROM sections WHERE id > 0 ORDER BY id');
    const [[{ body }]] = await this.connection.query('SELECT body FROM articles WHERE id = ?', [
      articles[0].id,
    ]);
    return { articleIds: articles.map(({ id }) => id), sectionIds: sections.map(({ id }) => id), body };
  }

  /** Paths of all seeded posts, in an order that is none of theirs. */
  async postPaths() {
    const [rows] = await this.connection.query(
      `SELECT path FROM articles WHERE ${SEEDED} ORDER BY MOD(id * 7919, 104729)`,
    );
    return rows.map(({ path }) => path);
  }

  /** Takes away what the cases have created, so that the next run finds the same data. */
  async removeCreated() {
    const created = `provider_post_id LIKE '${CREATED_PREFIX}%'`;
    // The index of words has no order by article: deleting from it reads all of it.
    if ((await this.count('articles', created)) === 0) return;
    for (const table of ['article_words', 'article_search']) {
      await this.connection.query(
        `DELETE w FROM ${table} w STRAIGHT_JOIN articles a ON a.id = w.article_id WHERE a.provider_post_id LIKE ?`,
        [`${CREATED_PREFIX}%`],
      );
    }
    await this.connection.query('DELETE FROM articles WHERE provider_post_id LIKE ?', [`${CREATED_PREFIX}%`]);
  }

  async close() {
    await this.connection.end();
  }

  async count(table, condition = 'TRUE') {
    try {
      const [[row]] = await this.connection.query(
        `SELECT COUNT(*) AS found FROM ${table} WHERE ${condition}`,
      );
      return row.found;
    } catch (error) {
      if (error.code === 'ER_NO_SUCH_TABLE') return 0;
      throw error;
    }
  }
}
