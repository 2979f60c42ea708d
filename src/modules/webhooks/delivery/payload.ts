import type { NewDelivery } from '../domain/delivery.js';
import type { PayloadForm } from '../domain/webhook.entity.js';

type Post = Readonly<Record<string, unknown>>;

/** The body of a delivery, in the form that its webhook asks for. */
export function payloadOf(
  { action, eventId, articleId, version, authorId }: NewDelivery,
  post: Post,
  form: PayloadForm,
): object {
  const act = {
    user_id: authorId,
    post_id: articleId,
    post_url: post.post_url ?? null,
    action,
    event_id: eventId,
    version,
  };
  switch (form) {
    case 'post':
      return { ...act, post };
    case 'payload':
      return { ...act, payload: post };
    case 'flat':
      return { ...post, ...act };
  }
}

/** The body of a test: it tells of no article. */
export const testPayloadOf = ({ action, eventId, authorId }: NewDelivery): object => ({
  action,
  event_id: eventId,
  user_id: authorId,
});
