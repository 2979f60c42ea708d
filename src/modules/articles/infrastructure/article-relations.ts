import { type Database, placeholders } from '../../../platform/database/database.js';
import type { SectionStatus } from '../../sections/domain/section.entity.js';
import type { ArticleAuthorView, ArticleRelations, ArticleSectionView } from '../domain/article-view.js';
import type { AssignmentReason, BadgePlacement, TagPlacement } from '../domain/placement.js';

interface Row {
  readonly kind: keyof ArticleRelations;
  readonly articleId: number;
  readonly position: number;
  readonly id: number;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly text: string | null;
  readonly reason: AssignmentReason;
  readonly status: SectionStatus;
  readonly isPrimary: number;
}

/** Rows of one list, with the columns of all of them. Sections that tags brought come after those sent. */
const BRANCHES: Readonly<Record<keyof ArticleRelations, readonly ((ids: string) => string)[]>> = {
  authors: [
    (
      ids,
    ) => `SELECT 'authors' AS kind, j.article_id AS articleId, j.position AS position, a.id AS id, a.name AS name,
         a.first_name AS firstName, a.last_name AS lastName, a.about_html AS text, '' AS reason, 0 AS status,
         0 AS isPrimary
    FROM article_authors j JOIN authors a ON a.id = j.author_id WHERE j.article_id IN (${ids})`,
  ],
  sections: [
    (
      ids,
    ) => `SELECT 'sections' AS kind, j.article_id AS articleId, j.position AS position, s.id AS id, s.title AS name,
         NULL AS firstName, NULL AS lastName, s.full_url AS text, 'sent' AS reason, s.status AS status,
         j.is_primary AS isPrimary
    FROM article_sections j JOIN sections s ON s.id = j.section_id WHERE j.article_id IN (${ids})`,
    (ids) => `SELECT 'sections' AS kind, j.article_id AS articleId, 1000000 + s.id AS position, s.id AS id,
         s.title AS name, NULL AS firstName, NULL AS lastName, s.full_url AS text, 'tag' AS reason,
         s.status AS status, 0 AS isPrimary
    FROM article_tags j JOIN section_tags b ON b.slug = j.slug JOIN sections s ON s.id = b.section_id
   WHERE j.article_id IN (${ids})`,
  ],
  tags: [
    (
      ids,
    ) => `SELECT 'tags' AS kind, article_id AS articleId, position, 0 AS id, slug AS name, title AS firstName,
         NULL AS lastName, NULL AS text, '' AS reason, 0 AS status, is_primary AS isPrimary
    FROM article_tags WHERE article_id IN (${ids})`,
  ],
  badges: [
    (
      ids,
    ) => `SELECT 'badges' AS kind, article_id AS articleId, position, badge_id AS id, '' AS name, NULL AS firstName,
         NULL AS lastName, NULL AS text, reason, 0 AS status, 0 AS isPrimary
    FROM article_badges WHERE article_id IN (${ids})`,
  ],
};
const ALL = new Set(Object.keys(BRANCHES) as (keyof ArticleRelations)[]);

/** What is assigned to each of the articles, by id: all lists in one statement, so that they cost one round trip. */
export async function loadRelations(
  database: Database,
  ids: readonly number[],
  names: ReadonlySet<keyof ArticleRelations> = ALL,
): Promise<ReadonlyMap<number, ArticleRelations>> {
  const branches = [...names].flatMap((name) => BRANCHES[name]);
  if (ids.length === 0 || branches.length === 0) return new Map();
  const marks = placeholders(ids);
  const rows = await database.rows<Row>(
    branches.map((branch) => branch(marks)).join('\n  UNION ALL\n'),
    branches.flatMap(() => ids),
  );
  rows.sort((one, other) => one.position - other.position);
  const relations = new Map(ids.map((id) => [id, collector()]));
  for (const row of rows) relations.get(row.articleId)?.take(row);
  return relations;
}

function collector() {
  const authors: ArticleAuthorView[] = [];
  const tags: TagPlacement[] = [];
  const sections: ArticleSectionView[] = [];
  const badges: BadgePlacement[] = [];
  const take = (row: Row): void => {
    const { id, name, firstName, lastName, text, reason, status } = row;
    const isPrimary = row.isPrimary !== 0;
    if (row.kind === 'authors') authors.push({ id, name, firstName, lastName, aboutHtml: text });
    else if (row.kind === 'tags') tags.push({ slug: name, title: firstName ?? name, isPrimary });
    else if (row.kind === 'badges') badges.push({ badgeId: id, reason });
    else if (!sections.some(({ sectionId }) => sectionId === id))
      sections.push({ sectionId: id, title: name, fullUrl: text ?? '', status, reason, isPrimary });
  };
  return { authors, tags, sections, badges, take };
}
