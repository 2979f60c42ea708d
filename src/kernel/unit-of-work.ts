export interface WorkOptions {
  /** Where changes wait for their turn, this one goes first. For short ones that somebody waits for. */
  readonly isUrgent?: boolean;
}

/**
 * One all-or-nothing change of the database. Work that runs inside `run` commits together or not at all; the
 * promise resolves only after the commit. A nested `run` joins the one around it. The work may be run again
 * when the database reports a deadlock or a lock time-out, so it must not have effects outside the database.
 */
export abstract class UnitOfWork {
  abstract run<T>(work: () => Promise<T>, options?: WorkOptions): Promise<T>;
  /**
   * An effect outside of the database, which must not fail: it happens once the work around it is committed, and never
   * when that fails. At once where there is no work around it.
   */
  abstract afterCommit(effect: () => void): void;
}
