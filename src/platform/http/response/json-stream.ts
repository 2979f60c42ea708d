import type { Response } from 'express';
import { waitForDrain } from './wait-for-drain.js';

type Change = (items: readonly object[]) => Promise<readonly object[]>;

const changes = new WeakMap<Response, Change>();

/** Items that {@link sendArray} sends with this response are changed first, those of a page at a time. */
export function changeItems(response: Response, change: Change): void {
  changes.set(response, change);
}

/**
 * Sends a JSON array of any length, page by page, no faster than the client
 * reads it. What fails before the first page is answered as usual; after that,
 * the connection breaks off, so that nobody takes a part for the whole.
 */
export async function sendArray(response: Response, pages: AsyncIterable<readonly object[]>): Promise<void> {
  const change = changes.get(response);
  let separator = '[';
  for await (const page of pages) {
    if (response.closed) return;
    if (page.length === 0) continue;
    const items = change ? await change(page) : page;
    if (!response.headersSent) response.type('application/json');
    const isTaken = response.write(separator + items.map((item) => JSON.stringify(item)).join(','));
    separator = ',';
    if (!isTaken) await waitForDrain(response);
  }
  if (!response.headersSent) response.type('application/json');
  response.end(separator === '[' ? '[]' : ']');
}
