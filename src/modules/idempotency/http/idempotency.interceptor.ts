import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type CallHandler, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import {
  ForbiddenError,
  InProgressError,
  InvalidError,
  UnauthenticatedError,
  UnprocessableError,
} from '../../../kernel/errors.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { ChainedInterceptor } from '../../../platform/http/interceptors/interceptor-chain.js';
import type { FormRequest } from '../../../platform/http/request/forms.js';
import { pathOf } from '../../../platform/http/request/request-path.js';
import { isDryRun } from '../../../platform/http/writes/dry-run.js';
import { type IsUnfinished, RESUMABLE, resume } from '../../../platform/http/writes/resumable.js';
import { withoutSecret } from '../../../platform/http/writes/shown-once.js';
import type { AuthenticatedRequest } from '../../auth/http/access.js';
import { RequestActors } from '../../auth/http/request-actors.js';
import {
  type Answer,
  IdempotencyStore,
  type RepeatableRequest,
  type StoredAnswer,
} from '../idempotency-store.js';
import { requestInProgress, RequestsUnderWay } from '../requests-under-way.js';

const KEY = /^[\x21-\x7e]{1,255}$/;
const METHODS: readonly string[] = ['POST', 'PUT', 'PATCH'];
const API = /^\/api\//i;
/** Headers that are answered again. */
const HEADERS = ['etag', 'location'] as const;
/** Longest wait of a request for another one with its key. */
const MAX_WAIT_MS = 15_000;

/**
 * Carries out a POST, PUT or PATCH below /api/ with the header Idempotency-Key once, however often it is
 * sent: the key and the response are stored in the transaction of the work, and the response is repeated. Of
 * an answer that is unfinished, the route carries out the rest. Of a caller whom nobody knows, as on public
 * routes, the key counts as none.
 */
@Injectable()
export class IdempotencyInterceptor implements ChainedInterceptor {
  private readonly underWay = new RequestsUnderWay(MAX_WAIT_MS);

  constructor(
    private readonly answers: IdempotencyStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly reflector: Reflector,
    private readonly actors: RequestActors,
  ) {}

  concerns(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    return (
      request.headers['idempotency-key'] !== undefined &&
      METHODS.includes(request.method) &&
      API.test(pathOf(request))
    );
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest & FormRequest>();
    const key = request.headers['idempotency-key'];
    if (typeof key !== 'string' || !KEY.test(key)) {
      throw new InvalidError(
        'invalid-idempotency-key',
        'Idempotency-Key must be 1 to 255 visible ASCII characters.',
      );
    }
    if (isDryRun(request)) return next.handle();
    return from(this.repeatable(request, key, context, next));
  }

  /** Nothing tells callers apart whom nobody knows, so nothing is kept for them. */
  private async repeatable(
    request: AuthenticatedRequest & FormRequest,
    key: string,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<unknown> {
    const authorId = await this.callerOf(request);
    if (authorId === null) return lastValueFrom(next.handle(), { defaultValue: undefined });
    const repeatable = { authorId, key, fingerprint: fingerprint(request) };
    return this.underWay.inTurn(repeatable, () => this.once(repeatable, context, next));
  }

  /** Public routes let callers through without a look at their credentials, which may be those of others. */
  private async callerOf(request: AuthenticatedRequest): Promise<number | null> {
    if (request.actor) return request.actor.authorId;
    try {
      return (await this.actors.findActor(request))?.authorId ?? null;
    } catch (error) {
      if (error instanceof UnauthenticatedError || error instanceof ForbiddenError) return null;
      throw error;
    }
  }

  private async once(
    request: RepeatableRequest,
    context: ExecutionContext,
    next: CallHandler,
  ): Promise<unknown> {
    const response = context.switchToHttp().getResponse<Response>();
    const known = await this.find(request);
    if (known && !this.isUnfinished(known, context)) return again(known, response);
    if (known) resume(context.switchToHttp().getRequest<object>(), known.body);
    try {
      return await this.unitOfWork.runRequest(
        () => lastValueFrom(next.handle(), { defaultValue: undefined }) as Promise<unknown>,
        {
          begin: async () => {
            const isTaken = known ? this.answers.retake(request, known) : this.answers.claim(request);
            if (!(await isTaken)) throw requestInProgress();
          },
          end: (body) => this.answers.keep(request, answerOf(response, withoutSecret(body))),
        },
      );
    } catch (error) {
      if (!(error instanceof InProgressError)) throw error;
      // Another request with the key may have been committed by now.
      const finished = await this.find(request);
      if (!finished || isDeepStrictEqual(finished, known)) throw error;
      return again(finished, response);
    }
  }

  private isUnfinished({ body }: StoredAnswer, context: ExecutionContext): boolean {
    const isUnfinished = this.reflector.get<IsUnfinished | undefined>(RESUMABLE, context.getHandler());
    return isUnfinished?.(body) ?? false;
  }

  private async find(request: RepeatableRequest) {
    const known = await this.answers.find(request);
    if (known && known.fingerprint !== request.fingerprint) {
      throw new UnprocessableError(
        'idempotency-key-reused',
        'This Idempotency-Key was sent before, with another request.',
      );
    }
    return known;
  }
}

function answerOf(response: Response, body: unknown): Answer {
  const headers = HEADERS.flatMap((name) => {
    const value = response.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { status: response.statusCode, headers: Object.fromEntries(headers), body };
}

function again({ status, headers, body }: Answer, response: Response): unknown {
  response.status(status).set(headers).set('Idempotency-Replayed', 'true');
  return body;
}

/** Query and files count only where there are any, so that fingerprints of earlier versions stay valid. */
function fingerprint(request: AuthenticatedRequest & FormRequest): string {
  const query = Object.entries(request.query).filter(([name]) => name !== 'api_key');
  const files = (request.receivedFiles ?? []).map(({ name, hash }) => [name, hash]);
  const asked: unknown[] = [request.method, pathOf(request), request.body];
  if (query.length > 0 || files.length > 0) asked.push(query.sort(), files);
  return createHash('sha256').update(JSON.stringify(asked)).digest('hex');
}
