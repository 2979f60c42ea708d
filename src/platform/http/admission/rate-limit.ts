import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import type { Request, RequestHandler, Response } from 'express';
import { MINUTE_S } from '../../../kernel/units.js';
import { RateLimitedError } from '../../../kernel/errors.js';
import { RateLimiter } from '../../concurrency/rate-limiter.js';
import { isLocal } from '../server/local-requests.js';
import { RequestSources } from './request-sources.js';

/**
 * Limits the requests of each key in a minute, and tells of it in `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers). Requests without a key are not counted, nor are those that
 * the service sends to itself for one that is. Keys that are refused count together as their address.
 */
@Injectable()
export class RateLimit {
  /** Counts of requests whose credentials have neither been accepted nor refused yet. */
  private readonly due = new WeakMap<IncomingMessage, () => Promise<void>>();

  constructor(private readonly sources: RequestSources) {}

  perMinute(limit: number): RequestHandler {
    const limiter = new RateLimiter('keys', limit);
    return (request, response, next) => {
      if (!this.sources.hasCredentials(request) || isLocal(request)) {
        next();
        return;
      }
      const count = () => this.consume(limiter, request, response);
      if (this.sources.isAccepted(request)) {
        count().then(() => {
          next();
        }, next);
      } else {
        this.due.set(request, count);
        next();
      }
    };
  }

  /**
   * Counts a request once its credentials have been accepted or refused, unless it was counted when it came.
   * @throws RateLimitedError
   */
  async count(request: IncomingMessage): Promise<void> {
    const count = this.due.get(request);
    this.due.delete(request);
    await count?.();
  }

  private async consume(limiter: RateLimiter, request: Request, response: Response): Promise<void> {
    const { perMinute } = limiter;
    const { isExceeded, remaining, seconds } = await limiter.consume(this.sources.of(request));
    response.setHeader('RateLimit-Policy', `"key";q=${perMinute};w=${MINUTE_S}`);
    response.setHeader('RateLimit', `"key";r=${remaining};t=${seconds}`);
    if (!isExceeded) return;
    const message = `More than ${perMinute} requests a minute; ask again in ${seconds} s.`;
    throw new RateLimitedError('rate-limited', message, seconds);
  }
}
