import type { ArticleSelection } from '../../listing/article-criteria.js';
import type { ArticleField } from './field-kinds.js';
import { ARTICLE_FIELDS } from './article-fields.js';

/** A field of the post object by its name: what it is made of, and how. */
export type ShownField = readonly [name: string, field: Omit<ArticleField, 'schema'>];

/** The fields that every post object has. */
export const BUILT_IN_FIELDS: readonly ShownField[] = Object.entries<ArticleField>(ARTICLE_FIELDS);

/** Names of fields that a client asks for, or does not want. */
export interface FieldChoice {
  readonly included?: readonly string[] | undefined;
  readonly excluded?: readonly string[] | undefined;
}

/** The names of the fields that a client asks for; undefined for all. Names that are unknown are left out. */
export function chooseFields(
  fields: readonly ShownField[],
  { included, excluded }: FieldChoice,
): ReadonlySet<string> | undefined {
  if (!included && !excluded) return undefined;
  const names = fields.map(([name]) => name).filter((name) => name !== 'draft_url');
  return new Set(names.filter((name) => (included?.includes(name) ?? true) && !excluded?.includes(name)));
}

/** The columns and relations that these fields are made of. */
export function selectionOf(
  fields: readonly ShownField[],
  names: ReadonlySet<string> | undefined,
): ArticleSelection | undefined {
  if (!names) return undefined;
  const chosen = fields.filter(([name]) => names.has(name)).map(([, field]) => field);
  return {
    columns: new Set(chosen.flatMap(({ columns }) => columns ?? [])),
    relations: new Set(chosen.flatMap(({ relations }) => relations ?? [])),
  };
}
