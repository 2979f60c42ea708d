import { RateLimiterCluster, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { MINUTE_S } from '../../kernel/units.js';
import { OverloadedError } from '../../kernel/errors.js';
import { workerPlace } from '../processes/worker-place.js';

/** The primary does nothing that takes long. */
const TIMEOUT_MS = 1000;

/** The minute of a key. */
export interface RateState {
  readonly isExceeded: boolean;
  readonly remaining: number;
  /** Seconds until the limit is full again. */
  readonly seconds: number;
}

/** Counts what each key does in a minute, in all processes of the service together. */
export class RateLimiter {
  private readonly counts: RateLimiterMemory | RateLimiterCluster;

  /** @param name its own among all of the service */
  constructor(
    name: string,
    readonly perMinute: number,
  ) {
    const options = { keyPrefix: name, points: perMinute, duration: MINUTE_S };
    this.counts = workerPlace
      ? new RateLimiterCluster({ ...options, timeoutMs: TIMEOUT_MS })
      : new RateLimiterMemory(options);
  }

  /** @throws OverloadedError when the primary does not answer */
  async consume(key: string | number): Promise<RateState> {
    try {
      return stateOf(await this.counts.consume(key), false);
    } catch (refusal) {
      if (refusal instanceof RateLimiterRes) return stateOf(refusal, true);
      throw new OverloadedError('overloaded', 'The service has too much to do; try again in a moment.');
    }
  }

  /** Takes back what has been consumed. */
  async reward(key: string | number): Promise<void> {
    await this.counts.reward(key).catch(() => undefined);
  }
}

const stateOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean): RateState => ({
  isExceeded,
  remaining: remainingPoints,
  seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
});
