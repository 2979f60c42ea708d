import { type CallHandler, type ExecutionContext, Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import type { ChainedInterceptor } from '../../../platform/http/interceptors/interceptor-chain.js';
import type { Actor } from '../../auth/domain/actor.js';
import type { AuthenticatedRequest } from '../../auth/http/access.js';
import { ActingAuthor } from '../acting-author.js';

/** Makes the author of the key the author of all changes of the request. */
@Injectable()
export class ActingAuthorInterceptor implements ChainedInterceptor {
  constructor(private readonly acting: ActingAuthor) {}

  concerns(context: ExecutionContext): boolean {
    return context.switchToHttp().getRequest<AuthenticatedRequest>().actor !== undefined;
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { actor } = context.switchToHttp().getRequest<{ readonly actor: Actor }>();
    return this.acting.run(actor.authorId, () => next.handle());
  }
}
