import { createServer, type Server } from 'node:http';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Environment } from '../config/environment.js';
import { Metrics } from './metrics.js';

const PATH = '/metrics';

/** GET /metrics, on the port of the service or on one of its own (METRICS_PORT). */
@Injectable()
export class MetricsEndpoint implements BeforeApplicationShutdown {
  private server: Server | undefined;

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
        this.metrics.observeRequest(request.method, routeOf(request), response.statusCode, seconds);
      });
      next();
    });
    if (this.environment.METRICS_PORT !== undefined) return;
    app.use(PATH, (request: Request, response: Response, next: NextFunction) => {
      if (request.method !== 'GET' || request.path !== '/') next();
      else void this.render().then(({ type, text }) => response.type(type).send(text), next);
    });
  }

  /** Opens the port of its own, if there is to be one. */
  async listen(): Promise<void> {
    const { METRICS_PORT, HOST } = this.environment;
    if (METRICS_PORT === undefined) return;
    const server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url?.split('?')[0] !== PATH) response.writeHead(404).end();
      else
        void this.render().then(
          ({ type, text }) => response.writeHead(200, { 'content-type': type }).end(text),
          () => response.writeHead(500).end(),
        );
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

  private async render(): Promise<{ type: string; text: string }> {
    return { type: this.metrics.contentType, text: await this.metrics.render() };
  }
}

/** The pattern of the route, so that the number of series does not grow with the articles. */
function routeOf({ route }: Request): string {
  const path = (route as { path?: unknown } | undefined)?.path;
  return typeof path === 'string' && !path.includes('{*') ? path : 'none';
}
