import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type INestApplication, Logger } from '@nestjs/common';
import { Environment } from '../../config/environment.js';
import { untilCompilersRest } from '../../processes/compiler-threads.js';
import { onPrimaryGone, untilPortIsClosed } from '../../processes/worker-channel.js';
import { stopServing } from './stop-serving.js';

/** Time for the application to close its resources, once no request is in flight. */
const CLOSING_MS = 2000;

/** Whether the process has been told to stop, and which connections and answers are open then. */
export class Shutdown {
  isUnderWay = false;
  /** Connections that have not been closed yet. */
  readonly connections = new Set<Socket>();
  private readonly unanswered = new Set<ServerResponse>();
  private portClosed: PromiseWithResolvers<void> | null = null;

  /** Notes the connections of a server that has none yet. */
  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      this.connections.add(socket);
      socket.once('close', () => this.connections.delete(socket));
    });
  }

  /** Adds `Connection: close` to every response whose headers have not been sent. */
  begin(): void {
    this.isUnderWay = true;
    for (const response of this.unanswered) response.shouldKeepAlive = false;
  }

  /** Requests that come from now on wait for `resume`. */
  hold(): void {
    this.portClosed = Promise.withResolvers();
  }

  resume(): void {
    this.portClosed?.resolve();
    this.portClosed = null;
  }

  /** Connections with a request that has not been answered. */
  get busyConnections(): Set<Socket> {
    return new Set([...this.unanswered].map(({ req }) => req.socket));
  }

  /** The first of all middleware: what answers without it could promise that its connection stays. */
  readonly middleware = (_request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    this.unanswered.add(response);
    response.once('close', () => this.unanswered.delete(response));
    if (this.isUnderWay) response.shouldKeepAlive = false;
    if (this.portClosed) void this.portClosed.promise.then(next);
    else next();
  };
}

/**
 * On SIGTERM: readiness says 503, and the service goes on answering for the drain time, on connections that
 * it closes after their answers. Then the port is closed, requests in flight are finished, and the process
 * ends with 0, ten seconds after the drain time at the latest. SIGINT comes from a terminal, and skips the
 * drain time; so does a worker whose primary is gone, and with it the port.
 */
export function shutDownGracefully(app: INestApplication, onStopped: () => void): void {
  const shutdown = app.get(Shutdown);
  const { DRAIN_SECONDS } = app.get(Environment);
  const stop = async (drainSeconds: number): Promise<void> => {
    if (shutdown.isUnderWay) return;
    shutdown.begin();
    new Logger('Shutdown').log(
      drainSeconds === 0 ? 'Stopping' : `Stopping; goes on answering for ${drainSeconds} s (DRAIN_SECONDS)`,
    );
    await delay(drainSeconds * 1000);
    await stopServing(app.getHttpServer() as Server, shutdown, untilPortIsClosed);
    await close(app, CLOSING_MS);
    await untilCompilersRest();
    onStopped();
  };
  process.on('SIGTERM', () => void stop(DRAIN_SECONDS));
  process.on('SIGINT', () => void stop(0));
  onPrimaryGone(() => void stop(0));
}

/** Closes what the application holds. A part of it that fails or hangs does not keep the process alive. */
export async function close(app: Pick<INestApplication, 'close'>, limitMs: number): Promise<void> {
  const logger = new Logger('Shutdown');
  const closed = app.close().then(
    () => true,
    (error: unknown) => {
      logger.error({ err: error }, 'A part of the service has failed to close');
      return true;
    },
  );
  const isClosed = await Promise.race([closed, delay(limitMs, false, { ref: false })]);
  if (!isClosed) logger.warn(`The service has not closed within ${limitMs} ms; it ends all the same`);
}
