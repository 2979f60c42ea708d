import cluster from 'node:cluster';
import { isMarked, marked, type ToPrimary, type ToWorker } from './messages.js';

/** Longer than workers take, one after the other, to close the port when all are told to stop. */
const CLOSING_MS = 1000;

/** Sends a message of this worker to the primary. */
export function tellPrimary(message: ToPrimary): void {
  process.send?.(marked(message));
}

/** The primary is gone. A cluster would end the worker at once. */
export function onPrimaryGone(stop: () => void): void {
  const { worker } = cluster;
  worker?.once('disconnect', () => {
    worker.exitedAfterDisconnect = true;
    stop();
  });
}

/**
 * Resolves when the port, which this worker has closed, is closed in the primary: connections that come while
 * another worker closes it would be passed to that one, and be reset.
 */
export function untilPortIsClosed(): Promise<void> {
  const { worker } = cluster;
  if (!worker?.isConnected()) return Promise.resolve();
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, CLOSING_MS);
    const end = (): void => {
      clearTimeout(limit);
      resolve();
    };
    worker.once('disconnect', end);
    worker.on('message', (message: unknown) => {
      if (isMarked(message) && (message as ToWorker).kind === 'portClosed') end();
    });
    tellPrimary({ kind: 'closed' });
  });
}
