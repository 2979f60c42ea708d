import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { pathOf } from '../http/request/request-path.js';
import { routeOf } from './request-route.js';
import { requestSpan } from './spans.js';
import { type Span, type TraceIds, Tracer } from './tracer.js';

/** Paths that monitoring requests every few seconds. */
const UNTRACED = /^\/(?:health\/|metrics$)/;

/** The span of each request, from its first byte to the end of its answer. */
@Injectable()
export class RequestTracing {
  private readonly spans = new WeakMap<IncomingMessage, Span>();

  constructor(private readonly tracer: Tracer) {}

  /** Also after the answer, when nothing is in the trace any more. */
  idsOf(request: IncomingMessage): TraceIds | undefined {
    return this.spans.get(request)?.ids;
  }

  readonly middleware = (request: Request, response: Response, next: NextFunction): void => {
    if (UNTRACED.test(pathOf(request))) {
      next();
      return;
    }
    const description = requestSpan(request);
    const span = this.tracer.beginRequest(description, request.headers);
    this.spans.set(request, span);
    response.once('close', () => {
      const { statusCode, headersSent, writableFinished } = response;
      const route = routeOf(request);
      if (route !== undefined) {
        span.rename(`${description.name} ${route}`);
        span.set({ 'http.route': route });
      }
      if (headersSent) span.set({ 'http.response.status_code': statusCode });
      if (statusCode >= 500) span.end(String(statusCode));
      else span.end(writableFinished ? undefined : 'client-gone');
    });
    this.tracer.within(span, next);
  };
}
