import type { Client } from 'openapi-fetch';
import { ContentApiError } from './errors.js';
import type { paths } from './schema.js';

/** Lists that can be read to their end. */
export type PagedPath = Extract<
  keyof paths,
  | '/api/1.3/posts'
  | `/api/1.3/posts/${'frontpage' | 'section' | 'tag' | 'search' | 'basename'}`
  | '/api/1.3/drafts'
  | '/api/1.3/scheduled_posts'
  | '/api/1.3/authors/search'
  | '/api/1.3/images'
  | '/api/1.3/documents'
>;

type Operation<P extends PagedPath> = paths[P]['get'];

export type PagedItem<P extends PagedPath> =
  Operation<P> extends {
    responses: { 200: { content: { 'application/json': readonly (infer Item)[] } } };
  }
    ? Item
    : never;

export interface PageOptions<P extends PagedPath> {
  /** Parameters of the list; `limit` is the size of a page. */
  readonly query?: Omit<NonNullable<Operation<P>['parameters']['query']>, 'offset' | 'cursor'>;
  readonly signal?: AbortSignal | undefined;
}

type Query = Record<string, unknown>;

/** The one call of a route whose path is not known to the compiler. */
type Get = (
  path: PagedPath,
  init: { params: { query: Query }; signal?: AbortSignal },
) => Promise<{ data?: unknown; error?: unknown; response: Response }>;

/**
 * The items of a list: the first page is asked for with an empty cursor, each
 * other one as `Link` of the one before says.
 */
export async function* pagesOf<P extends PagedPath>(
  client: Client<paths>,
  path: P,
  { query, signal }: PageOptions<P>,
): AsyncGenerator<PagedItem<P>, void> {
  const get = client.GET as unknown as Get;
  let asked: Query | null = { ...query, cursor: '' };
  while (asked) {
    const { data, error, response } = await get(path, {
      params: { query: asked },
      ...(signal && { signal }),
    });
    if (!response.ok) throw ContentApiError.of(response, error);
    yield* data as PagedItem<P>[];
    asked = nextOf(response);
  }
}

/** The parameters of the next page (RFC 8288); null on the last one. */
function nextOf({ headers }: Response): Query | null {
  const [, target] = /<([^>]*)>\s*;\s*rel="?next"?/i.exec(headers.get('link') ?? '') ?? [];
  if (target === undefined) return null;
  // Only the parameters count: the service may be known by another address here.
  const { searchParams } = new URL(target, 'https://service.invalid');
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map((name) => {
      const values = searchParams.getAll(name);
      return [name, values.length > 1 ? values : values[0]];
    }),
  );
}
