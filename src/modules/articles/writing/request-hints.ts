import type { UtcSeconds } from '../../../kernel/clock.js';
import type { ArticleInput } from './article-input.js';

interface WrittenState {
  readonly status: number;
  readonly scheduledAt: UtcSeconds | null;
}

/**
 * Remarks about the request: those of its reader, and a sentence for each field of the state that was sent
 * with another value than the article has now.
 */
export function requestHints({ hints = [], sentState }: ArticleInput, now: WrittenState): readonly string[] {
  const all = [...hints];
  if (isOther(sentState?.status, now.status))
    all.push('status: is not set by this field; send action "publish" or "unpublish", or DELETE');
  if (isOther(sentState?.scheduledAt, now.scheduledAt))
    all.push('scheduled_at: is not set by this field; PUT /api/1.3/scheduled_posts/<id> schedules a draft');
  return all;
}

function isOther(sent: unknown, now: number | null): boolean {
  if (sent === undefined) return false;
  if (sent === null || sent === '') return now !== null;
  return !(typeof sent === 'number' || typeof sent === 'string') || Number(sent) !== now;
}
