import { once } from 'node:events';
import type { Response } from 'express';

/** Waits until the client has read what was written, or is gone. */
export async function waitForDrain(response: Response): Promise<void> {
  // A closed response emits neither any more.
  if (response.closed || response.destroyed) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  try {
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]);
  } finally {
    // The other one would listen on.
    waiting.abort();
  }
}
