import type { Server } from 'node:http';
// eslint-disable-next-line no-restricted-imports -- it opens no connection; its `close` is needed
import { Server as NetServer } from 'node:net';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const PATIENCE_MS = 10_000;
/** Time in which a request that is on its way when the service is told to stop is read. */
const UNREAD_MS = 200;
/** A turn of the event loop that does little. */
const SHORT_MS = 1;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Whether the process has been told to stop. */
export class Shutdown {
  isUnderWay = false;
  private readonly portIsClosed = Promise.withResolvers<undefined>();

  /** Resolves once there are no more new connections. */
  get portClosed(): Promise<undefined> {
    return this.portIsClosed.promise;
  }

  onPortClosed(): void {
    this.portIsClosed.resolve(undefined);
  }
}

/**
 * On SIGTERM: no new connections, requests that have been sent are finished (10 s at most), then the
 * application closes what it holds and the process ends with 0.
 */
export function shutDownGracefully(app: INestApplication, onStopped: () => void): void {
  const shutdown = app.get(Shutdown);
  const stop = async (): Promise<void> => {
    if (shutdown.isUnderWay) return;
    await drain(app.getHttpServer() as Server, shutdown);
    await app.close();
    onStopped();
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop());
}

/**
 * Tells clients of a stopping process not to send more on their connections. Their requests wait until the
 * port is closed: whoever is answered before may ask again, and there would always be connections to accept.
 */
export function closeConnectionsOnShutdown(shutdown: Shutdown) {
  return (_request: Request, response: Response, next: NextFunction): void => {
    if (!shutdown.isUnderWay) {
      next();
      return;
    }
    response.setHeader('Connection', 'close');
    void shutdown.portClosed.then(next);
  };
}

/** Takes no new connections, and waits until what was sent by now is answered, or until patience ends. */
export async function drain(server: Server, shutdown: Shutdown): Promise<void> {
  shutdown.isUnderWay = true;
  await acceptWaiting(server);
  const closed = new Promise<void>((done) => {
    // Closing an HTTP server ends idle connections at once, also those with a request that is not read yet.
    NetServer.prototype.close.call(server, () => {
      done();
    });
  });
  shutdown.onPortClosed();
  const end = Promise.race([closed, delay(PATIENCE_MS, undefined, { ref: false })]);
  await Promise.race([end, delay(UNREAD_MS)]);
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  await end;
  clearInterval(idle);
  server.closeAllConnections();
}

/** Accepts the connections that wait, which closing the port resets. A turn of the event loop takes one. */
async function acceptWaiting(server: Server): Promise<void> {
  let isQuiet = false;
  const onConnection = (): void => {
    isQuiet = false;
  };
  server.on('connection', onConnection);
  await nextTurn();
  for (const end = performance.now() + UNREAD_MS; !isQuiet && performance.now() < end;) {
    isQuiet = true;
    const start = performance.now();
    await nextTurn();
    // In a long one, there may be new connections by its end.
    isQuiet &&= performance.now() - start < SHORT_MS;
  }
  server.off('connection', onConnection);
}
