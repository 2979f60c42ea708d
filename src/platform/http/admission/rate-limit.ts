import type { RequestHandler, Response } from 'express';
import { type RateLimiterRes, RateLimiterMemory } from 'rate-limiter-flexible';
import { RateLimitedError } from '../../../kernel/errors.js';
import type { RequestSources } from './request-sources.js';

const MINUTE_S = 60;

/**
 * Limits the requests of each key in a minute, and tells of it in `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers). Requests without a key are not counted.
 */
export function rateLimit(perMinute: number, sources: RequestSources): RequestHandler {
  const limiter = new RateLimiterMemory({ points: perMinute, duration: MINUTE_S });
  const tell = (response: Response, { remainingPoints, msBeforeNext }: RateLimiterRes): number => {
    const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
    response.setHeader('RateLimit-Policy', `"key";q=${perMinute};w=${MINUTE_S}`);
    response.setHeader('RateLimit', `"key";r=${remainingPoints};t=${seconds}`);
    return seconds;
  };
  return (request, response, next) => {
    if (sources.keyOf(request) === undefined) {
      next();
      return;
    }
    limiter.consume(sources.of(request)).then(
      (state) => {
        tell(response, state);
        next();
      },
      (state: unknown) => {
        const seconds = tell(response, state as RateLimiterRes);
        const message = `More than ${perMinute} requests a minute; ask again in ${seconds} s.`;
        next(new RateLimitedError('rate-limited', message, seconds));
      },
    );
  };
}
