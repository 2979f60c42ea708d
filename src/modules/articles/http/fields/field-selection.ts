import type { ArticleSelection } from '../../listing/article-criteria.js';
import type { ArticleField } from './field-kinds.js';
import { ARTICLE_FIELDS } from './article-fields.js';

const FIELDS: readonly [string, ArticleField][] = Object.entries(ARTICLE_FIELDS);

/** The names of the fields that a client asks for; undefined for all. Names that are unknown are left out. */
export function chooseFields(
  included: readonly string[] | undefined,
  excluded: readonly string[] | undefined,
): ReadonlySet<string> | undefined {
  if (!included && !excluded) return undefined;
  const names = FIELDS.map(([name]) => name).filter((name) => name !== 'draft_url');
  return new Set(names.filter((name) => (included?.includes(name) ?? true) && !excluded?.includes(name)));
}

/** The columns and relations that these fields are made of. */
export function selectionOf(fields: ReadonlySet<string> | undefined): ArticleSelection | undefined {
  if (!fields) return undefined;
  const chosen = FIELDS.filter(([name]) => fields.has(name)).map(([, field]) => field);
  return {
    columns: new Set(chosen.flatMap(({ columns }) => columns ?? [])),
    relations: new Set(chosen.flatMap(({ relations }) => relations ?? [])),
  };
}
