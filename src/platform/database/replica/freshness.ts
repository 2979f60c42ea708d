/** The greatest lag of a replica that is read from; milliseconds. */
export const TOLERANCE_MS = 2_000;

/** One reading of the heartbeat, which the primary counts up. */
export interface Look {
  /** Local time at which the look began; milliseconds. */
  readonly at: number;
  /** The beat that the replica had; null where it has none yet. Read before that of the primary. */
  readonly replica: number | null;
  readonly primary: number;
}

/**
 * Until when the replica is known to be fresh, by a monotonic local clock alone: clocks
 * of servers may be set, and a server that has lost its primary does not know how late
 * it is. A beat that the primary did not have yet at some time was written after that
 * time, and so the replica that shows it has everything that was committed before.
 */
export class Freshness {
  private looks: readonly Look[] = [];
  private asOf = -Infinity;
  private until = -Infinity;

  /** @param now a clock that never goes back; milliseconds */
  constructor(private readonly now: () => number = () => performance.now()) {}

  get isProven(): boolean {
    return this.now() < this.until;
  }

  /** Upper bound of the lag; seconds, Infinity while nothing is known. */
  get lagSeconds(): number {
    return (this.now() - this.asOf) / 1000;
  }

  add(look: Look): void {
    const { at, replica, primary } = look;
    // A replica that is ahead of the primary follows another server.
    const isOfPrimary = replica !== null && replica <= primary;
    const before = isOfPrimary ? this.looks.findLast((earlier) => earlier.primary < replica) : undefined;
    this.looks = [...this.looks.filter((earlier) => earlier.at > at - TOLERANCE_MS), look];
    if (!before) return;
    this.asOf = before.at;
    this.until = before.at + TOLERANCE_MS;
  }

  /** Ends it before its time; what was known of the replica is forgotten. */
  revoke(): void {
    this.looks = [];
    this.until = -Infinity;
  }
}
