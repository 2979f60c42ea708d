import type { Request } from 'express';
import type { SiteSettings } from '../../site/site-settings.js';

/** The API key that a request carries; empty when there is none. */
export function keyOf({ query, headers }: Request, { auth }: SiteSettings): string {
  const fromQuery = auth.allowQueryKey ? query.api_key : undefined;
  const key = typeof fromQuery === 'string' ? fromQuery : headers['x-rmauth'];
  return typeof key === 'string' ? key.trim() : '';
}
