import { byId } from '../../../../kernel/page.js';
import { parseJson } from '../../../../platform/database/columns.js';
import { type Database, padded } from '../../../../platform/database/database.js';
import { raw, sql } from '../../../../platform/database/sql.js';
import { VersionedCache, type VersionedFacts } from '../../../../platform/database/rows/versioned-cache.js';
import type { Metrics } from '../../../../platform/telemetry/metrics.js';
import type { BadgeFacts } from '../../../badges/domain/badge.entity.js';
import type { PageSettings } from '../../../sections/domain/section.entity.js';
import type { ArticleAuthorView, ArticleSectionView } from '../../domain/article-view.js';

export type KnownAuthor = ArticleAuthorView & VersionedFacts;
export type KnownSection = VersionedFacts &
  Pick<ArticleSectionView, 'title' | 'fullUrl' | 'status' | 'opensNewTab'>;
export type KnownBadge = BadgeFacts & VersionedFacts & { readonly textBytes: number };

/**
 * The safe form of a text about an author `a` may come later than the text,
 * without a new version of the author.
 */
export const AUTHOR_VERSION = '2 * a.version + (a.about_html_safe IS NOT NULL)';

/** Caches of the authors, sections and badges that articles show. */
export class RelationFacts {
  readonly authors: VersionedCache<KnownAuthor>;
  readonly sections: VersionedCache<KnownSection>;
  readonly badges: VersionedCache<KnownBadge>;

  constructor(
    private readonly database: Database,
    metrics: Metrics,
  ) {
    this.authors = new VersionedCache(database, {
      read: (ids) => this.readAuthors(ids),
      bytesOf: (author) => lengthOf(author.aboutHtml) + lengthOf(author.aboutHtmlSafe),
    });
    this.sections = new VersionedCache(database, {
      read: (ids) => this.readSections(ids),
      bytesOf: ({ title, fullUrl }) => lengthOf(title) + lengthOf(fullUrl),
    });
    this.badges = new VersionedCache(database, {
      read: (ids) => this.readBadges(ids),
      bytesOf: ({ textBytes }) => textBytes,
    });
    metrics.cache('author_facts', () => this.authors.usage);
    metrics.cache('section_facts', () => this.sections.usage);
    metrics.cache('badge_facts', () => this.badges.usage);
  }

  /** Existing authors, sections and badges, in their current versions. */
  async now(ids: Readonly<Record<'authors' | 'sections' | 'badges', readonly number[]>>): Promise<{
    readonly authors: ReadonlyMap<number, KnownAuthor>;
    readonly sections: ReadonlyMap<number, KnownSection>;
    readonly badges: ReadonlyMap<number, KnownBadge>;
  }> {
    const [authors, sections, badges] = await Promise.all([
      ids.authors.length > 0 ? this.readAuthors(ids.authors) : [],
      ids.sections.length > 0 ? this.readSections(ids.sections) : [],
      ids.badges.length > 0 ? this.readBadges(ids.badges) : [],
    ]);
    return { authors: byId(authors), sections: byId(sections), badges: byId(badges) };
  }

  private readAuthors(ids: readonly number[]): Promise<KnownAuthor[]> {
    return this.database.prepared(
      sql`SELECT a.id AS id, ${raw(AUTHOR_VERSION)} AS version, a.name AS name, a.first_name AS firstName,
                 a.last_name AS lastName, a.image_id AS imageId, a.about_html AS aboutHtml,
                 a.about_html_safe AS aboutHtmlSafe
            FROM authors a WHERE a.id IN (${padded(ids)})`,
    );
  }

  private async readSections(ids: readonly number[]): Promise<KnownSection[]> {
    const rows = await this.database.prepared<KnownSection & { pageSettings: string | null }>(
      sql`SELECT id, version, title, full_url AS fullUrl, status, page_settings AS pageSettings
            FROM sections WHERE id IN (${padded(ids)})`,
    );
    return rows.map(({ pageSettings, ...section }) => {
      const settings = parseJson(pageSettings) as Partial<PageSettings> | null;
      return { ...section, opensNewTab: settings?.open_in_new_tab === true };
    });
  }

  private async readBadges(ids: readonly number[]): Promise<KnownBadge[]> {
    const rows = await this.database.prepared<Stored<KnownBadge, 'tags' | 'link'>>(
      sql`SELECT id, version, name, category, image_id AS imageId, sort_order AS sortOrder,
                 text_bytes AS textBytes, description, tags, link FROM badges WHERE id IN (${padded(ids)})`,
    );
    return rows.map((badge) => ({
      ...badge,
      tags: (parseJson(badge.tags) ?? []) as readonly string[],
      link: parseJson(badge.link) as object | null,
    }));
  }
}

/** A row with some columns as JSON. */
type Stored<T, K extends keyof T> = Omit<T, K> & Readonly<Record<K, string | null>>;

const lengthOf = (text: string | null): number => text?.length ?? 0;
