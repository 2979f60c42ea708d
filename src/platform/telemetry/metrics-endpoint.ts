import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Environment } from '../config/environment.js';
import { isSameSecret } from '../http/request/credentials.js';
import { Metrics } from './metrics.js';
import { routeOf } from './request-route.js';

const PATH = '/metrics';
const SHARED_MS = 1000;

interface Rendering {
  readonly text: Promise<string>;
  /** By the clock of `performance`. */
  until: number;
  isAskedForAgain: boolean;
}

/**
 * GET /metrics, on the port of the service or on one of its own (METRICS_PORT),
 * to all or with a key (METRICS_KEY).
 */
@Injectable()
export class MetricsEndpoint implements BeforeApplicationShutdown {
  private server: Server | undefined;
  private shared: Rendering | undefined;

  constructor(
    private readonly metrics: Metrics,
    private readonly environment: Environment,
  ) {}

  /** Measures requests, and answers /metrics where no other port does. */
  configure(app: NestExpressApplication): void {
    app.use((request: Request, response: Response, next: NextFunction) => {
      const start = process.hrtime.bigint();
      response.once('finish', () => {
        const seconds = Number(process.hrtime.bigint() - start) / 1e9;
        this.metrics.observeRequest(request.method, routeOf(request) ?? 'none', response.statusCode, seconds);
      });
      next();
    });
    if (this.environment.METRICS_PORT !== undefined) return;
    const http = app.getHttpAdapter().getInstance();
    http.get(PATH, (request: Request, response: Response) => void this.answer(request, response));
  }

  /** Opens the port of its own, if there is to be one. */
  async listen(): Promise<void> {
    const { METRICS_PORT, HOST } = this.environment;
    if (METRICS_PORT === undefined) return;
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== PATH) response.writeHead(404).end();
      else void this.answer(request, response);
    });
    this.server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(METRICS_PORT, HOST, resolve);
    });
  }

  beforeApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = { 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' };
    if (!this.isAllowed(request)) {
      response.writeHead(401, { ...headers, 'www-authenticate': 'Bearer realm="metrics"' }).end();
      return;
    }
    try {
      const text = await this.rendered();
      response.writeHead(200, { ...headers, 'content-type': this.metrics.contentType }).end(text);
    } catch {
      response.writeHead(500, headers).end();
    }
  }

  /**
   * Gauges ask the database, so requests that come while one is answered share its rendering, and so do those
   * of the next second. A request that comes alone gets a rendering of its own.
   */
  private rendered(): Promise<string> {
    const { shared } = this;
    if (shared && performance.now() < shared.until) {
      shared.isAskedForAgain = true;
      return shared.text;
    }
    const text = this.metrics.render();
    const rendering = { text, until: Infinity, isAskedForAgain: false };
    const end = (): void => {
      rendering.until = rendering.isAskedForAgain ? performance.now() + SHARED_MS : 0;
    };
    text.then(end, end);
    this.shared = rendering;
    return text;
  }

  private isAllowed({ headers }: IncomingMessage): boolean {
    const { METRICS_KEY } = this.environment;
    return METRICS_KEY === undefined || isSameSecret(headers.authorization ?? '', `Bearer ${METRICS_KEY}`);
  }
}
