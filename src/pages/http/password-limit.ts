import { type RateLimiterRes, RateLimiterMemory } from 'rate-limiter-flexible';
import { RateLimitedError } from '../../kernel/errors.js';

const MINUTE_S = 60;

/** How many passwords may be tried in a minute, but for those that are right. */
export class PasswordLimit {
  private readonly tries: RateLimiterMemory;

  constructor(tries: number) {
    this.tries = new RateLimiterMemory({ points: tries, duration: MINUTE_S });
  }

  /** Before a password is looked at, so that those that come at one time count, too. @throws RateLimitedError */
  async take(who: string): Promise<void> {
    await this.tries.consume(who).catch((limit: unknown) => {
      const seconds = Math.max(1, Math.ceil((limit as RateLimiterRes).msBeforeNext / 1000));
      throw new RateLimitedError('rate-limited', 'Too many passwords were wrong; try again later.', seconds);
    });
  }

  /** The password was right. */
  async giveBack(who: string): Promise<void> {
    await this.tries.reward(who);
  }
}
