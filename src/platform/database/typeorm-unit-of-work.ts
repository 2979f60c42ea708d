import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { OverloadedError } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Database } from './database.js';
import { isMissingReference, isTransient } from './database-errors.js';

/** Long enough for a burst of writers on one row, short enough to answer within the time of a request. */
const GIVE_UP_AFTER_MS = 15_000;
const LONGEST_PAUSE_MS = 250;
/** What a row refers to was there when the work looked, and is gone: looking again tells the client what is wrong. */
const LOOK_AGAIN = 3;

/**
 * Transactions of TypeORM. SQLite has one writing connection, on which transactions queue: interleaved they
 * would share one rollback. MySQL and MariaDB run them side by side and report deadlocks, which are retried.
 */
export class TypeormUnitOfWork extends UnitOfWork {
  private queue: Promise<unknown> = Promise.resolve();
  private readonly effects = new AsyncLocalStorage<(() => void)[]>();

  constructor(private readonly database: Database) {
    super();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    if (this.database.isInTransaction) return work();
    if (this.database.dialect === 'mysql') return this.retried(work);
    const turn = this.queue.then(() => this.retried(work));
    this.queue = turn.catch(() => undefined);
    return turn;
  }

  afterCommit(effect: () => void): void {
    const effects = this.effects.getStore();
    if (effects) effects.push(effect);
    else effect();
  }

  private async retried<T>(work: () => Promise<T>): Promise<T> {
    const deadline = Date.now() + GIVE_UP_AFTER_MS;
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.attempt(work);
      } catch (error) {
        if (!isTransient(error) && !(isMissingReference(error) && attempt < LOOK_AGAIN)) throw error;
        if (Date.now() > deadline) {
          throw new OverloadedError('database-busy', 'The database is busy; nothing was changed.');
        }
        await delay(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** attempt));
      }
    }
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const runner = this.database.sources.writer.createQueryRunner();
    const effects: (() => void)[] = [];
    try {
      await runner.startTransaction();
      const result = await this.effects.run(effects, () => this.database.within(runner, work));
      await runner.commitTransaction();
      for (const effect of effects) effect();
      return result;
    } catch (error) {
      // The first error is the one that tells; a rollback fails only when the connection is gone with its work.
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}
