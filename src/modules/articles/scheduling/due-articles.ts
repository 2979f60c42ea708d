import type { UtcSeconds } from '../../../kernel/clock.js';

export interface DueArticle {
  readonly id: number;
  readonly dueTs: UtcSeconds;
  /** Failed attempts of its publication. */
  readonly attempts: number;
}

export interface Overdue {
  readonly count: number;
  /** Seconds since the oldest of them should have been published; 0 when there is none. */
  readonly lagSeconds: number;
}

/** Articles whose scheduled time has come, by the clock of the database. */
export abstract class DueArticles {
  abstract isAnyDue(): Promise<boolean>;
  /** Some of them, the longest due first; nobody else gets these until the transaction ends. */
  abstract claim(limit: number): Promise<DueArticle[]>;
  /**
   * The publication has failed, and is tried again at a later time, unless
   * somebody has scheduled the article anew meanwhile. It touches nothing but
   * the schedule, because the rest of the article may be what cannot be read.
   */
  abstract postpone(article: DueArticle, until: UtcSeconds, reason: string): Promise<void>;
  /** Scheduled articles whose time has passed, those that have failed included. */
  abstract overdue(): Promise<Overdue>;
}
