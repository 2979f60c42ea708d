import { type CallHandler, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { from, lastValueFrom, type Observable } from 'rxjs';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Database } from '../../database/database.js';
import type { ChainedInterceptor } from '../interceptors/interceptor-chain.js';
import { isCreation, isDryRun, READS_ONLY } from './dry-run.js';
import { withoutSecret } from './shown-once.js';

/** The end of a dry run: takes its transaction back. */
class DryRunEnd extends Error {
  constructor(readonly body: unknown) {
    super('A dry run is taken back.');
  }
}

/**
 * Carries a write with `?dry_run=1` out in its transaction, takes it back, and answers what would have been.
 */
@Injectable()
export class DryRunInterceptor implements ChainedInterceptor {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly reflector: Reflector,
  ) {}

  concerns(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<Request>();
    return isDryRun(request) && !this.reflector.get<boolean | undefined>(READS_ONLY, context.getHandler());
  }

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    return from(this.tryOut(next, http.getRequest<Request>(), http.getResponse<Response>()));
  }

  private async tryOut(next: CallHandler, request: Request, response: Response): Promise<unknown> {
    response.set('Dry-Run', '1');
    try {
      return await this.unitOfWork.runRequest(
        () => lastValueFrom(next.handle(), { defaultValue: undefined }),
        {
          begin: () => Promise.resolve(),
          end: async (body: unknown) => {
            // Statements that wait for the next one are sent with it: they may fail.
            await this.database.rows('SELECT 1 AS one');
            throw new DryRunEnd(body);
          },
        },
      );
    } catch (error) {
      if (!(error instanceof DryRunEnd)) throw error;
      return presented(error.body, request);
    }
  }
}

/** The answer of a dry run; an object says what its writer may not expect. */
function presented(body: unknown, request: Request): unknown {
  if (Array.isArray(body)) return body.map((one) => withoutId(one, request));
  if (!isObject(body)) return body;
  return { warnings: [], ...withoutId(body, request) };
}

/** Removes the id and the secrets of a resource that was rolled back. */
function withoutId(body: unknown, request: Request): object {
  if (!isObject(body)) return body as object;
  const shown = withoutSecret(body);
  if (!isCreation(body, request)) return shown;
  return {
    ...shown,
    ...('id' in body && { id: null }),
    ...('post' in body && { post: withoutId(body.post, request) }),
  };
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
