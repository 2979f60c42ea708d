import { Logger } from '@nestjs/common';
import { OverloadedError } from '../../../kernel/errors.js';
import { currentOrigin } from '../../concurrency/work-origin.js';
import type { Scope } from '../database.js';
import type { TransactionRunner } from './transaction-runner.js';

const TICK_MS = 10_000;
/** Ticks without a statement; a process that was stopped for a while has missed one of them alone. */
const MAX_IDLE_TICKS = 3;

const logger = new Logger('UnitOfWork');

/** Work in a transaction waits for something else: on SQLite, and for its locks, all others wait for it. */
export class IdleTransactionError extends OverloadedError {
  constructor() {
    super('change-too-slow', 'This change took too long; nothing was changed.');
  }
}

/** The part of a transaction, or of a request that is one, in which statements go to its connection. */
export class TransactionScope implements Scope {
  private uses = 0;
  private failure: IdleTransactionError | null = null;

  constructor(private held: TransactionRunner | null = null) {}

  /** The connection for the next statement. @throws IdleTransactionError once the work was given up */
  get runner(): TransactionRunner | null {
    if (this.failure) throw this.failure;
    this.uses += 1;
    return this.held;
  }

  set runner(runner: TransactionRunner | null) {
    this.held = runner;
  }

  /** Takes the connection out of the scope, which no statement reaches any more. */
  release(): TransactionRunner | null {
    const { held } = this;
    this.held = null;
    return held;
  }

  /**
   * Runs work that may wait for other systems while it holds the transaction; statements have limits of their
   * own.
   *
   * @throws IdleTransactionError for work without a statement for half a minute; what it does later fails
   */
  async watch<T>(work: () => Promise<T>): Promise<T> {
    const origin = currentOrigin();
    const late = Promise.withResolvers<never>();
    let seen = this.uses;
    let idleTicks = 0;
    const timer = setInterval(() => {
      idleTicks = this.held && this.uses === seen ? idleTicks + 1 : 0;
      seen = this.uses;
      if (idleTicks < MAX_IDLE_TICKS) return;
      this.failure ??= new IdleTransactionError();
      logger.error({ work: origin?.name }, 'A transaction was given up: its work waits for something else');
      late.reject(this.failure);
    }, TICK_MS);
    timer.unref();
    try {
      return await Promise.race([work(), late.promise]);
    } finally {
      clearInterval(timer);
    }
  }
}
