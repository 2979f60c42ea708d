import type { Server } from 'node:http';
// eslint-disable-next-line no-restricted-imports -- it opens no connection; its `close` is needed
import { Server as NetServer, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';

/** Time for requests in flight, once the port is closed. */
const TIMEOUT_MS = 8000;
/** No new connection for so long: none waits to be accepted. */
const QUIET_MS = 50;
const MAX_ACCEPTING_MS = 1000;
/** A turn of the event loop that does little. */
const SHORT_MS = 1;
const POLL_INTERVAL_MS = 50;
/**
 * A connection that has been silent for so many looks is idle; a client on a
 * busy machine may be late by some of them.
 */
const IDLE_POLLS = 10;
/** Looks until a connection that this side has ended is cut. */
const MAX_POLLS = 20;

/** The connections of a server, and how its new requests are made to wait. */
interface Serving {
  readonly connections: ReadonlySet<Socket>;
  /** Connections with a request that has not been answered. */
  readonly busyConnections: ReadonlySet<Socket>;
  hold(): void;
  resume(): void;
}

/**
 * Closes the port, and waits until what was sent by now is answered, or until TIMEOUT_MS are over.
 *
 * @param untilPortIsClosed resolves when all processes that share the port have closed it
 */
export async function stopServing(
  server: Server,
  serving: Serving,
  untilPortIsClosed: () => Promise<void>,
): Promise<void> {
  // Clients that are answered may connect anew: there would always be connections waiting to be accepted.
  serving.hold();
  await acceptWaiting(server);
  const end = new AbortController();
  // Closing an HTTP server destroys idle connections, also those with a request that has not been read yet.
  NetServer.prototype.close.call(server, () => {
    end.abort();
  });
  await untilPortIsClosed();
  serving.resume();
  const overdue = setTimeout(() => {
    end.abort();
  }, TIMEOUT_MS);
  await endIdleConnections(serving, end.signal);
  clearTimeout(overdue);
  server.closeAllConnections();
}

/** Closing the port resets connections that wait to be accepted. A turn of the event loop accepts one. */
async function acceptWaiting(server: Server): Promise<void> {
  const start = performance.now();
  let latest = start;
  const onConnection = (): void => {
    latest = performance.now();
  };
  server.on('connection', onConnection);
  for (let isOver = false; !isOver;) {
    const turn = performance.now();
    await nextTurn();
    const now = performance.now();
    // In a long turn, there may be new connections by its end.
    const isQuiet = now - latest > QUIET_MS && now - turn < SHORT_MS;
    isOver = isQuiet || now - start > MAX_ACCEPTING_MS;
  }
  server.off('connection', onConnection);
}

/** Observations of one connection. */
interface Silence {
  readonly bytes: number;
  readonly looks: number;
}

/**
 * Ends connections that nobody uses, with a FIN: who has begun to send is answered, and who holds a
 * connection for later sees it end. They are destroyed only when the client does not end them, too.
 */
async function endIdleConnections(serving: Serving, signal: AbortSignal): Promise<void> {
  const silences = new WeakMap<Socket, Silence>();
  while (!signal.aborted) {
    await delay(POLL_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    // Data that arrived while the process was busy is read before the connection is judged.
    await nextTurn();
    const busy = serving.busyConnections;
    for (const socket of serving.connections) {
      const before = silences.get(socket);
      const bytes = socket.bytesRead;
      const isSilent = !busy.has(socket) && before?.bytes === bytes;
      const looks = isSilent ? before.looks + 1 : 0;
      silences.set(socket, { bytes, looks });
      if (looks === IDLE_POLLS) socket.end();
      else if (looks === MAX_POLLS) socket.destroy();
    }
  }
}
