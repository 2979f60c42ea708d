import { setTimeout as delay } from 'node:timers/promises';
import { OverloadedError } from '../../kernel/errors.js';
import { SlowHookError } from '../../modules/articles/article-hooks.js';

/** Attempts while the service is busy. */
const MAX_ATTEMPTS = 100;

/** Tries again what the service was too busy for: nobody else would. */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  wait: (seconds: number) => Promise<unknown> = (seconds) => delay(seconds * 1000),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      const isBusy = error instanceof OverloadedError && !(error instanceof SlowHookError);
      if (!isBusy || attempt === MAX_ATTEMPTS) throw error;
      await wait(error.retryAfter);
    }
  }
}
