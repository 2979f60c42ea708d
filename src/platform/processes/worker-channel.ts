import cluster from 'node:cluster';
import { marked, type ToPrimary } from './messages.js';

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
