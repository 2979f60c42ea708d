import { isIP } from 'node:net';
import { type CallHandler, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { runFrom, type WorkOrigin } from '../../../platform/concurrency/work-origin.js';
import type { ChainedInterceptor } from '../../../platform/http/interceptors/interceptor-chain.js';
import { isReadingMethod } from '../../../platform/http/writes/reading-methods.js';
import { pathOf } from '../../../platform/http/request/request-path.js';
import type { AuthenticatedRequest } from '../../auth/http/access.js';
import { AuditSettings } from '../audit.settings.js';

/** Makes a request the origin of its writes. */
@Injectable()
export class AuditedRequestInterceptor implements ChainedInterceptor {
  constructor(private readonly settings: AuditSettings) {}

  concerns(context: ExecutionContext): boolean {
    return !isReadingMethod(context.switchToHttp().getRequest<Request>().method);
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const origin = this.originOf(http.getRequest<AuthenticatedRequest>(), http.getResponse<Response>());
    return runFrom(origin, () => next.handle());
  }

  private originOf(request: AuthenticatedRequest, response: Response): WorkOrigin {
    const { id, method, params, actor, ip } = request;
    return {
      kind: 'request',
      name: patternOf(request),
      request: {
        id: typeof id === 'string' ? id : null,
        method,
        // Nest has set the status of the route; a request that fails writes no record.
        status: response.statusCode,
        parameters: params,
        keyPrefix: actor?.keyPrefix ?? null,
        // A proxy may pass on anything.
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
