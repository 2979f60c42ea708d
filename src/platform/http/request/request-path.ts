import type { IncomingMessage } from 'node:http';

/** All that says who asks, and for what. */
export type RequestHead = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** The path of a request, without its query, which may hold a key. */
export function pathOf(request: RequestHead & { originalUrl?: string }): string {
  return (request.originalUrl ?? request.url ?? '/').split('?', 1)[0] ?? '/';
}
