import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { OverloadedError } from '../../kernel/errors.js';
import { UnitOfWork, type WorkOptions } from '../../kernel/unit-of-work.js';
import { SerialQueue } from '../concurrency/serial-queue.js';
import { Database } from './database.js';
import { isMissingReference, isTransient } from './database-errors.js';
import { Transactions } from './transactions.js';

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
  private readonly queue = new SerialQueue(GIVE_UP_AFTER_MS);
  private readonly effects = new AsyncLocalStorage<(() => void)[]>();
  private readonly transactions: Transactions;

  constructor(private readonly database: Database) {
    super();
    this.transactions = Transactions.of(database.sources);
  }

  run<T>(work: () => Promise<T>, options?: WorkOptions): Promise<T> {
    if (this.database.isInTransaction) return work();
    if (this.database.dialect === 'mysql') return this.retried(work);
    return this.queue.run(() => this.retried(work), options);
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
    const runner = await this.transactions.begin();
    const effects: (() => void)[] = [];
    let result: T;
    try {
      result = await this.effects.run(effects, () => this.database.within(runner, work));
      await this.transactions.commit(runner);
    } catch (error) {
      await this.transactions.takeBack(runner);
      throw error;
    }
    for (const effect of effects) effect();
    return result;
  }
}
