import { RateLimitedError } from '../../kernel/errors.js';
import { RateLimiter } from '../../platform/concurrency/rate-limiter.js';

/** Limit of wrong passwords in a minute. */
export class PasswordLimit {
  private readonly tries: RateLimiter;

  /** @param name its own among all limits */
  constructor(name: string, tries: number) {
    this.tries = new RateLimiter(name, tries);
  }

  /** Counts a try before the password is compared, so that concurrent ones count. @throws RateLimitedError */
  async take(who: string): Promise<void> {
    const { isExceeded, seconds } = await this.tries.consume(who);
    if (!isExceeded) return;
    throw new RateLimitedError('rate-limited', 'Too many passwords were wrong; try again later.', seconds);
  }

  /** Takes back a try that was no wrong password. */
  async giveBack(who: string): Promise<void> {
    await this.tries.reward(who);
  }
}
