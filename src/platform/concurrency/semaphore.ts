export interface SemaphoreOptions {
  /** Pieces of work at one time. */
  readonly permits: number;
  /** Pieces of work that may wait. */
  readonly waiting: number;
  /** The error that refuses work when as many wait as may. */
  readonly refusal: () => Error;
}

/** Runs so many pieces of work at one time; the others wait, first come, first served. */
export class Semaphore {
  private readonly queue: (() => void)[] = [];
  private free: number;

  constructor(private readonly options: SemaphoreOptions) {
    this.free = options.permits;
  }

  /** @throws Error the refusal, when as many wait as may; and whatever the work throws */
  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else if (this.queue.length >= this.options.waiting) throw this.options.refusal();
    else await new Promise<void>((start) => this.queue.push(start));
    try {
      return await work();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
