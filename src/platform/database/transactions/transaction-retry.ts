import { setTimeout as delay } from 'node:timers/promises';
import { OverloadedError } from '../../../kernel/errors.js';
import { isMissingReference, isTransient } from '../database-errors.js';

/** Long enough for a burst of writers on one row, short enough to answer within the time of a request. */
export const GIVE_UP_AFTER_MS = 15_000;
const LONGEST_PAUSE_MS = 250;
/** Attempts when a row refers to one that has been removed since the work looked: the next look tells the client so. */
const LOOK_AGAIN = 3;

/**
 * Tries a transaction again that the database has given up: a deadlock, a lock that was waited for too long, a writer
 * of another process.
 *
 * @throws OverloadedError when it is given up for too long; and whatever else the attempt throws
 */
export async function retryTransient<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + GIVE_UP_AFTER_MS;
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error) && !(isMissingReference(error) && count < LOOK_AGAIN)) throw error;
      if (Date.now() > deadline) {
        throw new OverloadedError('database-busy', 'The database is busy; nothing was changed.');
      }
      await delay(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** count));
    }
  }
}
