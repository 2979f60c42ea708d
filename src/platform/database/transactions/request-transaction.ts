import { Logger } from '@nestjs/common';
import type { Effect, RequestEnds } from '../../../kernel/unit-of-work.js';
import type { TransactionRunner } from './transaction-runner.js';
import { TransactionScope } from './transaction-scope.js';

const logger = new Logger('UnitOfWork');

/** Lets an effect happen, and logs its failure: thrown, that would repeat the committed transaction. */
export async function happen(effect: Effect): Promise<void> {
  try {
    await effect();
  } catch (error) {
    logger.error({ err: error }, 'An effect of a transaction has failed');
  }
}

/** A change of a request that has failed meanwhile: it belongs to no transaction any more. */
class RequestFailedError extends Error {
  override readonly name = 'RequestFailedError';
}

/** Effects that wait for a commit; after it they happen at once, and without one never. */
export class Effects {
  private waiting: Effect[] | null = [];
  private isDropped = false;

  add(effect: Effect): void {
    if (this.isDropped) return;
    if (this.waiting) this.waiting.push(effect);
    else void happen(effect);
  }

  /** Nothing was committed: neither what waits happens nor what is added from now on. */
  drop(): void {
    this.isDropped = true;
    this.waiting = null;
  }

  /** Lets the effects wait for the commit of others. */
  passTo(others: Effects): void {
    for (const effect of this.close()) others.add(effect);
  }

  async happen(): Promise<void> {
    await Promise.all(this.close().map(happen));
  }

  /** Hands over what waits; what is added from now on does not wait. */
  close(): readonly Effect[] {
    const effects = this.waiting ?? [];
    this.waiting = null;
    return effects;
  }
}

/**
 * The transaction of a request that is one unit of work: its first unit of work opens it, its end closes it.
 */
export class RequestTransaction {
  readonly effects = new Effects();
  /** Settles when the first unit of work is done, well or not. */
  opening: Promise<unknown> | null = null;
  /** Resolves at the end of the request. */
  readonly ended: Promise<void>;
  isOver = false;
  private hasFailed = false;
  private failure: { readonly error: unknown } | null = null;
  private resolveEnded: () => void = () => undefined;

  constructor(
    readonly begin: RequestEnds<never>['begin'],
    readonly scope = new TransactionScope(),
    private readonly whole: RequestTransaction | null = null,
  ) {
    this.ended = new Promise((resolve) => {
      this.resolveEnded = resolve;
    });
  }

  /** A part that may fail alone, in the same transaction. */
  part(): RequestTransaction {
    return new RequestTransaction(this.begin, this.scope, this);
  }

  get savepoint(): string {
    return `part_${this.depth}`;
  }

  private get depth(): number {
    return this.whole ? this.whole.depth + 1 : 0;
  }

  /** Ends it without a commit. @returns the transaction, if one is open, which the caller takes back */
  abandon(): TransactionRunner | null {
    this.hasFailed = true;
    return this.scope.release();
  }

  /** Whether it was ended without a commit. Its connection may have the transaction of another by now. */
  get isAbandoned(): boolean {
    return this.hasFailed || (this.whole?.isAbandoned ?? false);
  }

  /** @throws RequestFailedError for a change that would open the transaction after its end */
  mustNotBeAbandoned(): void {
    if (this.isAbandoned) throw new RequestFailedError('The request of this change has failed.');
  }

  /**
   * A part of the transaction has failed: the rest must not be committed, whatever the request makes of it.
   */
  fail(error: unknown): void {
    this.failure ??= { error };
  }

  mustBeSound(): void {
    if (this.failure) throw this.failure.error;
  }

  /** @returns the transaction, for its commit */
  get open(): TransactionRunner {
    const { runner } = this.scope;
    if (!runner) throw new Error('The request has no transaction.');
    return runner;
  }

  end(): void {
    this.isOver = true;
    this.scope.runner = null;
    this.resolveEnded();
  }
}
