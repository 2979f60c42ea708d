import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type DynamicModule, RequestMethod } from '@nestjs/common';
import { LoggerModule } from 'nestjs-pino';
import type { Environment } from '../config/environment.js';
import { pathOf } from '../http/request/request-path.js';
import { logDestination } from './log-destination.js';
import { routeOf } from './request-route.js';
import { RequestTracing } from './request-tracing.js';
import { Tracer } from './tracer.js';

type LoggedRequest = IncomingMessage & { id: string; originalUrl?: string };

interface Timed {
  readonly ms?: number;
}

const REQUEST_ID = /^[\w.:-]{1,100}$/;

/**
 * One line a request: id, method, route, status, milliseconds, and the trace
 * where there is one. No headers, no queries, no bodies.
 */
export function loggerModule(environment: Environment): DynamicModule {
  return LoggerModule.forRootAsync({
    inject: [Tracer, RequestTracing],
    useFactory: async (tracer: Tracer, tracing: RequestTracing) => ({
      pinoHttp: [
        {
          level: environment.LOG_LEVEL,
          genReqId: requestId,
          quietReqLogger: true,
          customAttributeKeys: { reqId: 'request_id', responseTime: 'ms' },
          ...(tracer.isOn && { mixin: () => tracer.ids ?? {} }),
          serializers: { req: () => undefined, res: () => undefined },
          customSuccessMessage: (request, response) => summary(request as LoggedRequest, response),
          customErrorMessage: (request, response) => summary(request as LoggedRequest, response),
          customSuccessObject: (request, response, value: Timed) =>
            facts(request as LoggedRequest, response, value, tracing),
          customErrorObject: (request, response, _error, value: Timed) =>
            facts(request as LoggedRequest, response, value, tracing),
          autoLogging: { ignore: (request) => pathOf(request).startsWith('/health/') },
        },
        await logDestination(environment),
      ],
      forRoutes: [{ path: '{*path}', method: RequestMethod.ALL }],
    }),
  });
}

/**
 * The id that a proxy in front has given, when it looks like one, so that its logs and ours can be joined.
 */
function requestId(request: IncomingMessage, response: ServerResponse): string {
  const given = request.headers['x-request-id'];
  const id = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
  response.setHeader('x-request-id', id);
  return id;
}

/** Facts of a request for its log line, at its end, when the route is known. */
function facts(
  request: LoggedRequest,
  { statusCode: status }: ServerResponse,
  { ms }: Timed,
  tracing: RequestTracing,
): object {
  const route = routeOf(request) ?? pathOf(request);
  return { method: request.method, route, status, ms, ...tracing.idsOf(request) };
}

function summary(request: LoggedRequest, response: ServerResponse): string {
  return `${request.method ?? ''} ${pathOf(request)} ${response.statusCode}`;
}
