import type { IncomingMessage } from 'node:http';

/** The path of a request, without its query, which may hold a key. */
export function pathOf(request: IncomingMessage & { originalUrl?: string }): string {
  return (request.originalUrl ?? request.url ?? '/').split('?', 1)[0] ?? '/';
}
