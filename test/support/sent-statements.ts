import { setTimeout } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { Logger } from 'typeorm';
import { Database } from '../../src/platform/database/database.js';
import type { Service } from './service.js';

const MAX_ATTEMPTS = 4;
/**
 * Milliseconds before another try, more before each: work in the background sends a few statements in a row.
 */
const PAUSE_MS = 10;

/** The statements that a service sends while the work is done, in their order. */
export async function statementsOf(service: Service, work: () => Promise<unknown>): Promise<string[]> {
  const log = jest.spyOn(service.app.get(Database).sources.statements as Logger, 'logQuery');
  try {
    await work();
    return log.mock.calls.map(([text]) => text);
  } finally {
    log.mockRestore();
  }
}

/**
 * The shortest list of several tries: a request now and then looks up again what is remembered for a second
 * or a minute, such as its key or the size of the site.
 */
export async function fewestStatements(service: Service, work: () => Promise<unknown>): Promise<string[]> {
  let fewest = await statementsOf(service, work);
  for (let n = 1; n < MAX_ATTEMPTS; n++) {
    await setTimeout(n * PAUSE_MS);
    const sent = await statementsOf(service, work);
    if (sent.length < fewest.length) fewest = sent;
  }
  return fewest;
}
