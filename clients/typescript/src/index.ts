export { createContentClient, type ClientOptions, type ContentClient } from './client.js';
export type { Change, ChangeOptions } from './changes.js';
export { ContentApiError, type Problem } from './errors.js';
export type { PagedPath, PageOptions, PagedItem } from './pages.js';
export type { RetryOptions } from './retries.js';
export type { components, operations, paths } from './schema.js';
export { verifyWebhook, WebhookVerificationError, type WebhookHeaders } from './webhooks.js';
