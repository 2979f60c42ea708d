import { type Database, placeholders } from '../../../platform/database/database.js';
import type { ArticleAuthorView, ArticleRelations, ArticleSectionView } from '../domain/article-view.js';
import type { SectionStatus } from '../../sections/domain/section.entity.js';
import type { AssignmentReason, BadgePlacement, TagPlacement } from '../domain/placement.js';

interface Row {
  readonly kind: 'author' | 'badge' | 'section' | 'tag';
  readonly articleId: number;
  readonly position: number;
  readonly id: number;
  readonly name: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly text: string | null;
  readonly reason: string;
  readonly status: SectionStatus;
  readonly isPrimary: number;
}

/** All four lists in one statement, so that their number costs no round trips. */
const statement = (ids: string): string => `
  SELECT 'author' AS kind, j.article_id AS articleId, j.position AS position, a.id AS id, a.name AS name,
         a.first_name AS firstName, a.last_name AS lastName, a.about_html AS text, '' AS reason, 0 AS status,
         0 AS isPrimary
    FROM article_authors j JOIN authors a ON a.id = j.author_id WHERE j.article_id IN (${ids})
  UNION ALL
  SELECT 'section', j.article_id, j.position, s.id, s.title, NULL, NULL, s.full_url, j.reason, s.status, j.is_primary
    FROM article_sections j JOIN sections s ON s.id = j.section_id WHERE j.article_id IN (${ids})
  UNION ALL
  SELECT 'tag', article_id, position, 0, slug, title, NULL, NULL, '', 0, is_primary
    FROM article_tags WHERE article_id IN (${ids})
  UNION ALL
  SELECT 'badge', article_id, position, badge_id, '', NULL, NULL, NULL, reason, 0, 0
    FROM article_badges WHERE article_id IN (${ids})`;

/** What is assigned to each of the articles, by id. */
export async function loadRelations(
  database: Database,
  ids: readonly number[],
): Promise<ReadonlyMap<number, ArticleRelations>> {
  if (ids.length === 0) return new Map();
  const rows = await database.rows<Row>(statement(placeholders(ids)), [...ids, ...ids, ...ids, ...ids]);
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
    const { id, name, firstName, lastName, text } = row;
    const isPrimary = row.isPrimary !== 0;
    const reason = row.reason as AssignmentReason;
    if (row.kind === 'author') authors.push({ id, name, firstName, lastName, aboutHtml: text });
    else if (row.kind === 'tag') tags.push({ slug: name, title: firstName ?? name, isPrimary });
    else if (row.kind === 'badge') badges.push({ badgeId: id, reason });
    else
      sections.push({
        sectionId: id,
        title: name,
        fullUrl: text ?? '',
        status: row.status,
        reason,
        isPrimary,
      });
  };
  return { authors, tags, sections, badges, take };
}
