import { DomainEvent } from '../../../kernel/events/domain-events.js';
import { type ArticleRecord, ArticleStatus } from './article-record.js';

/** The posts pinned to the head of a section's list are others, or in another order, in this transaction. */
export class EditorialOrderChanged extends DomainEvent {}

/** A version of an article is saved in this transaction. */
export class ArticleChanged extends DomainEvent {
  constructor(
    readonly articleId: number,
    readonly verb: ArticleVerb,
    readonly version: number,
    /** Fields that clients know, in which it differs from the version before; none of a new article. */
    readonly fields: readonly string[],
  ) {
    super();
  }
}

/** Kind of a change to an article. `move` gives it another path and changes nothing else. */
export type ArticleVerb =
  'create' | 'edit' | 'publish' | 'unpublish' | 'schedule' | 'unschedule' | 'remove' | 'restore' | 'move';

type State = Pick<ArticleRecord, 'status' | 'scheduledAt'>;

/**
 * The verb of a change that a client or a clock has made; the one that readers
 * notice most, where it does several things.
 */
export function verbOf(was: Readonly<State> | null, now: Readonly<State>): ArticleVerb {
  if (was === null) return 'create';
  const turns = (status: ArticleStatus) => was.status !== status && now.status === status;
  const ends = (status: ArticleStatus) => was.status === status && now.status !== status;
  if (turns(ArticleStatus.Removed)) return 'remove';
  if (turns(ArticleStatus.Published)) return ends(ArticleStatus.Removed) ? 'restore' : 'publish';
  if (ends(ArticleStatus.Removed)) return 'restore';
  if (ends(ArticleStatus.Published)) return 'unpublish';
  if (now.scheduledAt === was.scheduledAt) return 'edit';
  return now.scheduledAt === null ? 'unschedule' : 'schedule';
}
