import { RateLimitedError } from '../../kernel/errors.js';
import { RateLimiter } from '../../platform/concurrency/rate-limiter.js';

/** How many passwords may be tried in a minute, but for those that are right. */
export class PasswordLimit {
  private readonly tries: RateLimiter;

  /** @param name its own among all limits */
  constructor(name: string, tries: number) {
    this.tries = new RateLimiter(name, tries);
  }

  /** Before a password is looked at, so that those that come at one time count, too. @throws RateLimitedError */
  async take(who: string): Promise<void> {
    const { isExceeded, seconds } = await this.tries.consume(who);
    if (!isExceeded) return;
    throw new RateLimitedError('rate-limited', 'Too many passwords were wrong; try again later.', seconds);
  }

  /** The password was right. */
  async giveBack(who: string): Promise<void> {
    await this.tries.reward(who);
  }
}
