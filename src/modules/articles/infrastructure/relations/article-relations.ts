import { Metrics } from '../../../../platform/telemetry/metrics.js';
import { Injectable } from '@nestjs/common';
import { Database } from '../../../../platform/database/database.js';
import { GroupReader } from '../../../../platform/database/rows/group-reader.js';
import {
  type ArticleAuthorView,
  type ArticleBadgeView,
  type ArticleRelations,
  type ArticleSectionView,
  authorIdsOf,
} from '../../domain/article-view.js';
import type { Article } from '../../domain/article.js';
import { OwnFields, type OwnValue } from '../../domain/own-fields.js';
import type { BadgePlacement, TagPlacement } from '../../domain/placement.js';
import { mustFitPage } from '../list-planner/page-bytes.js';
import { type KnownAuthor, type KnownBadge, type KnownSection, RelationFacts } from './relation-facts.js';
import { readValue } from './own-value-rows.js';
import { positionsOf, type StoredPositions } from './placement-rows.js';
import {
  type OwnValueRow,
  type PlacementRow,
  relationKinds,
  type RelationRow,
  RelationStatement,
  type VersionRow,
} from './relation-statement.js';

interface Options {
  /** The columns and relations to read; all when left out. */
  readonly names?: ReadonlySet<keyof ArticleRelations> | undefined;
  /** Bytes of the texts that are on the page already, where it has a limit. */
  readonly pageBytes?: number | undefined;
  /** Tells sections that are being removed by themselves, not by what they count as. */
  readonly withRemoved?: boolean;
}

interface Known {
  readonly authors: ReadonlyMap<number, KnownAuthor>;
  readonly sections: ReadonlyMap<number, KnownSection>;
  readonly badges: ReadonlyMap<number, KnownBadge>;
  readonly own: OwnFields;
}

/** An article to which nothing is assigned. */
export const UNRELATED: ArticleRelations = {
  authors: [],
  tags: [],
  sections: [],
  badges: [],
  badgeDetails: [],
  fields: {},
};

/** The relations of articles, by the ids of these. */
export interface FoundRelations {
  readonly byArticle: ReadonlyMap<number, ArticleRelations>;
  /** Versions of the articles as of which they were read; null where nothing had to be read. */
  readonly versions: ReadonlyMap<number, number> | null;
}

/** The relations of articles: which they are by one statement, what is shown of them mostly from memory. */
@Injectable()
export class ArticleRelationsReader {
  private readonly facts: RelationFacts;
  private readonly rows: GroupReader<number, RelationRow[]>;
  private readonly kinds: ReadonlySet<keyof ArticleRelations>;
  private readonly statement: RelationStatement;

  constructor(
    database: Database,
    private readonly own: OwnFields,
    metrics: Metrics,
  ) {
    this.facts = new RelationFacts(database, metrics);
    this.kinds = relationKinds(!own.isEmpty);
    this.statement = new RelationStatement(database);
    this.rows = new GroupReader(database, async (ids) =>
      byArticle(await this.statement.read(ids, this.kinds)),
    );
  }

  /**
   * The relations of each article. One statement, and one for each kind of
   * which something is not known yet.
   *
   * @throws TooLargeError where the page has a limit
   */
  async read(
    ids: readonly number[],
    { names, pageBytes, withRemoved = false }: Options = {},
  ): Promise<FoundRelations> {
    if (names?.size === 0) return { byArticle: new Map(), versions: null };
    const rows = await (withRemoved ? this.statement.read(ids, this.kinds, true) : this.rowsOf(ids, names));
    const isDetailed = names?.has('badgeDetails') ?? true;
    if (pageBytes !== undefined) mustFitPage(pageBytes + (isDetailed ? bytesOf(rows) : 0) + ownBytesOf(rows));
    return this.found(ids, rows, isDetailed);
  }

  private async found(
    ids: readonly number[],
    rows: readonly RelationRow[],
    isDetailed: boolean,
  ): Promise<FoundRelations> {
    const placed = rows.filter(isPlacement);
    const [authors, sections, badges] = await Promise.all([
      this.facts.authors.get(versionsOf(placed, 'authors')),
      this.facts.sections.get(versionsOf(placed, 'sections')),
      this.facts.badges.get(isDetailed ? versionsOf(placed, 'badges') : new Map()),
    ]);
    const collectors = new Map(
      ids.map((id) => [id, new Collector({ authors, sections, badges, own: this.own })]),
    );
    for (const row of rows) collectors.get(row.articleId)?.take(row);
    return {
      byArticle: new Map([...collectors].map(([id, collector]) => [id, collector.relations])),
      versions: new Map(rows.filter(isVersion).map(({ articleId, version }) => [articleId, version])),
    };
  }

  /** The relations of one article. */
  async readOne(id: number): Promise<ArticleRelations> {
    return (await this.readStored(id)).relations;
  }

  /** The same, and where their rows stand in their lists. */
  async readStored(id: number): Promise<{ relations: ArticleRelations; positions: StoredPositions }> {
    const rows = await this.rowsOf([id], undefined);
    const { byArticle } = await this.found([id], rows, true);
    return { relations: byArticle.get(id) ?? UNRELATED, positions: positionsOf(rows) };
  }

  /** The relations of a former state, each as it is now; three statements. */
  async ofFormer({ placement, fields }: Pick<Article, 'placement' | 'fields'>): Promise<ArticleRelations> {
    const { authorIds, tags, sections, badges } = placement;
    const known = await this.facts.now({
      authors: authorIds,
      sections: sections.map(({ sectionId }) => sectionId),
      badges: badges.map(({ badgeId }) => badgeId),
    });
    const declared = Object.entries(fields).filter(([name]) => this.own.find(name));
    return {
      authors: authorIds.flatMap((id) => known.authors.get(id) ?? []),
      tags,
      sections: sections.flatMap((section) => {
        const facts = known.sections.get(section.sectionId);
        return facts ? [{ ...section, ...sectionFacts(facts) }] : [];
      }),
      badges: badges.filter(({ badgeId }) => known.badges.has(badgeId)),
      badgeDetails: badges.flatMap((placed) => {
        const badge = known.badges.get(placed.badgeId);
        return badge ? [{ ...placed, badge }] : [];
      }),
      fields: Object.fromEntries(declared),
    };
  }

  private async rowsOf(ids: readonly number[], names: Options['names']): Promise<RelationRow[]> {
    if (names) return this.statement.read(ids, names);
    const found = await this.rows.read(ids);
    return ids.flatMap((id) => found.get(id) ?? []);
  }
}

/** The article with what is assigned to it. */
export function placed(article: Article, relations: ArticleRelations | undefined): Article {
  if (!relations) return article;
  const placement = { ...relations, authorIds: authorIdsOf(relations) };
  return Object.assign(article, { placement, fields: relations.fields });
}

function byArticle(rows: readonly RelationRow[]): Map<number, RelationRow[]> {
  return Map.groupBy(rows, ({ articleId }) => articleId);
}

const isPlacement = (row: RelationRow): row is PlacementRow =>
  row.kind === 'authors' || row.kind === 'sections' || row.kind === 'badges';
const isVersion = (row: RelationRow): row is VersionRow => row.kind === 'versions';

function versionsOf(rows: readonly PlacementRow[], kind: PlacementRow['kind']): Map<number, number> {
  return new Map(rows.filter((row) => row.kind === kind).map(({ id, version }) => [id, version]));
}

/** Texts of badges: each counts for each article that has it, but once for one that has it twice. */
function bytesOf(rows: readonly RelationRow[]): number {
  const placed = rows.filter(isPlacement);
  const each = new Map(placed.map(({ articleId, id, bytes }) => [`${articleId} ${id}`, bytes]));
  return [...each.values()].reduce((sum, bytes) => sum + bytes, 0);
}

function ownBytesOf(rows: readonly RelationRow[]): number {
  return rows.reduce((sum, row) => (row.kind === 'fields' ? sum + Buffer.byteLength(row.title) : sum), 0);
}

/** Takes the rows of one article. */
class Collector {
  private readonly authors: ArticleAuthorView[] = [];
  private readonly tags: TagPlacement[] = [];
  private readonly sections = new Map<number, ArticleSectionView>();
  private readonly badges = new Map<number, BadgePlacement>();
  private readonly fields: Record<string, OwnValue | null> = {};

  constructor(private readonly known: Known) {}

  get relations(): ArticleRelations {
    const badges = [...this.badges.values()];
    const badgeDetails = badges.flatMap((placement): ArticleBadgeView[] => {
      const badge = this.known.badges.get(placement.badgeId);
      return badge ? [{ ...placement, badge }] : [];
    });
    return {
      authors: this.authors,
      tags: this.tags,
      sections: [...this.sections.values()],
      badges,
      badgeDetails,
      fields: this.fields,
    };
  }

  take(row: RelationRow): void {
    if (row.kind === 'tags')
      this.tags.push({ slug: row.slug, title: row.title, isPrimary: row.isPrimary !== 0 });
    else if (row.kind === 'fields') this.takeValue(row);
    else if (row.kind === 'authors') this.takeAuthor(row);
    else if (row.kind === 'sections') this.takeSection(row);
    else if (row.kind === 'badges' && !this.badges.has(row.id))
      this.badges.set(row.id, { badgeId: row.id, reason: row.reason });
  }

  /** Rows of fields that the extension does not declare any more stay where they are. */
  private takeValue({ slug, title }: OwnValueRow): void {
    const field = this.known.own.find(slug);
    if (field) this.fields[slug] = readValue(field, title);
  }

  private takeAuthor({ id }: PlacementRow): void {
    const author = this.known.authors.get(id);
    if (author) this.authors.push(author);
  }

  /** A section that was sent and is brought by tags as well comes as several rows: the first counts. */
  private takeSection({ id, reason, isPrimary }: PlacementRow): void {
    const facts = this.known.sections.get(id);
    if (!facts) return;
    const known = this.sections.get(id);
    this.sections.set(id, {
      ...(known ?? { sectionId: id, ...sectionFacts(facts), reason }),
      isPrimary: isPrimary !== 0 || (known?.isPrimary ?? false),
    });
  }
}

const sectionFacts = ({ title, fullUrl, status, opensNewTab }: KnownSection) => ({
  title,
  fullUrl,
  status,
  opensNewTab,
});
