import createClient, { type Client } from 'openapi-fetch';
import { type Change, changesOf, type ChangeOptions } from './changes.js';
import { type PagedItem, type PagedPath, pagesOf, type PageOptions } from './pages.js';
import { retrying, type RetryOptions } from './retries.js';
import type { paths } from './schema.js';

export interface ClientOptions extends RetryOptions {
  /** Where the service is: `https://site.example`. */
  readonly baseUrl: string;
  /** API key. Without one, only what is open to everybody is answered. */
  readonly key?: string | undefined;
  /** Headers of every request, as `traceparent`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** In place of the global one. */
  readonly fetch?: ((request: Request) => Promise<Response>) | undefined;
}

/** The routes of the service by method and path (openapi-fetch), and what takes more than one request. */
export interface ContentClient extends Client<paths> {
  /** The items of a list, page by page, to its end. @throws ContentApiError */
  pages<P extends PagedPath>(path: P, options?: PageOptions<P>): AsyncGenerator<PagedItem<P>, void>;
  /**
   * Committed changes, for ever unless the signal ends it.
   * @throws ContentApiError, 410 when a token is too old
   */
  changes(options: ChangeOptions): AsyncGenerator<Change, void>;
}

const WRITES = ['POST', 'PUT'];

/** A client of one service with one key. Writes have an Idempotency-Key, unless they bring one. */
export function createContentClient(options: ClientOptions): ContentClient {
  const { baseUrl, key, headers, fetch: send = (request: Request) => fetch(request) } = options;
  const client = createClient<paths>({
    baseUrl,
    fetch: retrying(send, options),
    headers: { ...(key !== undefined && { 'x-rmauth': key }), ...headers },
  });
  client.use({
    onRequest({ request }) {
      if (WRITES.includes(request.method) && !request.headers.has('idempotency-key'))
        request.headers.set('idempotency-key', crypto.randomUUID());
      return request;
    },
  });
  return Object.assign(client, {
    pages: <P extends PagedPath>(path: P, asked: PageOptions<P> = {}) => pagesOf(client, path, asked),
    changes: (asked: ChangeOptions) => changesOf(client, asked),
  });
}
