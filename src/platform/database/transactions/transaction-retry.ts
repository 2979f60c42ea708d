import { setTimeout as delay } from 'node:timers/promises';
import type { QueryFailedError } from 'typeorm';
import { OverloadedError } from '../../../kernel/errors.js';
import { isTransient } from '../database-errors.js';
import { brokenConstraint, LastingViolationError } from '../violations.js';

/** Long enough for a burst of writers on one row, short enough to answer within the time of a request. */
export const GIVE_UP_AFTER_MS = 15_000;
const MAX_PAUSE_MS = 250;
/**
 * Attempts, besides those of deadlocks, when a row has come, or one that is referred to has gone, since the
 * work looked: the next look tells the client so.
 */
const MAX_VIOLATIONS = 3;

/**
 * Tries a transaction again that the database has given up: a deadlock, a lock
 * that was waited for too long, a writer of another process.
 *
 * @param mayRetry whether another attempt may succeed, besides those of rows that were refused
 * @throws OverloadedError when it is given up for too long; LastingViolationError when a row is refused again
 *   and again; and whatever else the attempt throws
 */
export async function retryTransaction<T>(attempt: () => Promise<T>, mayRetry = isTransient): Promise<T> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  let reason: string | undefined;
  let violations = 0;
  for (let count = 1; ; count++) {
    try {
      return await attempt();
    } catch (error) {
      const broken = brokenConstraint(error);
      if (error instanceof LastingViolationError || !(broken || mayRetry(error))) throw error;
      if (broken) violations += 1;
      if (broken && violations >= MAX_VIOLATIONS) throw broken.message === reason ? lasting(broken) : error;
      reason = broken?.message;
      if (performance.now() > deadline) {
        throw new OverloadedError('database-busy', 'The database is busy; nothing was changed.');
      }
      await delay(Math.random() * Math.min(MAX_PAUSE_MS, 5 * 2 ** count));
    }
  }
}

const lasting = ({ query, parameters, driverError }: QueryFailedError): Error =>
  new LastingViolationError(query, parameters, driverError);
