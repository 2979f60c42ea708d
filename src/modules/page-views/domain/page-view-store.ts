/** Hours since 1970-01-01T00:00Z. */
export type Hour = number;

export interface ViewsOfHour {
  readonly hour: Hour;
  readonly articleId: number;
  readonly views: number;
}

/** A period up to now: its totals are kept, or are to be summed up from an hour on. */
export interface ViewsOfPeriod {
  readonly periodHours: number;
  readonly sinceHour?: Hour;
}

/** Page views by the hour, and what is kept of them for rankings. */
export abstract class PageViewStore {
  /**
   * Adds views to their hours, to the counters of the articles and to the totals of every period that holds
   * the hour: all of them, or none.
   */
  abstract add(views: readonly ViewsOfHour[]): Promise<void>;
  /**
   * Makes sure that the totals of the period that ends now are kept, and that they hold no hour before it.
   *
   * @returns false when so many other periods are being asked for that this one is not kept
   */
  abstract keepPeriod(hours: number, now: Hour): Promise<boolean>;
  /**
   * Brings the totals of all periods that are kept up to date, and forgets
   * those that nobody has asked for lately.
   */
  abstract advance(now: Hour): Promise<void>;
  /** Makes the totals of all periods anew. */
  abstract rebuild(now: Hour): Promise<void>;
  /** Deletes views before the hour, or as many as it comes to. */
  abstract forgetBefore(hour: Hour, stopping: AbortSignal): Promise<void>;
}
