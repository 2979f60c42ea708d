import { expect } from '@jest/globals';
import type { Client } from './service.js';

interface Item {
  readonly id: number;
}

/** A page of a list. */
export interface Page {
  readonly items: readonly Item[];
  /** Path of the next page; null on the last one. */
  readonly next: string | null;
}

/** Items of a page, unless a test says how many. */
export const LIMIT = 7;
const MAX_PAGES = 200;

export const idsOf = (items: readonly Item[]): number[] => items.map(({ id }) => id);

/** The page that a request is answered with. */
export async function pageOf(request: ReturnType<Client['get']>): Promise<Page> {
  const { body, headers } = await request.expect(200);
  const { link } = headers as { readonly link?: string };
  const [, next = null] = /^<(\/api\/[^>]*)>; rel="next"$/.exec(link ?? '') ?? [];
  expect(link === undefined).toBe(next === null);
  return { items: body as Item[], next };
}

/** Path of the first page of a list by cursor. */
export const begin = (path: string, limit = LIMIT): string =>
  `${path}${path.includes('?') ? '&' : '?'}cursor=&limit=${limit}`;

interface Walk {
  readonly limit?: number;
  /** Work after each page. */
  readonly between?: (page: Page) => Promise<unknown>;
}

/** Reads a list by cursor to its end. */
export async function walk(
  client: Client,
  path: string,
  { limit = LIMIT, between }: Walk = {},
): Promise<number[]> {
  const ids: number[] = [];
  let next: string | null = begin(path, limit);
  for (let pages = 0; next !== null; pages++) {
    expect(pages).toBeLessThan(MAX_PAGES);
    const page: Page = await pageOf(client.get(next));
    ids.push(...idsOf(page.items));
    expect(page.items.length).toBeLessThanOrEqual(limit);
    next = page.next;
    if (next !== null) await between?.(page);
  }
  return ids;
}

/** The whole list, by offsets. */
export async function whole(client: Client, path: string): Promise<number[]> {
  const ids: number[] = [];
  for (let offset = 0; ; offset += 30) {
    const query = `${path.includes('?') ? '&' : '?'}limit=30&offset=${offset}`;
    const { items } = await pageOf(client.get(path + query));
    ids.push(...idsOf(items));
    if (items.length < 30) return ids;
  }
}
