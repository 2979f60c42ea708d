import type { Server } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { MetricsEndpoint } from '../telemetry/metrics-endpoint.js';
import { closeConnectionsOnShutdown, Shutdown } from './graceful-shutdown.js';
import { ValidationPipe } from './validation.pipe.js';

const SECOND = 1000;

/** What stands between the socket and the routes; bodies are read after the logger has given the request its id. */
export function configureHttp(app: NestExpressApplication): void {
  app.disable('x-powered-by');
  // The answers of the API depend on the key; entity tags are versions of articles, set where there is one.
  app.disable('etag');
  app.set('query parser', 'simple');
  app.use(closeConnectionsOnShutdown(app.get(Shutdown)));
  app.get(MetricsEndpoint).configure(app);
  app.use('/api', neverStored);
  app.use(
    helmet({
      contentSecurityPolicy: { directives: CONTENT_SECURITY_POLICY },
      // Whoever terminates TLS promises it, and knows for which hosts.
      strictTransportSecurity: false,
    }),
  );
  app.useGlobalPipes(new ValidationPipe());
  limitConnections(app.getHttpServer());
}

/** Answers depend on the key, and may change with things that an entity tag does not show, as an author's name. */
function neverStored(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  delete request.headers['if-none-match'];
  next();
}

/** Nothing but our own files, unless a page says otherwise. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'"],
  scriptSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  upgradeInsecureRequests: null,
};

/** A client that is idle or slow gives its connection back. */
function limitConnections(server: Server): void {
  server.headersTimeout = 15 * SECOND;
  server.requestTimeout = 120 * SECOND;
  server.keepAliveTimeout = 65 * SECOND;
  server.timeout = 130 * SECOND;
  server.maxHeadersCount = 100;
}
