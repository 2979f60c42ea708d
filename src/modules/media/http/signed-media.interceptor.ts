import { type CallHandler, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { mergeMap, type Observable } from 'rxjs';
import type { ChainedInterceptor } from '../../../platform/http/interceptors/interceptor-chain.js';
import { changeItems } from '../../../platform/http/response/json-stream.js';
import type { AuthenticatedRequest } from '../../auth/http/access.js';
import { SignedUrls } from '../signing/signed-urls.js';

/** Signs URLs of files in answers of the API, and takes signatures out of what is sent to it. */
@Injectable()
export class SignedMediaInterceptor implements ChainedInterceptor {
  constructor(private readonly urls: SignedUrls) {}

  concerns(): boolean {
    return this.urls.isOn;
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<AuthenticatedRequest>();
    const reader = request.actor ?? null;
    this.strip(request.body);
    changeItems(http.getResponse<Response>(), (items) => this.urls.signed(items, reader));
    return next.handle().pipe(mergeMap((answer: unknown) => this.urls.signed(answer, reader)));
  }

  /** Changes the body itself. The reader of bodies limits how deep they are nested. */
  private strip(value: unknown): void {
    if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
    for (const [name, inner] of Object.entries(value)) {
      if (typeof inner === 'string') (value as Record<string, unknown>)[name] = this.urls.unsigned(inner);
      else this.strip(inner);
    }
  }
}
