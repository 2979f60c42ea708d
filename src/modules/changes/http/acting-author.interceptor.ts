import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from '@nestjs/common';
import { Observable } from 'rxjs';
import type { AuthenticatedRequest } from '../../auth/http/access.js';
import { ActingAuthor } from '../acting-author.js';

/** Makes the author of the key the author of all changes of the request. */
@Injectable()
export class ActingAuthorInterceptor implements NestInterceptor {
  constructor(private readonly acting: ActingAuthor) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    const { actor } = context.switchToHttp().getRequest<AuthenticatedRequest>();
    if (!actor) return next.handle();
    return new Observable((subscriber) =>
      this.acting.run(actor.authorId, () => next.handle().subscribe(subscriber)),
    );
  }
}
