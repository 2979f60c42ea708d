import { createHash } from 'node:crypto';
import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import { ApiHeader } from '@nestjs/swagger';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { ConflictError, InvalidError, UnprocessableError } from '../../../kernel/errors.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { pathOf } from '../../../platform/http/request-path.js';
import { ApiProblems } from '../../../platform/http/problem.response.js';
import type { AuthenticatedRequest } from '../../auth/http/access.js';
import { RememberedAnswers, type RepeatableRequest } from '../remembered-answers.js';

const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * With the header Idempotency-Key a request is carried out once, however often it is sent: the answer is kept in
 * the transaction of the work, and given again.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly answers: RememberedAnswers,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<AuthenticatedRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return next.handle();
    if (typeof key !== 'string' || !KEY.test(key)) {
      throw new InvalidError(
        'invalid-idempotency-key',
        'Idempotency-Key must be 1 to 255 visible ASCII characters.',
      );
    }
    return from(
      this.once({ authorId: request.actor?.authorId ?? 0, key, fingerprint: fingerprint(request) }, next),
    );
  }

  private async once(request: RepeatableRequest, next: CallHandler): Promise<unknown> {
    const known = await this.find(request);
    if (known) return known.answer;
    const done = await this.unitOfWork.run(async () => {
      if (!(await this.answers.claim(request))) return null;
      const answer: unknown = await lastValueFrom(next.handle());
      await this.answers.keep(request, answer);
      return { answer };
    });
    const finished = done ?? (await this.find(request));
    if (!finished)
      throw new ConflictError('request-in-progress', 'A request with this Idempotency-Key is under way.');
    return finished.answer;
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

/** The route can be retried safely with an Idempotency-Key. */
export const Idempotent = () =>
  applyDecorators(
    UseInterceptors(IdempotencyInterceptor),
    ApiHeader({
      name: 'Idempotency-Key',
      required: false,
      description: 'makes the request safe to send again',
    }),
    ApiProblems(422),
  );

function fingerprint(request: AuthenticatedRequest): string {
  const asked = JSON.stringify([request.method, pathOf(request), request.body]);
  return createHash('sha256').update(asked).digest('hex');
}
