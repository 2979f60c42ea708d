import { createConnection } from 'mysql2/promise';

const BEFORE_FIRST_S = 5;
/** Recursion of a statement ends there on both servers. */
const BATCH = 500;
const SOAKED = `provider_post_id LIKE 'soak-%'`;
/** Tables with rows of an article, and how those of a copy of it differ. */
const RELATED = {
  article_authors: {},
  article_sections: {},
  article_tags: {},
  article_paths: { path: 'a.path' },
};

/** An empty database, whatever was there before. */
export async function emptyDatabase(url) {
  const server = new URL(url);
  server.pathname = '/';
  const connection = await createConnection(server.toString());
  const name = decodeURIComponent(url.pathname.slice(1));
  const quoted = connection.escapeId(name);
  await connection.query(`DROP DATABASE IF EXISTS ${quoted}`);
  await connection.query(`CREATE DATABASE ${quoted} COLLATE utf8mb4_bin`);
  await connection.changeUser({ database: name });
  // Rows are published while it looks: what is committed counts, also within a statement after another.
  await connection.query('SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED');
  return connection;
}

/** A draft as a partner would send it. @returns its id */
export async function createTemplate(instance) {
  const create = async (path, body) => {
    const answer = await instance.send('POST', path, body);
    if (answer.status !== 200) throw new Error(`POST ${path}: ${JSON.stringify(answer)}`);
    return answer.body.id;
  };
  const section = await create('/api/1.3/sections', { title: 'News', url: 'news', status: 2 });
  return create('/api/1.3/drafts', {
    headline: 'Soak',
    body: '<p>A harbour of words, some of them said again and again.</p>'.repeat(50),
    tags: ['one', 'two', 'three'],
    sections: [0, section],
  });
}

/** Copies the draft, and schedules the copies. @returns the time of the first of them */
export async function schedule(database, template, { posts, within }) {
  console.error(`Making ${posts} drafts …`);
  const columnsOf = async (table) => {
    const [rows] = await database.query(
      'SELECT column_name AS name FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?',
      [table],
    );
    return rows.map(({ name }) => name);
  };
  const copy = async (table, from, changes, parameters) => {
    const columns = (await columnsOf(table)).filter((column) => changes[column] !== null);
    const values = columns.map((column) => changes[column] ?? `t.${column}`);
    await database.query(
      `INSERT INTO ${table} (${columns.join(', ')}) ${from(values.join(', '))}`,
      parameters,
    );
  };
  const numbers = 'WITH RECURSIVE n AS (SELECT ? AS i UNION ALL SELECT i + 1 FROM n WHERE i < ?)';
  const changes = {
    id: null,
    headline: `CONCAT('Soak ', n.i)`,
    path: `CONCAT('/soak-copy-', n.i)`,
    basename: `CONCAT('soak-copy-', n.i)`,
    provider_post_id: `CONCAT('soak-', n.i)`,
  };
  for (let from = 1; from <= posts; from += BATCH) {
    const rows = (values) => `${numbers} SELECT ${values} FROM n, articles t WHERE t.id = ?`;
    await copy('articles', rows, changes, [from, Math.min(posts, from + BATCH - 1), template]);
  }
  for (const [table, changed] of Object.entries(RELATED)) {
    const rows = (values) =>
      `SELECT ${values} FROM ${table} t, articles a WHERE t.article_id = ? AND a.${SOAKED}`;
    await copy(table, rows, { article_id: 'a.id', ...changed }, [template]);
  }
  await database.query(
    'ANALYZE TABLE articles, article_authors, article_sections, article_tags, article_paths',
  );

  const start = Math.floor(Date.now() / 1000) + BEFORE_FIRST_S;
  await database.query('CREATE TABLE soak_plan (article_id INT PRIMARY KEY, due BIGINT, version INT)');
  await database.query(
    `INSERT INTO soak_plan SELECT id, ? + FLOOR((SUBSTRING(provider_post_id, 6) - 1) * ? / ?), version + 1
       FROM articles WHERE ${SOAKED}`,
    [start, within, posts],
  );
  await database.query(
    `UPDATE articles a JOIN soak_plan p ON p.article_id = a.id
        SET a.status = 2, a.scheduled_at = p.due, a.publish_due_ts = p.due`,
  );
  for (const table of ['article_authors', 'article_sections', 'article_tags']) {
    await database.query(
      `UPDATE ${table} t JOIN soak_plan p ON p.article_id = t.article_id SET t.status = 2`,
    );
  }
  return start;
}

/** Counts what has become of the posts, and how long after their times. */
export async function measure(database, { posts }) {
  const isWhole = ['article_authors', 'article_sections', 'article_tags']
    .map(
      (table) =>
        `NOT EXISTS (SELECT 1 FROM ${table} t WHERE t.article_id = a.id AND (t.status <> 0 OR t.created_ts <> p.due))`,
    )
    .join(' AND ');
  const [rows] = await database.query(
    `SELECT a.status = 0 AS isPublished, a.version - p.version AS surplus, a.last_published_ts - p.due AS lag,
            a.created_ts = p.due AND a.scheduled_at IS NULL AND a.publish_due_ts IS NULL AND ${isWhole}
              AND EXISTS (SELECT 1 FROM article_search s WHERE s.article_id = a.id) AS isWhole
       FROM soak_plan p JOIN articles a ON a.id = p.article_id`,
  );
  if (rows.length !== posts) throw new Error(`There are ${rows.length} posts instead of ${posts}.`);
  const published = rows.filter(({ isPublished }) => isPublished);
  const count = (condition) => published.filter(condition).length;
  const lags = published.map(({ lag }) => Number(lag)).sort((one, other) => one - other);
  const [[{ version }]] = await database.query('SELECT VERSION() AS version');
  return {
    published: published.length,
    lost: posts - published.length,
    twice: count(({ surplus }) => surplus !== 0),
    early: count(({ lag }) => lag < 0),
    partial: count(({ isWhole }) => !isWhole),
    lag: [0.5, 0.99, 1].map((share) => lags[Math.max(0, Math.ceil(share * lags.length) - 1)]),
    server: version,
  };
}
