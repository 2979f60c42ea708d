import type { Page } from './page.js';

/** Beyond every id. */
const NEWEST = 2_147_483_647;

/**
 * A list of any length, newest first, some rows at a time: no statement reads more, and none skips what was read
 * before.
 *
 * @param read rows with ids below `before`, the first `offset` of them left out
 */
export async function* newestFirst<Row extends { readonly id: number }>(
  { offset, limit }: Page,
  step: number,
  read: (before: number, page: Page) => Promise<Row[]>,
): AsyncGenerator<Row[], void> {
  let page = { offset, limit: Math.min(limit, step) };
  for (let before = NEWEST, left = limit; left > 0;) {
    const rows = await read(before, page);
    if (rows.length > 0) yield rows;
    if (rows.length < page.limit) return;
    before = rows.at(-1)?.id ?? 0;
    left -= rows.length;
    page = { offset: 0, limit: Math.min(left, step) };
  }
}
