import type { ArticleRecord } from './article-record.js';
import { ArticleStatus } from './article-record.js';

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
