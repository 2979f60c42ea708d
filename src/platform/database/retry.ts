import { setTimeout as delay } from 'node:timers/promises';
import { isTransient } from './database-errors.js';

/**
 * Tries a statement outside of units of work again when others were in its way,
 * as ALTER TABLE is by transactions that use the table. Each try waits as long
 * as its connection lets it; others have their turn in the pause.
 *
 * @throws the error of the last try, and any that no other try would mend
 */
export async function retryStatement<T>(
  work: () => Promise<T>,
  { tries, pauseMs }: { readonly tries: number; readonly pauseMs: number },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || attempt === tries) throw error;
      await delay(pauseMs);
    }
  }
}
