import pino, { type DestinationStream } from 'pino';
import type { Environment } from '../config/environment.js';

/** What is written to a pipe at one time by several processes stays whole up to this size (PIPE_BUF). */
const WHOLE_BYTES = 4096;

/** Where the lines of the log go; of several processes, each line says which has written it. */
export async function logDestination({
  LOG_FORMAT,
  WEB_CONCURRENCY,
}: Environment): Promise<DestinationStream> {
  const isOneOfMany = WEB_CONCURRENCY > 1;
  if (LOG_FORMAT === 'pretty') {
    const { default: pretty } = await import('pino-pretty');
    const ignore = `${isOneOfMany ? '' : 'pid,'}hostname,method,route,status`;
    return pretty({ singleLine: true, ignore, sync: true });
  }
  return pino.destination({ dest: 1, sync: false, ...(isOneOfMany && { maxWrite: WHOLE_BYTES }) });
}
