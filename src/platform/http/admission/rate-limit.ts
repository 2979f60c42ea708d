import type { RequestHandler } from 'express';
import { MINUTE_S } from '../../../kernel/units.js';
import { RateLimitedError } from '../../../kernel/errors.js';
import { RateLimiter } from '../../concurrency/rate-limiter.js';
import { isLocal } from '../server/local-requests.js';
import type { RequestSources } from './request-sources.js';

/**
 * Limits the requests of each source in a minute, and tells of it in `RateLimit-Policy` and `RateLimit`
 * (draft-ietf-httpapi-ratelimit-headers). Requests without a key are not counted, nor are those that
 * the service sends to itself for one that is.
 */
export function rateLimit(perMinute: number, sources: RequestSources): RequestHandler {
  const limiter = new RateLimiter('keys', perMinute);
  return (request, response, next) => {
    if (!sources.hasCredentials(request) || isLocal(request)) {
      next();
      return;
    }
    limiter.consume(sources.of(request)).then(({ isExceeded, remaining, seconds }) => {
      response.setHeader('RateLimit-Policy', `"key";q=${perMinute};w=${MINUTE_S}`);
      response.setHeader('RateLimit', `"key";r=${remaining};t=${seconds}`);
      const message = `More than ${perMinute} requests a minute; ask again in ${seconds} s.`;
      next(isExceeded ? new RateLimitedError('rate-limited', message, seconds) : undefined);
    }, next);
  };
}
