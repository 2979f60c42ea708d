import type { Actor } from '../../auth/domain/actor.js';
import { ArticleStatus } from '../domain/article-record.js';
import type { ArticleCriteria } from './article-criteria.js';

/** Articles in some states, as far as somebody may read them. */
export type ReadableCriteria = Pick<ArticleCriteria, 'statuses' | 'ownedBy' | 'publishedOrOwnedBy'>;

/**
 * Restricts a list to what the actor may read: all articles with the right to read drafts, else published
 * ones and, with the right to read own drafts, those that the actor wrote or created.
 *
 * @returns null where nothing is left to read
 */
export function readableBy(actor: Actor, statuses: readonly ArticleStatus[]): ReadableCriteria | null {
  if (actor.may('drafts.read')) return { statuses };
  const showsPublished = statuses.includes(ArticleStatus.Published);
  if (!actor.may('drafts.read.own')) return showsPublished ? { statuses: [ArticleStatus.Published] } : null;
  return { statuses, [showsPublished ? 'publishedOrOwnedBy' : 'ownedBy']: actor.authorId };
}
