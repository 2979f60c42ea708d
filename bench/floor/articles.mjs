import { createHash } from 'node:crypto';
import { createPool } from 'mysql2/promise';

const pool = createPool({ uri: process.env.DATABASE_URL, charset: 'utf8mb4_bin', connectionLimit: 10 });

/** The site of the bench has no badges, and no tags of sections: nothing is looked for in their tables. */
const relationsOf = (marks) => `
  SELECT 'author' AS kind, article_id, position, author_id AS id, NULL AS text, 0 AS is_primary
    FROM article_authors WHERE article_id IN (${marks})
  UNION ALL
  SELECT 'section', article_id, position, section_id, NULL, is_primary FROM article_sections WHERE article_id IN (${marks})
  UNION ALL
  SELECT 'tag', article_id, position, 0, title, is_primary FROM article_tags WHERE article_id IN (${marks})`;

const pageOf = (ids) => `
  SELECT a.*
    FROM (${ids} LIMIT ? OFFSET ?) p
    JOIN articles a ON a.id = p.id
   ORDER BY a.created_ts DESC, a.id DESC`;
const NEWEST = pageOf('SELECT id FROM articles WHERE status = 0 ORDER BY created_ts DESC, id DESC');
const OF_TAG = pageOf(`
  SELECT article_id AS id FROM article_tags WHERE slug = ? AND status = 0 ORDER BY created_ts DESC, article_id DESC`);
/** All that the bench has written is published. */
const OF_WORD = pageOf(`
  SELECT article_id AS id FROM article_words WHERE word = ? ORDER BY created_ts DESC, article_id DESC`);

/**
 * The three statements of a public page: which article is at the path, the
 * article, and what it shows of others.
 */
export async function findArticleAt(path) {
  const [[row]] = await pool.execute('SELECT article_id FROM article_paths WHERE path = ?', [path]);
  return row && findArticle(row.article_id);
}

export async function findArticle(id) {
  const [[[article]], relations] = await Promise.all([
    pool.execute('SELECT * FROM articles WHERE id = ?', [id]),
    findRelations([id]),
  ]);
  return relate(article, relations);
}

export async function listPosts({ tag, word }, { limit, offset }) {
  const [statement, criteria] = tag ? [OF_TAG, [tag]] : word ? [OF_WORD, wordsOf(word)] : [NEWEST, []];
  const [articles] = await pool.execute(statement, [...criteria, limit, offset]);
  const relations = await findRelations(articles.map(({ id }) => id));
  return articles.map((article) => relate(article, relations));
}

async function findRelations(ids, reader = pool) {
  const marks = ids.map(() => '?').join(', ');
  const [rows] = await reader.execute(relationsOf(marks), [...ids, ...ids, ...ids]);
  return rows.sort((one, other) => one.position - other.position || one.id - other.id);
}

function relate(article, relations) {
  const own = relations.filter((row) => row.article_id === article.id);
  const related = (kind) => own.filter((row) => row.kind === kind);
  return {
    ...article,
    authors: related('author').map(({ id }) => AUTHORS.get(id)),
    sections: related('section'),
    tags: related('tag'),
    badges: [],
  };
}

const AUTHOR = 1;
/** Versions of an article of which it is known what they have changed. */
const CHANGES_KEPT = 20;

/** Writes the rows that the service writes. */
export async function createArticle({ headline, body, tags, sections, provider_post_id }) {
  const now = Math.floor(Date.now() / 1000);
  const basename = headline.toLowerCase().replaceAll(' ', '-');
  const row = {
    status: 0,
    version: 1,
    provider_id: 20,
    provider_post_id,
    created_by: AUTHOR,
    inserted_ts: now,
    created_ts: now,
    updated_ts: now,
    first_published_ts: now,
    last_published_ts: now,
    type: 'page',
    path: `/${basename}`,
    basename,
    headline,
    body,
    description: body,
    rendering_version: 1,
    words_count: countWords(body),
  };
  const id = await insertAll(row, tags, sections);
  return relate({ ...UNSET, ...row, id }, await findRelations([id]));
}

/** Changes the text of an article, and the words that differ. */
export async function updateArticle(id, { body }) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [[article]] = await connection.query('SELECT * FROM articles WHERE id = ? FOR UPDATE', [id]);
    const relations = await findRelations([id], connection);
    const [[search]] = await connection.query('SELECT words FROM article_search WHERE article_id = ?', [id]);
    const change = {
      version: article.version + 1,
      updated_ts: Math.floor(Date.now() / 1000),
      body,
      description: body,
      words_count: countWords(body),
    };
    await connection.query('UPDATE articles SET ? WHERE id = ?', [change, id]);
    await connection.query('REPLACE INTO resource_changes SET ?', [
      {
        resource: 'article',
        resource_id: id,
        slot: change.version % CHANGES_KEPT,
        version: change.version,
        created_ts: change.updated_ts,
        author_id: AUTHOR,
        fields: '["body"]',
      },
    ]);
    const tags = relations.filter(({ kind }) => kind === 'tag').map(({ text }) => text);
    await changeWords(
      connection,
      article,
      search.words,
      wordsOf(`${article.headline} ${body} ${tags.join(' ')}`),
    );
    await connection.commit();
    return relate({ ...article, ...change }, relations);
  } finally {
    connection.release();
  }
}

async function changeWords(connection, { id, created_ts: at }, before, words) {
  const former = new Set(before.split(' ').map(Number));
  const stale = [...former].filter((word) => !words.includes(word));
  const fresh = words.filter((word) => !former.has(word));
  if (stale.length > 0)
    await connection.query(
      'DELETE FROM article_words WHERE word IN (?) AND created_ts = ? AND article_id = ?',
      [stale, at, id],
    );
  if (fresh.length > 0) {
    const rows = fresh.map((word) => [word, at, id]);
    await insert(connection, 'article_words (word, created_ts, article_id)', rows);
  }
  await connection.query('UPDATE article_search SET words = ? WHERE article_id = ?', [words.join(' '), id]);
}

/** One transaction, with a statement for each table. @returns the id of the article */
async function insertAll(row, tags, sections) {
  const connection = await pool.getConnection();
  try {
    await connection.beginTransaction();
    const [{ insertId: id }] = await connection.query('INSERT INTO articles SET ?', [row]);
    await insert(connection, 'article_paths (path, article_id, state)', [[row.path, id, 'current']]);
    const listed = [row.status, row.created_ts];
    await insert(connection, 'article_authors (article_id, author_id, position, status, created_ts)', [
      [id, AUTHOR, 0, ...listed],
    ]);
    await insert(
      connection,
      'article_sections (article_id, section_id, position, is_primary, status, created_ts)',
      sections.map((section, position) => [id, section, position, 0, ...listed]),
    );
    await insert(
      connection,
      'article_tags (article_id, slug, title, position, is_primary, status, created_ts)',
      tags.map((tag, position) => [id, tag, tag, position, 0, ...listed]),
    );
    const words = wordsOf(`${row.headline} ${row.body} ${tags.join(' ')}`);
    const wordRows = words.map((word) => `(${word}, ${row.created_ts}, ${id})`).join(', ');
    await connection.query(`INSERT INTO article_words (word, created_ts, article_id) VALUES ${wordRows}`);
    await insert(connection, 'article_search (article_id, created_ts, words)', [
      [id, row.created_ts, words.join(' ')],
    ]);
    await connection.commit();
    return id;
  } finally {
    connection.release();
  }
}

const textOf = (html) => html.replaceAll(/<[^>]*>/g, ' ').trim();
const countWords = (html) => textOf(html).split(/\s+/).length;

/** Keys that the words of a text are found by, ascending. */
function wordsOf(html) {
  const words = new Set(
    textOf(html)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu),
  );
  return [...words].map(keyOf).sort((one, other) => one - other);
}

/** Hashes of words, remembered: the bench uses some thousand words. */
const keys = new Map();

function keyOf(word) {
  const known = keys.get(word);
  if (known !== undefined) return known;
  const key = createHash('sha1').update(word).digest().readUIntBE(0, 6);
  keys.set(word, key);
  return key;
}

const insert = (connection, into, rows) => connection.query(`INSERT INTO ${into} VALUES ?`, [rows]);

/** Nobody changes them while the bench runs. */
const [authors] = await pool.query(
  'SELECT id, name AS text, first_name, last_name, about_html, about_html_safe FROM authors',
);
const AUTHORS = new Map(authors.map((author) => [author.id, author]));

/** The columns of an article that nobody has set. */
const [[UNSET]] = await pool.query('SELECT a.* FROM (SELECT 1) one LEFT JOIN articles a ON FALSE');
UNSET.likes_count = 0;
UNSET.page_views_count = 0;
