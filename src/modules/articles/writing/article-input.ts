import type { UtcSeconds } from '../../../kernel/clock.js';
import type { SectionReference } from '../../sections/sections.service.js';
import type { ArticleContent } from '../domain/article.js';
import type { ListicleInput } from '../domain/listicle.js';
import type { OwnChanges } from '../domain/own-fields.js';

// Spelled out, since the contract with extensions prints it.
export type ArticleAction = 'publish' | 'unpublish' | 'restore' | 'revert';
export const ARTICLE_ACTIONS: readonly ArticleAction[] = ['publish', 'unpublish', 'restore', 'revert'];

/** The fields that a client sends; undefined leaves a field as it is, null clears it. */
export interface ArticleInput {
  readonly content: ArticleContent;
  /** Fields of the extension; undefined when none is sent. */
  readonly fields?: OwnChanges | undefined;
  readonly listicle?: ListicleInput | null | undefined;
  readonly type?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly primaryTag?: string | null | undefined;
  readonly sections?: readonly SectionReference[] | undefined;
  readonly primarySection?: SectionReference | null | undefined;
  readonly badges?: readonly number[] | undefined;
  /** An empty list stands for the actor alone. */
  readonly authorIds?: readonly number[] | undefined;
  readonly createdTs?: UtcSeconds | null | undefined;
  readonly updatedTs?: UtcSeconds | null | undefined;
  readonly keepsUpdatedTs?: boolean | undefined;
  readonly providerPostId?: string | null | undefined;
  readonly action?: ArticleAction | undefined;
  /** The version whose content `revert` brings back. */
  readonly revision?: number | undefined;
  /** Remarks about the request, which the answer repeats in `warnings`. They change nothing. */
  readonly hints?: readonly string[] | undefined;
  /**
   * The state as it was sent. It changes nothing; `warnings` name what the article has not after the request.
   */
  readonly sentState?: SentState | undefined;
}

/** Values as they came, unread; undefined when a field was not sent. */
export interface SentState {
  readonly status?: unknown;
  readonly scheduledAt?: unknown;
}

/**
 * Whether an edit would change nothing, so that it makes no new version. To ask
 * for the time of the edit is a change.
 */
export function isEmpty({ content, ...others }: ArticleInput): boolean {
  const changes = {
    ...others,
    hints: undefined,
    sentState: undefined,
    keepsUpdatedTs: others.keepsUpdatedTs === false ? false : undefined,
  };
  return [...Object.values(content), ...Object.values(changes)].every((value) => value === undefined);
}

/** Whether the time of the last change is to be set although nothing else is changed. */
export function asksForTime(
  { updatedTs, keepsUpdatedTs }: ArticleInput,
  was: { readonly updatedTs: UtcSeconds },
): boolean {
  return (updatedTs ?? was.updatedTs) !== was.updatedTs || keepsUpdatedTs === false;
}

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

/** Whether a new article is as an action would make it: the door that it comes by decides on that. */
export function isBroughtAbout(
  action: ArticleAction | undefined,
  { isPublished }: { readonly isPublished: boolean },
): boolean {
  if (action === undefined) return true;
  return action === 'publish' ? isPublished : action === 'unpublish' && !isPublished;
}
