import type { Server } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';

const PATIENCE_MS = 10_000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Whether the process has been told to stop. */
export class Shutdown {
  isUnderWay = false;
}

/**
 * On SIGTERM: no new connections, requests in flight are finished (10 s at most), then the application closes
 * what it holds and the process ends with 0.
 */
export function shutDownGracefully(app: INestApplication, onStopped: () => void): void {
  const shutdown = app.get(Shutdown);
  const stop = async (): Promise<void> => {
    if (shutdown.isUnderWay) return;
    shutdown.isUnderWay = true;
    await drain(app.getHttpServer() as Server);
    await app.close();
    onStopped();
  };
  for (const signal of SIGNALS) process.on(signal, () => void stop());
}

/** Tells clients of a stopping process not to send more on their connections. */
export function closeConnectionsOnShutdown(shutdown: Shutdown) {
  return (_request: Request, response: Response, next: NextFunction): void => {
    if (shutdown.isUnderWay) response.setHeader('Connection', 'close');
    next();
  };
}

async function drain(server: Server): Promise<void> {
  const closed = new Promise<void>((done) => {
    server.close(() => {
      done();
    });
  });
  const idle = setInterval(() => {
    server.closeIdleConnections();
  }, 50);
  await Promise.race([closed, delay(PATIENCE_MS, undefined, { ref: false })]);
  clearInterval(idle);
  server.closeAllConnections();
}
