export interface Overdue {
  readonly count: number;
  /** Seconds since the oldest of them should have been published; 0 when there is none. */
  readonly lagSeconds: number;
}

/** Articles whose scheduled time has come, by the clock of the database. */
export abstract class DueArticles {
  abstract isAnyDue(): Promise<boolean>;
  /** Ids of some of them, the longest due first; nobody else gets these until the transaction ends. */
  abstract claim(limit: number): Promise<number[]>;
  /** Scheduled articles whose time has passed, those that have failed included. */
  abstract overdue(): Promise<Overdue>;
}
