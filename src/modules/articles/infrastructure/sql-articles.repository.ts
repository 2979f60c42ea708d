import { Injectable } from '@nestjs/common';
import { NotFoundError } from '../../../kernel/errors.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { RecordMapper } from '../../../platform/database/rows/record-mapper.js';
import { ChangeLog } from '../../changes/change-log.js';
import { Article } from '../domain/article.js';
import { type ShownMedia, shownMedia } from '../domain/article-images.js';
import { ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import type { ArticleRelations } from '../domain/article-view.js';
import { ArticlesRepository, type ArticleSummary } from '../domain/articles.repository.js';
import { OwnFields } from '../domain/own-fields.js';
import { NOWHERE } from '../domain/placement.js';
import { changedArticleFields, isChangedArticle, type Snapshot } from './article-changes.js';
import { articlesWith, saveShownMedia } from './relations/article-media-rows.js';
import { ArticleRelationsReader, placed } from './relations/article-relations.js';
import { isOfOneVersion, readWhole } from './relations/read-whole.js';
import { ExternalIds } from './relations/external-ids.js';
import { catchUpOwnValues, saveOwnValues } from './relations/own-value-rows.js';
import { LISTED, savePlacement, type StoredPositions, UNPLACED } from './relations/placement-rows.js';

interface Stored extends Snapshot {
  readonly media: ShownMedia;
  readonly positions: StoredPositions;
  /** Null when the lists of the article have changed since it was loaded, or it was not loaded. */
  readonly relations: ArticleRelations | null;
  /** Fields that the last save has changed, by their API names. */
  readonly changed: readonly string[];
}

@Injectable()
export class SqlArticlesRepository extends ArticlesRepository {
  private readonly articles: RecordMapper<ArticleRecord>;
  private readonly externalIds: ExternalIds;
  private readonly stored = new WeakMap<Article, Stored>();

  constructor(
    private readonly database: Database,
    private readonly changes: ChangeLog,
    private readonly relations: ArticleRelationsReader,
    private readonly own: OwnFields,
  ) {
    super();
    this.articles = new RecordMapper(database, ArticleRecord);
    this.externalIds = new ExternalIds(database);
  }

  async getForUpdate(id: number): Promise<Article> {
    const [row] = await this.database.rows<Record<string, unknown>>(
      `SELECT ${this.articles.selection('a')} FROM articles a WHERE a.id = ?${this.database.forUpdate}`,
      [id],
    );
    if (!row) throw new NotFoundError('article-not-found', `There is no article ${id}.`);
    const { relations, positions } = await this.relations.readStored(id);
    const article = placed(this.articles.read(row, new Article()), relations);
    this.remember(article, this.snapshot(article), { relations, positions, changed: [] });
    return article;
  }

  async lock(id: number): Promise<void> {
    const rows = await this.database.rows(
      `SELECT id FROM articles WHERE id = ? AND status <> ?${this.database.forUpdate}`,
      [id, ArticleStatus.Removed],
    );
    if (rows.length === 0) throw new NotFoundError('article-not-found', `There is no article ${id}.`);
  }

  mustMatch(article: Article, versions: readonly number[] | undefined): Promise<void> {
    return this.changes.mustMatch(
      'article',
      article,
      { at: article.updatedTs, authorId: article.createdBy },
      versions,
    );
  }

  async addLikes(id: number, count: number): Promise<void> {
    await this.database.defer('UPDATE articles SET likes_count = likes_count + ? WHERE id = ?', [count, id]);
  }

  async add(article: Article): Promise<void> {
    const row = this.articles.snapshot(article);
    article.id = await this.articles.insert(article);
    const blank = { placement: NOWHERE, positions: UNPLACED, fields: {}, media: NO_MEDIA };
    this.stored.set(article, { row, ...blank, relations: null, changed: [] });
  }

  async save(article: Article): Promise<boolean> {
    const stored = this.stored.get(article);
    if (!stored) throw new Error('Only an article that was loaded or added can be saved.');
    await this.articles.deferUpdate(article.id, stored.row, article);
    await this.syncListKeys(article, stored.row);
    const positions = await savePlacement(this.database, article, stored);
    let relations = positions === stored.positions ? stored.relations : null;
    if (await saveOwnValues(this.database, article, stored.fields, this.own))
      relations = relations && { ...relations, fields: article.fields };
    const isOfTheseRules = stored.row.get('rendering_version') === article.renderingVersion;
    const noted = isOfTheseRules ? stored.media : null;
    const isComplete = await saveShownMedia(this.database, article.id, noted, shownMedia(article));
    const saved = this.snapshot(article);
    this.remember(article, saved, { relations, positions, changed: changedFields(stored, saved) });
    return isComplete;
  }

  async relationsOf(article: Article): Promise<ArticleRelations> {
    return this.stored.get(article)?.relations ?? (await this.relations.readOne(article.id));
  }

  catchUpFields(names: readonly string[], after: number, limit: number): Promise<number | null> {
    return catchUpOwnValues(this.database, names, after, limit);
  }

  async newItemIds(articleId: number, count: number): Promise<number[]> {
    if (count === 0) return [];
    const items = Array.from({ length: count }, () => [articleId]);
    await this.database.insertRows('listicle_items', ['article_id'], items);
    // Read back: in a cluster the ids of one statement do not follow each other.
    const rows = await this.database.rows<{ id: number }>(
      'SELECT id FROM listicle_items WHERE article_id = ? ORDER BY id DESC LIMIT ?',
      [articleId, count],
    );
    return rows.map(({ id }) => id).reverse();
  }

  takeProviderPostId(article: Article): Promise<number | null> {
    return this.externalIds.take(article);
  }

  freeProviderPostId(articleId: number): Promise<void> {
    return this.externalIds.free(articleId);
  }

  findByProviderPostId(providerId: number, providerPostId: string): Promise<number | null> {
    return this.externalIds.find({ providerId, providerPostId });
  }

  knownProviderPostIds(providerId: number, ids: readonly string[]): Promise<Set<string>> {
    return this.externalIds.known(providerId, ids);
  }

  async deriveAnew(article: Article): Promise<void> {
    await saveShownMedia(this.database, article.id, null, shownMedia(article));
    await this.copyListKeys(article, this.ownTables);
  }

  async holdSectionUrl(sectionId: number): Promise<string | null> {
    const statement = `SELECT full_url AS url FROM sections WHERE id = ? AND removed_to IS NULL`;
    const rows = await this.database.rows<{ url: string }>(statement + this.database.forShare, [sectionId]);
    return rows[0]?.url ?? null;
  }

  async findByMedia(kind: 'image' | 'document', id: number, limit: number): Promise<ArticleSummary[]> {
    const removed = ArticleStatus.Removed;
    return this.summaries(await articlesWith(this.database, kind, id, { limit, removed }));
  }

  async summaries(ids: readonly number[]): Promise<ArticleSummary[]> {
    if (ids.length === 0) return [];
    return readWhole(async () => {
      const rows = await this.database.rows<Omit<ArticleSummary, 'authorIds'>>(
        `SELECT id, headline, status, created_by AS createdBy, version, inserted_ts AS insertedTs,
                updated_ts AS updatedTs FROM articles WHERE id IN (${placeholders(ids)}) ORDER BY id`,
        ids,
      );
      const relations = await this.relations.read(ids, { names: SIGNED });
      if (!isOfOneVersion(rows, relations)) return null;
      const authorsOf = (id: number) => relations.byArticle.get(id)?.authors ?? [];
      return rows.map((row) => ({ ...row, authorIds: authorsOf(row.id).map((author) => author.id) }));
    });
  }

  changedFieldsOf(article: Article): readonly string[] {
    return this.stored.get(article)?.changed ?? [];
  }

  isChanged(article: Article): boolean {
    const before = this.stored.get(article);
    return !before || isChangedArticle(before, this.snapshot(article));
  }

  private snapshot(article: Article): Snapshot {
    return { row: this.articles.snapshot(article), placement: article.placement, fields: article.fields };
  }

  private remember(
    article: Article,
    snapshot: Snapshot,
    more: Pick<Stored, 'relations' | 'positions' | 'changed'>,
  ): void {
    this.stored.set(article, { ...snapshot, media: shownMedia(article), ...more });
  }

  /** Brings what lists are selected and sorted by up to date where it is kept besides the article. */
  private async syncListKeys(article: Article, before: Stored['row']): Promise<void> {
    const { status, createdTs } = article;
    if (before.get('status') === status && before.get('created_ts') === createdTs) return;
    await this.copyListKeys(article, [...LISTED, 'page_view_totals', ...this.ownTables]);
  }

  /** Tables of declared fields; none without such fields. */
  private get ownTables(): readonly string[] {
    return this.own.isEmpty ? [] : ['article_fields'];
  }

  private async copyListKeys({ id, status, createdTs }: Article, tables: readonly string[]): Promise<void> {
    for (const table of tables) {
      await this.database.defer(`UPDATE ${table} SET status = ?, created_ts = ? WHERE article_id = ?`, [
        status,
        createdTs,
        id,
      ]);
    }
  }
}

/** @returns the names of the fields that differ from the version before */
function changedFields(before: Stored, after: Snapshot): readonly string[] {
  return after.row.get('version') === before.row.get('version')
    ? before.changed
    : changedArticleFields(before, after);
}

const NO_MEDIA: ShownMedia = { imageIds: [], documentIds: [] };
/** The relations that decide who may read an article. */
const SIGNED = new Set(['authors'] as const);
