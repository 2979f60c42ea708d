import { type RateLimiterRes, RateLimiterMemory } from 'rate-limiter-flexible';
import { OverloadedError, RateLimitedError } from '../../kernel/errors.js';

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

const MOST_WAITING = 20;

/** One after the other: comparing passwords keeps a thread busy that images and files need, too. */
export class Turns {
  private last: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  /** @throws OverloadedError when too many wait */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.waiting >= MOST_WAITING)
      throw new OverloadedError('logins-busy', 'Too many are logging in; try again in a moment.');
    this.waiting += 1;
    const turn = this.last.then(work, work);
    this.last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      this.waiting -= 1;
    }
  }
}
