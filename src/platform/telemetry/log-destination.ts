import pino, { type DestinationStream } from 'pino';
import type { Environment } from '../config/environment.js';

/** Writes of several processes to one pipe stay whole up to this size (PIPE_BUF). */
const WHOLE_BYTES = 4096;
/**
 * Lines wait for others, to be written together: for so many bytes, or so long.
 * The last ones are written at exit.
 */
const BATCH_BYTES = 2048;
const FLUSH_EVERY_MS = 100;

/** One for each form of lines: each has a timer that goes on when an application has ended. */
const destinations = new Map<string, Promise<DestinationStream>>();

/** Destination of the log, one for all applications of a process. Lines of several processes name theirs. */
export function logDestination({ LOG_FORMAT, WEB_CONCURRENCY }: Environment): Promise<DestinationStream> {
  const isOneOfMany = WEB_CONCURRENCY > 1;
  const key = `${LOG_FORMAT} ${String(isOneOfMany)}`;
  const known = destinations.get(key) ?? open(LOG_FORMAT, isOneOfMany);
  destinations.set(key, known);
  return known;
}

async function open(format: Environment['LOG_FORMAT'], isOneOfMany: boolean): Promise<DestinationStream> {
  if (format === 'pretty') {
    const { default: pretty } = await import('pino-pretty');
    const ignore = `${isOneOfMany ? '' : 'pid,'}hostname,method,route,status`;
    return pretty({ singleLine: true, ignore, sync: true });
  }
  const batches = { minLength: BATCH_BYTES, periodicFlush: FLUSH_EVERY_MS };
  return pino.destination({
    dest: 1,
    sync: false,
    ...batches,
    ...(isOneOfMany && { maxWrite: WHOLE_BYTES }),
  });
}
