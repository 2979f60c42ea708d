import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';
import type { ViewsOfPeriod } from '../../page-views/domain/page-view-store.js';
import type { ArticleRecord, ArticleStatus } from '../domain/article-record.js';
import type { ArticleRelations, SelectedArticle } from '../domain/article-view.js';
import type { IntegerRange, OwnValue } from '../domain/own-fields.js';

/** Criteria for the articles of a list; absent ones do not restrict it. */
export interface ArticleCriteria {
  readonly statuses: readonly ArticleStatus[];
  readonly ids?: readonly number[] | undefined;
  readonly noIds?: readonly number[] | undefined;
  /** Only articles that this author wrote or created. */
  readonly ownedBy?: number | undefined;
  /** Only published ones, and those that this author wrote or created. */
  readonly publishedOrOwnedBy?: number | undefined;
  readonly basename?: string | undefined;
  readonly type?: string | undefined;
  /** Articles with at least one of these types. */
  readonly anyTypes?: readonly string[] | undefined;
  readonly providerId?: number | undefined;
  readonly providerPostId?: string | undefined;
  /** In at least one of these sections. */
  readonly anySections?: readonly number[] | undefined;
  readonly allSections?: readonly number[] | undefined;
  readonly noSections?: readonly number[] | undefined;
  /** Articles by at least one of these authors. */
  readonly anyAuthors?: readonly number[] | undefined;
  readonly noAuthors?: readonly number[] | undefined;
  /** Slugs; the article carries at least one of them. */
  readonly anyTags?: readonly string[] | undefined;
  readonly noTags?: readonly string[] | undefined;
  /** Values by name of an extension's field; the field has at least one of them. */
  readonly fields?: Readonly<Record<string, readonly OwnValue[]>> | undefined;
  /** Ranges by name of a field of integers; both ends included. */
  readonly fieldRanges?: Readonly<Record<string, IntegerRange>> | undefined;
  /** All words of it are in the article; for published articles only. */
  readonly phrase?: string | undefined;
  /** Publication time, both ends included. */
  readonly from?: UtcSeconds | undefined;
  readonly to?: UtcSeconds | undefined;
  /** Changed at this time or later. */
  readonly updatedFrom?: UtcSeconds | undefined;
  /** Excludes articles all of whose sections are Private. */
  readonly excludesPrivate?: boolean | undefined;
}

/**
 * - `newest`, `oldest`: by publication time
 * - `updated`: last change first
 * - `views`: most views in the last hours first, then newest
 * - `editorial`: the pinned articles of the section, then newest
 */
export type ArticleOrder =
  | { readonly by: 'newest' }
  | { readonly by: 'oldest' }
  | { readonly by: 'updated' }
  | ({ readonly by: 'views' } & ViewsOfPeriod)
  | { readonly by: 'editorial'; readonly sectionId: number };

/** The columns and relations to read; the id is always read. */
export interface ArticleSelection<
  C extends keyof ArticleRecord = keyof ArticleRecord,
  R extends keyof ArticleRelations = keyof ArticleRelations,
> {
  readonly columns: ReadonlySet<C>;
  readonly relations: ReadonlySet<R>;
}

/** The articles that a list with this selection holds. */
export type Selected<S> = S extends ArticleSelection<infer C, infer R> ? SelectedArticle<C, R> : never;

export const select = <C extends keyof ArticleRecord = never, R extends keyof ArticleRelations = never>(
  columns: Iterable<C>,
  relations: Iterable<R> = [],
): ArticleSelection<C, R> => ({ columns: new Set(columns), relations: new Set(relations) });

export interface ArticleQuery<
  C extends keyof ArticleRecord = keyof ArticleRecord,
  R extends keyof ArticleRelations = keyof ArticleRelations,
> {
  readonly criteria: ArticleCriteria;
  readonly order: ArticleOrder;
  readonly page: Page;
  /** All when left out. */
  readonly selection?: ArticleSelection<C, R> | undefined;
}
