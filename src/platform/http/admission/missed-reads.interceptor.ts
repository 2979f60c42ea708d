import { type CallHandler, type ExecutionContext, Injectable } from '@nestjs/common';
import { catchError, type Observable } from 'rxjs';
import { NotFoundError } from '../../../kernel/errors.js';
import { leaveReplica, readTarget } from '../../concurrency/reads/read-target.js';
import type { ChainedInterceptor } from '../interceptors/interceptor-chain.js';

/** Asks the primary for what the replica does not have: it may have been made a moment ago. */
@Injectable()
export class MissedReadsInterceptor implements ChainedInterceptor {
  concerns(): boolean {
    return readTarget() === 'replica';
  }

  intercept(_context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (error instanceof NotFoundError && leaveReplica()) return next.handle();
        throw error;
      }),
    );
  }
}
