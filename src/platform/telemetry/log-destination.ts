import { Writable } from 'node:stream';
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
/** Limit of the lines that wait while nothing can be written; further ones are lost. */
const MAX_WAITING_BYTES = 1024 * 1024;

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
    return pretty({ singleLine: true, ignore, destination: writableTo(surviving({ sync: true })) });
  }
  return surviving({
    sync: false,
    minLength: BATCH_BYTES,
    periodicFlush: FLUSH_EVERY_MS,
    ...(isOneOfMany && { maxWrite: WHOLE_BYTES }),
  });
}

type Destination = ReturnType<typeof pino.destination>;

/** A destination that goes on after an error, as on a full disk: it tries again with the next lines. */
function surviving(options: object): Destination {
  const destination = pino.destination({ dest: 1, maxLength: MAX_WAITING_BYTES, ...options });
  let isFailing = false;
  destination.on('error', () => {
    isFailing = true;
  });
  destination.on('write', () => {
    isFailing = false;
  });
  const flush = destination.flushSync.bind(destination);
  destination.flushSync = () => {
    // flushSync retries until it succeeds: on a full disk the process would never end.
    if (!isFailing) flush();
  };
  return destination;
}

/** A stream that no error of the destination ends. */
const writableTo = (destination: Destination): Writable =>
  new Writable({
    write(chunk: Buffer, _encoding, done) {
      destination.write(chunk.toString());
      done();
    },
  });
