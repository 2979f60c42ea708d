import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../kernel/errors.js';
import { Database, placeholders, type SqlValue } from '../../../platform/database/database.js';
import { RecordMapper } from '../../../platform/database/record-mapper.js';
import { Article } from '../domain/article.js';
import { ArticleRecord } from '../domain/article-record.js';
import { ArticlesRepository } from '../domain/articles.repository.js';
import { NOWHERE, type Placement } from '../domain/placement.js';
import { loadRelations } from './article-relations.js';

interface Stored {
  readonly row: ReadonlyMap<string, SqlValue>;
  readonly placement: Placement;
}

/** Rows of one list of an article: the column that tells them apart first, then the other columns. */
type JoinRows = Map<SqlValue, readonly SqlValue[]>;

@Injectable()
export class TypeormArticlesRepository extends ArticlesRepository {
  private readonly articles: RecordMapper<ArticleRecord>;
  private readonly stored = new WeakMap<Article, Stored>();

  constructor(private readonly database: Database) {
    super();
    this.articles = new RecordMapper(database, ArticleRecord);
  }

  async getForUpdate(id: number): Promise<Article> {
    const lock = this.database.dialect === 'mysql' ? ' FOR UPDATE' : '';
    const [row] = await this.database.rows<Record<string, unknown>>(
      `SELECT ${this.articles.selection('a')} FROM articles a WHERE a.id = ?${lock}`,
      [id],
    );
    if (!row) throw new NotFoundError('article-not-found', `There is no article ${id}.`);
    const article = this.articles.read(row, new Article());
    const relations = (await loadRelations(this.database, [id])).get(id);
    if (relations)
      article.placement = { ...relations, authorIds: relations.authors.map((author) => author.id) };
    this.remember(article);
    return article;
  }

  async add(article: Article): Promise<void> {
    const row = this.articles.snapshot(article);
    article.id = await this.articles.insert(article);
    this.stored.set(article, { row, placement: NOWHERE });
  }

  async save(article: Article): Promise<void> {
    const stored = this.stored.get(article);
    if (!stored) throw new Error('Only an article that was loaded or added can be saved.');
    await this.articles.update(article.id, stored.row, article);
    const before = joinRows(stored.placement);
    const after = joinRows(article.placement);
    for (const table of TABLES) await this.saveList(table, article.id, before[table.name], after[table.name]);
    this.remember(article);
  }

  async moveSection(sectionId: number, destinationId: number | null): Promise<void> {
    if (destinationId !== null) {
      const there =
        'SELECT article_id FROM (SELECT article_id FROM article_sections WHERE section_id = ?) AS there';
      await this.database.execute(
        `UPDATE article_sections SET is_primary = 1 WHERE section_id = ? AND article_id IN
           (SELECT article_id FROM (SELECT article_id FROM article_sections WHERE section_id = ? AND is_primary = 1) AS here)`,
        [destinationId, sectionId],
      );
      await this.database.execute(
        `UPDATE article_sections SET section_id = ?, reason = 'sent' WHERE section_id = ? AND article_id NOT IN (${there})`,
        [destinationId, sectionId, destinationId],
      );
    }
    await this.database.execute('DELETE FROM article_sections WHERE section_id = ?', [sectionId]);
  }

  async knownProviderPostIds(providerId: number, ids: readonly string[]): Promise<Set<string>> {
    if (ids.length === 0) return new Set();
    const rows = await this.database.rows<{ id: string }>(
      `SELECT provider_post_id AS id FROM articles WHERE provider_id = ? AND provider_post_id IN (${placeholders(ids)})`,
      [providerId, ...ids],
    );
    return new Set(rows.map(({ id }) => id));
  }

  private remember(article: Article): void {
    this.stored.set(article, { row: this.articles.snapshot(article), placement: article.placement });
  }

  private async saveList(table: JoinTable, id: number, before: JoinRows, after: JoinRows): Promise<void> {
    const isKept = (key: SqlValue, row: readonly SqlValue[], others: JoinRows) =>
      others.get(key)?.every((value, index) => value === row[index]) ?? false;
    const stale = [...before].filter(([key, row]) => !isKept(key, row, after)).map(([key]) => key);
    const fresh = [...after].filter(([key, row]) => !isKept(key, row, before));
    const [keyColumn] = table.columns;
    if (stale.length > 0) {
      await this.database.execute(
        `DELETE FROM ${table.name} WHERE article_id = ? AND ${keyColumn} IN (${placeholders(stale)})`,
        [id, ...stale],
      );
    }
    if (fresh.length > 0) {
      // In the order of the keys, so that two transactions ask for the same locks in the same order.
      fresh.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1));
      const marks = fresh.map(([, row]) => `(${placeholders([id, 0, ...row])})`).join(', ');
      await this.database.execute(
        `INSERT INTO ${table.name} (article_id, ${table.columns.join(', ')}) VALUES ${marks}`,
        fresh.flatMap(([key, row]) => [id, key, ...row]),
      );
    }
  }
}

const TABLES = [
  { name: 'article_authors', columns: ['author_id', 'position'] },
  { name: 'article_sections', columns: ['section_id', 'position', 'reason', 'is_primary'] },
  { name: 'article_tags', columns: ['slug', 'title', 'position', 'is_primary'] },
  { name: 'article_badges', columns: ['badge_id', 'position', 'reason'] },
] as const;

type JoinTable = (typeof TABLES)[number];

function joinRows({ authorIds, sections, tags, badges }: Placement): Record<JoinTable['name'], JoinRows> {
  return {
    article_authors: new Map(authorIds.map((id, position) => [id, [position]])),
    article_sections: new Map(
      sections.map(({ sectionId, reason, isPrimary }, position) => [
        sectionId,
        [position, reason, Number(isPrimary)],
      ]),
    ),
    article_tags: new Map(
      tags.map(({ slug, title, isPrimary }, position) => [slug, [title, position, Number(isPrimary)]]),
    ),
    article_badges: new Map(badges.map(({ badgeId, reason }, position) => [badgeId, [position, reason]])),
  };
}
