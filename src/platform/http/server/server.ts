import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import { Environment } from '../../config/environment.js';
import { MetricsEndpoint } from '../../telemetry/metrics-endpoint.js';
import { RequestTracing } from '../../telemetry/request-tracing.js';
import { Tracer } from '../../telemetry/tracer.js';
import { RequestGate } from '../admission/request-gate.js';
import { CrossOrigin } from './cross-origin.js';
import { FastPath } from './fast-path.js';
import { Shutdown } from './graceful-shutdown.js';
import { Methods } from './methods.js';
import { AddedFields } from '../request/added-fields.js';
import { compressed } from '../response/compression.js';
import { limitBodies } from '../response/late-bodies.js';
import { encodeBodies } from '../response/utf8.js';
import { answerMalformed } from '../response/malformed-requests.js';
import { ValidationPipe } from '../request/validation.pipe.js';

const SECOND = 1000;

/**
 * Middleware between the socket and the routes; bodies are read after the
 * logger has given the request its id.
 */
export async function configureHttp(
  app: NestExpressApplication,
  { compresses }: { readonly compresses: boolean },
): Promise<void> {
  app.disable('x-powered-by');
  // Handlers that show a resource set an entity tag with its version.
  app.disable('etag');
  encodeBodies(app.getHttpAdapter().getInstance());
  app.set('query parser', 'simple');
  app.set('trust proxy', app.get(Environment).TRUST_PROXY);
  const shutdown = app.get(Shutdown);
  shutdown.watch(app.getHttpServer());
  app.use(shutdown.middleware);
  if (app.get<Tracer>(Tracer).isOn) app.use(app.get(RequestTracing).middleware);
  app.get(MetricsEndpoint).configure(app);
  app.get(CrossOrigin).configure(app);
  if (compresses) app.use(await compressed());
  app.use(early(app.get(FastPath)));
  answerMalformed(app.getHttpServer());
  const gate = app.get(RequestGate);
  gate.start(app.getHttpServer());
  app.use(gate.middleware);
  app.use('/api', neverStored);
  app.use((_request: Request, response: Response, next: NextFunction) => {
    response.setHeaders(SECURITY_HEADERS);
    next();
  });
  app.use(app.get(Methods).early);
  app.useGlobalPipes(new ValidationPipe(app.get(AddedFields)));
  limitConnections(app.getHttpServer());
}

function early(answers: FastPath) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!answers.answer(request, response)) next();
  };
}

/** Answers depend on the key: caches on their way do not store them. */
function neverStored(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store');
  // Express would answer 304 to it, also where the response has no entity tag.
  if (request.headers['if-none-match']?.trim() === '*') delete request.headers['if-none-match'];
  next();
}

/** Allows the service's own files only, unless a page sets a policy of its own. */
const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  styleSrc: ["'self'"],
  scriptSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  upgradeInsecureRequests: null,
};

/** Security headers of all responses, unless a page sets its own. Computed once: helmet's are constant. */
export const SECURITY_HEADERS: Map<string, string> = headersOf(
  helmet({
    contentSecurityPolicy: { directives: CONTENT_SECURITY_POLICY },
    // The proxy that terminates TLS sets it, as it knows for which hosts.
    strictTransportSecurity: false,
    // Meant for browsers that are gone, and for Flash.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  }),
);

function headersOf(middleware: ReturnType<typeof helmet>): Map<string, string> {
  const headers = new Map<string, string>();
  const response = {
    setHeader: (name: string, value: string) => headers.set(name.toLowerCase(), value),
    removeHeader: (name: string) => headers.delete(name.toLowerCase()),
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error !== undefined) throw error as Error;
  });
  return headers;
}

/** A client that is idle or slow gives its connection back. */
function limitConnections(server: Server): void {
  server.headersTimeout = 15 * SECOND;
  // The limit of uploads; bodies of all other requests have two minutes.
  server.requestTimeout = 3600 * SECOND;
  limitBodies(server, 120 * SECOND);
  server.keepAliveTimeout = 65 * SECOND;
  server.timeout = 130 * SECOND;
  server.maxHeadersCount = 100;
}
