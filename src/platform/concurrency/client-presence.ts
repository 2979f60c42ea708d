import { AsyncLocalStorage } from 'node:async_hooks';
import { OverloadedError } from '../../kernel/errors.js';

/** Code of the error that ends work which nobody waits for. */
export const CLIENT_GONE = 'client-gone';

const clients = new AsyncLocalStorage<AbortSignal | null>();

/** Runs the work of a request that reads; `signal` tells that its client has gone. */
export function runForClient<T>(signal: AbortSignal, work: () => T): T {
  return clients.run(signal, work);
}

/** Runs work whose result other requests wait for, too: it goes on without the client that has begun it. */
export function runForSeveralClients<T>(work: () => T): T {
  return clients.run(null, work);
}

/**
 * Ends work that nobody waits for any more; to be called before each step that costs something.
 * @throws OverloadedError
 */
export function assertClientIsWaiting(): void {
  if (clients.getStore()?.aborted) throw new OverloadedError(CLIENT_GONE, 'The client has gone.');
}
