import { parseJson } from '../../../../platform/database/columns.js';
import type { Database } from '../../../../platform/database/database.js';
import type { BadgeFacts } from '../../../badges/domain/badge.entity.js';
import type { PageSettings } from '../../../sections/domain/section.entity.js';
import type { ArticleAuthorView, ArticleRelations, ArticleSectionView } from '../../domain/article-view.js';
import type { TagPlacement } from '../../domain/placement.js';
import { mustFit } from '../list-planner/page-bytes.js';
import { isCut, readBadges, readRelations, type RelationRow } from './relation-rows.js';

interface Options {
  /** The columns and relations to read; all when left out. */
  readonly names?: ReadonlySet<keyof ArticleRelations> | undefined;
  /** Bytes of the texts that are on the page already, where it has a limit. */
  readonly pageBytes?: number | undefined;
}

/**
 * The relations of each article, by id. One statement, and another where badges have long texts: these
 * are read once, however many of the articles have the badge.
 *
 * @throws TooLargeError where the page has a limit
 */
export async function loadRelations(
  database: Database,
  ids: readonly number[],
  { names, pageBytes }: Options = {},
): Promise<ReadonlyMap<number, ArticleRelations>> {
  if (names?.size === 0) return new Map();
  const collectors = new Map(ids.map((id) => [id, new Collector()]));
  for (const row of await readRelations(database, ids, names)) collectors.get(row.articleId)?.take(row);
  const isDetailed = names?.has('badgeDetails') ?? true;
  const badges = isDetailed ? [...collectors.values()].flatMap((collector) => collector.badgeRows) : [];
  if (pageBytes !== undefined) mustFit(badges.reduce((sum, { textBytes }) => sum + textBytes, pageBytes));
  const facts = await factsOf(database, badges);
  return new Map([...collectors].map(([id, collector]) => [id, collector.relations(facts)]));
}

type KnownBadges = ReadonlyMap<number, BadgeFacts>;

/** Each of the badges once. */
async function factsOf(database: Database, rows: readonly RelationRow[]): Promise<KnownBadges> {
  const badges = new Map(rows.map((row) => [row.id, row]));
  const whole = await readBadges(
    database,
    [...badges.values()].filter(isCut).map(({ id }) => id),
  );
  return new Map([...badges].map(([id, row]) => [id, badgeOf(whole.get(id) ?? row)]));
}

/** Takes the rows of one article. */
class Collector {
  private readonly authors: ArticleAuthorView[] = [];
  private readonly tags: TagPlacement[] = [];
  private readonly sections = new Map<number, ArticleSectionView>();
  private readonly badges = new Map<number, RelationRow>();

  get badgeRows(): readonly RelationRow[] {
    return [...this.badges.values()];
  }

  relations(facts: KnownBadges): ArticleRelations {
    const { authors, tags } = this;
    const badges = this.badgeRows.map(({ id, reason }) => ({ badgeId: id, reason }));
    const badgeDetails = badges.flatMap((placement) => {
      const badge = facts.get(placement.badgeId);
      return badge ? [{ ...placement, badge }] : [];
    });
    return { authors, tags, sections: [...this.sections.values()], badges, badgeDetails };
  }

  /** A section that was sent and is brought by tags as well comes as several rows: the first counts. */
  take(row: RelationRow): void {
    const { kind, id, name, firstName, lastName, text } = row;
    const isPrimary = row.isPrimary !== 0;
    if (kind === 'authors')
      this.authors.push({
        ...{ id, name, firstName, lastName, imageId: row.imageId },
        ...{ aboutHtml: text, aboutHtmlSafe: row.link },
      });
    else if (kind === 'tags') this.tags.push({ slug: name, title: text ?? name, isPrimary });
    else if (kind === 'sections') this.takeSection(row);
    else if (kind === 'badges' && !this.badges.has(id)) this.badges.set(id, row);
  }

  private takeSection({ id, name, text, reason, status, link, ...row }: RelationRow): void {
    const known = this.sections.get(id);
    const isPrimary = row.isPrimary !== 0 || (known?.isPrimary ?? false);
    this.sections.set(id, {
      ...(known ?? { sectionId: id, title: name, fullUrl: text ?? '', status, reason }),
      opensNewTab: opensNewTab(link),
      isPrimary,
    });
  }
}

function opensNewTab(pageSettings: string | null): boolean {
  return (parseJson(pageSettings) as Partial<PageSettings> | null)?.open_in_new_tab === true;
}

function badgeOf({ id, name, imageId, tags, category, text, link, sortOrder }: RelationRow): BadgeFacts {
  return {
    id,
    name,
    imageId: imageId ?? 0,
    tags: (parseJson(tags) ?? []) as readonly string[],
    category,
    description: text,
    link: parseJson(link) as object | null,
    sortOrder,
  };
}
