import { isIP } from 'node:net';
import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Observable } from 'rxjs';
import { runFrom, type WorkOrigin } from '../../../platform/concurrency/work-origin.js';
import { pathOf } from '../../../platform/http/request/request-path.js';
import type { AuthenticatedRequest } from '../../auth/http/access.js';
import { AuditSettings } from '../audit.settings.js';

const READING_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Makes a request the origin of its writes. */
@Injectable()
export class AuditedRequestInterceptor implements NestInterceptor {
  constructor(private readonly settings: AuditSettings) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    if (READING_METHODS.has(request.method)) return next.handle();
    const origin = this.originOf(request, http.getResponse<Response>());
    return new Observable((subscriber) => runFrom(origin, () => next.handle().subscribe(subscriber)));
  }

  private originOf(request: AuthenticatedRequest, response: Response): WorkOrigin {
    const { id, method, params, actor, ip } = request;
    return {
      kind: 'request',
      name: patternOf(request),
      request: {
        id: typeof id === 'string' ? id : null,
        method,
        // That of the route: Nest has set it, and a request that fails writes nothing.
        status: response.statusCode,
        parameters: params,
        keyPrefix: actor?.keyPrefix ?? null,
        // What a proxy passes on may be anything.
        address: this.settings.addresses && isIP(ip ?? '') > 0 ? (ip ?? null) : null,
      },
    };
  }
}

/** `/api/1.3/posts/:id` */
function patternOf(request: Request): string {
  const { path } = request.route as { readonly path: unknown };
  return typeof path === 'string' ? path : pathOf(request);
}
