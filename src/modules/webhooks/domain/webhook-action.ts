import type { ArticleVerb } from '../../articles/domain/article-events.js';
import type { Audience } from '../../changes/domain/audience.js';

/** Acts on articles that webhooks can be sent for. */
export const WEBHOOK_ACTIONS = [
  'draft_create',
  'draft_edit',
  'draft_delete',
  'draft_publish',
  'post_schedule',
  'post_unschedule',
  'post_create',
  'post_edit',
  'post_delete',
  'post_unpublish',
] as const;

export type WebhookAction = (typeof WEBHOOK_ACTIONS)[number];

interface Act {
  readonly verb: ArticleVerb;
  /** Null of events of former versions, which tell nothing of it. */
  readonly audience: Audience | null;
}

/** The action of a change of an article: it follows the article's state before the change, not the door. */
export function actionOf({ verb, audience }: Act): WebhookAction {
  const wasPublished = audience?.before === 'all';
  switch (verb) {
    case 'create':
      return audience?.after === 'all' ? 'post_create' : 'draft_create';
    case 'restore':
      return 'draft_create';
    case 'publish':
      return 'draft_publish';
    case 'unpublish':
      return 'post_unpublish';
    case 'schedule':
      return 'post_schedule';
    case 'unschedule':
      return 'post_unschedule';
    case 'remove':
      return wasPublished ? 'post_delete' : 'draft_delete';
    case 'edit':
    case 'move':
      return wasPublished ? 'post_edit' : 'draft_edit';
  }
}
