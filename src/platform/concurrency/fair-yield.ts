/**
 * Shares the event loop among streams: each of its turns is given to one of them, for one step. So whoever
 * only wants to read a post never waits for a step of all streams.
 */
export class FairYield {
  private streams = 0;
  private readonly waiting: (() => void)[] = [];

  /** @param work goes through a stream and waits for `next` after each step */
  async share<T>(work: (next: () => Promise<void>) => Promise<T>): Promise<T> {
    this.streams += 1;
    try {
      return await work(() => this.next());
    } finally {
      this.streams -= 1;
    }
  }

  private async next(): Promise<void> {
    if (this.streams === 1) return;
    await new Promise<void>((resolve) => {
      if (this.waiting.push(resolve) === 1)
        setImmediate(() => {
          this.give();
        });
    });
  }

  private give(): void {
    this.waiting.shift()?.();
    if (this.waiting.length > 0)
      setImmediate(() => {
        this.give();
      });
  }
}
