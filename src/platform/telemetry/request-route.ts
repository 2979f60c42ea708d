import type { IncomingMessage } from 'node:http';

/** The pattern of the route that a request has found, so that names do not grow with the articles. */
export function routeOf(request: IncomingMessage): string | undefined {
  const { route } = request as { route?: { path?: unknown } };
  return typeof route?.path === 'string' && !route.path.includes('{*') ? route.path : undefined;
}
