import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Effect,
  type RequestEnds,
  type Surrounding,
  UnitOfWork,
  type WorkOptions,
} from '../../../kernel/unit-of-work.js';
import { SerialQueue } from '../../concurrency/serial-queue.js';
import type { Database } from '../database.js';
import { Effects, happen, RequestTransaction } from './request-transaction.js';
import { isTransient } from '../database-errors.js';
import { GIVE_UP_AFTER_MS, retryTransaction } from './transaction-retry.js';
import type { TransactionRunner } from './transaction-runner.js';
import { TransactionScope } from './transaction-scope.js';
import { Transactions } from './transactions.js';

/**
 * Transactions of TypeORM. SQLite has one writing connection, on which transactions queue: interleaved they
 * would share one rollback. MySQL and MariaDB run them side by side and report deadlocks, which are retried.
 */
export class SqlUnitOfWork extends UnitOfWork {
  private readonly queue = new SerialQueue(GIVE_UP_AFTER_MS);
  private readonly effects = new AsyncLocalStorage<Effects>();
  private readonly undoing = new AsyncLocalStorage<Effects>();
  private readonly requests = new AsyncLocalStorage<RequestTransaction | null>();
  private readonly transactions: Transactions;
  private surrounding: Surrounding = (work) => work();

  constructor(private readonly database: Database) {
    super();
    this.transactions = Transactions.of(database.sources);
  }

  run<T>(work: () => Promise<T>, options: WorkOptions = {}): Promise<T> {
    const request = this.requests.getStore();
    if (request && !request.isOver && (request.scope.runner || !options.isApart))
      return this.join(request, work, options);
    if (this.database.isInTransaction) return work();
    const whole = options.isApart ? work : () => this.surrounded(work);
    return this.takingTurn(() => retryTransaction(() => this.attempt(whole)), options);
  }

  async runRequest<T>(request: () => Promise<T>, ends: RequestEnds<T>): Promise<T> {
    if (!this.database.isInTransaction) return retryTransaction(() => this.attemptRequest(request, ends));
    await ends.begin();
    const result = await request();
    await ends.end(result);
    return result;
  }

  async runPart<T>(part: () => Promise<T>): Promise<T> {
    const request = this.requests.getStore();
    if (!request || request.isOver) return part();
    // Opens the transaction, unless it is open.
    if (!request.scope.runner) await this.run(() => Promise.resolve());
    return retryTransaction(() => this.attemptPart(request, part), mayNotRetry);
  }

  afterCommit(effect: Effect): void {
    const effects = this.effects.getStore();
    if (effects) effects.add(effect);
    else void happen(effect);
  }

  afterRollback(effect: Effect): void {
    this.undoing.getStore()?.add(effect);
  }

  surround(surrounding: Surrounding): void {
    this.surrounding = surrounding;
  }

  runUntil<T>(signal: AbortSignal, work: () => T): T {
    return this.database.runUntil(signal, work);
  }

  private surrounded<T>(work: () => Promise<T>): Promise<T> {
    const before = this.database.writes;
    return this.surrounding(work, () => this.database.writes > before);
  }

  private takingTurn<T>(work: () => Promise<T>, options: WorkOptions): Promise<T> {
    return this.database.dialect === 'mysql' ? work() : this.queue.run(work, options);
  }

  private async attemptRequest<T>(request: () => Promise<T>, ends: RequestEnds<T>): Promise<T> {
    const transaction = new RequestTransaction(() => ends.begin());
    const { scope, effects } = transaction;
    const undoing = new Effects();
    const whole = async (): Promise<T> => {
      const result = await this.surrounded(request);
      await this.run(() => ends.end(result));
      return result;
    };
    let result: T;
    try {
      result = await scope.watch(() =>
        this.requests.run(transaction, () =>
          this.undoing.run(undoing, () =>
            this.effects.run(effects, () => this.database.within(scope, whole)),
          ),
        ),
      );
      transaction.mustBeSound();
      await this.transactions.commit(transaction.open);
    } catch (error) {
      effects.drop();
      const runner = transaction.abandon();
      if (runner) await this.transactions.takeBack(runner);
      transaction.end();
      await undoing.happen();
      transaction.mustBeSound();
      throw error;
    } finally {
      transaction.end();
    }
    await effects.happen();
    return result;
  }

  /** Runs work in the transaction of a request, which it opens when it is the first to do so. */
  private async join<T>(
    request: RequestTransaction,
    work: () => Promise<T>,
    options: WorkOptions,
  ): Promise<T> {
    while (request.opening) await request.opening;
    if (!request.scope.runner) return this.open(request, work, options);
    // The server may have taken the transaction back: what came now would be committed by itself.
    request.mustBeSound();
    try {
      return await this.requests.run(null, work);
    } catch (error) {
      request.fail(error);
      throw error;
    }
  }

  private open<T>(request: RequestTransaction, work: () => Promise<T>, options: WorkOptions): Promise<T> {
    const opened = new Promise<T>((resolve, reject) => {
      const turn = async (): Promise<void> => {
        resolve(await retryTransaction(() => this.attemptIn(request, work)));
        // On SQLite the next unit of work waits for the end of the request.
        await request.ended;
      };
      this.takingTurn(turn, options).catch(reject);
    });
    const settled = (): void => {
      request.opening = null;
    };
    request.opening = opened.then(settled, settled);
    return opened;
  }

  private async attemptIn<T>(request: RequestTransaction, work: () => Promise<T>): Promise<T> {
    request.mustNotBeAbandoned();
    const runner = await this.transactions.begin();
    const effects = new Effects();
    const scope = new TransactionScope(runner);
    try {
      const result = await scope.watch(() =>
        this.requests.run(null, () =>
          this.effects.run(effects, () =>
            this.database.within(scope, async () => {
              await request.begin();
              // The beginning of a request is no write of it.
              runner.writes = 0;
              return work();
            }),
          ),
        ),
      );
      request.mustNotBeAbandoned();
      request.scope.runner = runner;
      effects.passTo(request.effects);
      return result;
    } catch (error) {
      effects.drop();
      await this.transactions.takeBack(runner);
      throw error;
    } finally {
      scope.runner = null;
    }
  }

  private async attemptPart<T>(request: RequestTransaction, work: () => Promise<T>): Promise<T> {
    request.mustBeSound();
    const runner = request.open;
    const { writes } = runner;
    const part = request.part();
    const undoing = new Effects();
    await this.run(() => runner.setSavepoint(part.savepoint));
    try {
      const result = await this.requests.run(part, () =>
        this.undoing.run(undoing, () => this.effects.run(part.effects, () => this.surrounded(work))),
      );
      part.mustBeSound();
      request.mustNotBeAbandoned();
      // Deferred statements of the part are sent with it, and may fail.
      await runner.releaseSavepoint(part.savepoint);
      part.effects.passTo(request.effects);
      for (const effect of undoing.close()) this.afterRollback(effect);
      return result;
    } catch (error) {
      part.effects.drop();
      // The runner is no more ours, and may have begun the transaction of another request.
      if (request.isAbandoned) {
        await undoing.happen();
        throw error;
      }
      runner.writes = writes;
      for (const effect of undoing.close()) {
        this.afterRollback(effect);
        request.effects.add(effect);
      }
      if (isTransient(error) || !(await takesBack(runner, part))) request.fail(error);
      throw error;
    }
  }

  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    const runner = await this.transactions.begin();
    const effects = new Effects();
    const scope = new TransactionScope(runner);
    let result: T;
    try {
      // Apart from a request that is one unit of work, if there is one.
      result = await scope.watch(() =>
        this.requests.run(null, () => this.effects.run(effects, () => this.database.within(scope, work))),
      );
      await this.transactions.commit(runner);
    } catch (error) {
      effects.drop();
      await this.transactions.takeBack(runner);
      throw error;
    } finally {
      // Timers that the work has set live longer than its transaction.
      scope.runner = null;
    }
    await effects.happen();
    return result;
  }
}

/** A transaction that the database has given up is tried again as a whole. */
const mayNotRetry = (): boolean => false;

/** @returns whether the transaction goes on: the database has not taken all of it back */
const takesBack = (runner: TransactionRunner, { savepoint }: RequestTransaction): Promise<boolean> =>
  runner.rollbackToSavepoint(savepoint).then(
    () => true,
    () => false,
  );
