import type { Actor } from '../../auth/domain/actor.js';
import { ArticleStatus } from '../domain/article-record.js';
import type { ArticleCriteria } from './article-criteria.js';

/** Articles in some states, as far as somebody may read them. */
export type Readable = Pick<ArticleCriteria, 'statuses' | 'ownedBy' | 'publishedOrOwnedBy'>;

/**
 * Who may read drafts reads all, who may read own ones what it wrote or created, and everybody what is published.
 *
 * @returns null where nothing is left to read
 */
export function readableBy(actor: Actor, statuses: readonly ArticleStatus[]): Readable | null {
  if (actor.may('drafts.read')) return { statuses };
  const showsPublished = statuses.includes(ArticleStatus.Published);
  if (!actor.may('drafts.read.own')) return showsPublished ? { statuses: [ArticleStatus.Published] } : null;
  return { statuses, [showsPublished ? 'publishedOrOwnedBy' : 'ownedBy']: actor.authorId };
}
