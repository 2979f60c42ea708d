import type { Response } from 'express';
import { waitForDrain } from './wait-for-drain.js';

/**
 * Sends a JSON array of any length, page by page, no faster than the client reads it. What fails before the first
 * page is answered as usual; after that, the connection breaks off, so that nobody takes a part for the whole.
 */
export async function sendArray(response: Response, pages: AsyncIterable<readonly object[]>): Promise<void> {
  let separator = '[';
  for await (const page of pages) {
    if (response.closed) return;
    if (page.length === 0) continue;
    if (!response.headersSent) response.type('application/json');
    const isTaken = response.write(separator + page.map((item) => JSON.stringify(item)).join(','));
    separator = ',';
    if (!isTaken) await waitForDrain(response);
  }
  if (!response.headersSent) response.type('application/json');
  response.end(separator === '[' ? '[]' : ']');
}
