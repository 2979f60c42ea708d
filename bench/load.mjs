import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { randomFrom } from './cases.mjs';

const MEMORY_SAMPLE_MS = 200;

/**
 * Sends the requests of a case to one server for some seconds.
 *
 * @returns answers per second, the milliseconds of each, the processor time of one in the server and in the
 *   database, the most memory on the way
 */
export async function measure(server, { connections, request }, dataSet, { seconds, seed, databaseTime }) {
  const source = { ...dataSet, random: randomFrom(seed) };
  const milliseconds = [];
  const processorTime = server.processorTime();
  const before = databaseTime?.();
  const run = autocannon({
    url: server.origin,
    connections,
    duration: seconds,
    headers: server.headers,
    requests: [{ setupRequest: (prepared) => Object.assign(prepared, request(source)) }],
  });
  run.on('response', (_client, _status, _bytes, duration) => milliseconds.push(duration));
  const [result, memory] = await Promise.all([run, mostMemory(server, run)]);
  mustHaveSucceeded(server, result);
  return {
    perSecond: result['2xx'] / result.duration,
    milliseconds,
    processorMs: (server.processorTime() - processorTime) / result['2xx'],
    databaseMs: (databaseTime?.() - before) / result['2xx'],
    memory,
  };
}

async function mostMemory(server, run) {
  let most = 0;
  let isDone = false;
  run.once('done', () => (isDone = true));
  while (!isDone) {
    most = Math.max(most, server.memory().now);
    await delay(MEMORY_SAMPLE_MS);
  }
  return most;
}

/** Failures are answered faster than successes: with one among them the figures mean nothing. */
function mustHaveSucceeded({ name }, { '2xx': successes, non2xx, errors, timeouts, statusCodeStats }) {
  if (successes > 0 && non2xx + errors + timeouts === 0) return;
  const statuses = Object.entries(statusCodeStats).map(([status, { count }]) => `${count} × ${status}`);
  throw new Error(
    `The ${name} failed: ${errors} errors, ${timeouts} time-outs, answers: ${statuses.join(', ') || 'none'}.`,
  );
}
