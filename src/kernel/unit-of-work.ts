export interface WorkOptions {
  /** Runs before other waiting units of work; for short ones that a client waits for. */
  readonly isUrgent?: boolean;
  /**
   * Keeps the books of the service and is no write of the request: it does not join one that is one unit of
   * work, as long as that has changed nothing.
   */
  readonly isApart?: boolean;
}

/**
 * Runs the work of a transaction, inside of it, with something before or behind it.
 *
 * @param hasWritten whether the work has inserted, changed or removed rows so far
 */
export type Surrounding = <T>(work: () => Promise<T>, hasWritten: () => boolean) => Promise<T>;

/** It is waited for when it takes time. */
export type Effect = () => unknown;

/** The first and the last step of a request that is one unit of work. */
export interface RequestEnds<T> {
  /** The first step of the transaction; may be taken again, like any work. */
  begin(): Promise<void>;
  /** The last step of the transaction. */
  end(result: T): Promise<void>;
}

/**
 * One all-or-nothing change of the database. Work that runs inside `run` commits together or not at all; the
 * promise resolves only after the commit. A nested `run` joins the one around it. The work may be run again
 * when the database reports a deadlock or a lock time-out, so it must not have effects outside the database.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: () => Promise<T>, options?: WorkOptions): Promise<T>;
  /**
   * Makes one unit of work of all those in a request: the first begins the transaction, which also takes in
   * what the request reads from then on, and it commits when the request is done. What the request does
   * before the first is outside of the transaction. The request may be run again, like any work.
   */
  abstract runRequest<T>(request: () => Promise<T>, ends: RequestEnds<T>): Promise<T>;
  /**
   * A part of a request that is one unit of work: when it fails, it is taken back alone, and the request goes
   * on. Where the database itself has failed, the request fails with its part. In other requests it is
   * nothing but the work, whose units commit one by one.
   */
  abstract runPart<T>(part: () => Promise<T>): Promise<T>;
  /**
   * An effect outside of the database, which must not fail: it happens once the
   * work around it is committed, and never when that fails. At once where there
   * is no work around it. The work is over when its effects are.
   */
  abstract afterCommit(effect: Effect): void;
  /**
   * An effect outside of the database, which must not fail: it happens when a request that is one unit of
   * work is taken back after this part of it was done. A part that fails itself throws instead.
   */
  abstract afterRollback(effect: Effect): void;
  /**
   * Makes every later transaction, and every part of a request, run its work in
   * this surrounding; a later one replaces it.
   *
   * @internal
   */
  abstract surround(surrounding: Surrounding): void;
  /**
   * Runs work in the transaction around it. Its statements, also those of transactions that it begins, fail
   * once the signal is aborted.
   *
   * @internal
   */
  abstract runUntil<T>(signal: AbortSignal, work: () => T): T;
}
