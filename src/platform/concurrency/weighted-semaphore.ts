interface Waiting {
  readonly weight: number;
  readonly start: () => void;
}

export interface WeightedSemaphoreOptions {
  /** Limit of the weights of all work together. */
  readonly weight: number;
  /** Pieces of work at one time. */
  readonly atOnce: number;
  /** Pieces of work that may wait. */
  readonly waiting: number;
  readonly refusal: () => Error;
}

/**
 * Lets work begin while the weights of all stay below a limit, in order. Work
 * that weighs more than the limit runs alone.
 */
export class WeightedSemaphore {
  private used = 0;
  private running = 0;
  private readonly waiting: Waiting[] = [];

  constructor(private readonly options: WeightedSemaphoreOptions) {}

  /** Pieces of work that run, and that wait. */
  get counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.running, waiting: this.waiting.length };
  }

  /** @throws Error the refusal, when as many wait as may; and whatever the work throws */
  async run<T>(weight: number, work: () => Promise<T>): Promise<T> {
    await this.turn(weight);
    try {
      return await work();
    } finally {
      this.used -= weight;
      this.running -= 1;
      this.startNext();
    }
  }

  private turn(weight: number): Promise<void> {
    if (this.waiting.length >= this.options.waiting) throw this.options.refusal();
    return new Promise((start) => {
      this.waiting.push({ weight, start });
      this.startNext();
    });
  }

  private startNext(): void {
    for (let next = this.waiting[0]; next && this.hasRoomFor(next.weight); next = this.waiting[0]) {
      this.waiting.shift();
      this.used += next.weight;
      this.running += 1;
      next.start();
    }
  }

  private hasRoomFor(weight: number): boolean {
    if (this.running === 0) return true;
    return this.running < this.options.atOnce && this.used + weight <= this.options.weight;
  }
}
