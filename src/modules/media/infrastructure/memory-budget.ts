import { OverloadedError } from '../../../kernel/errors.js';

interface Waiting {
  readonly bytes: number;
  readonly start: () => void;
}

/**
 * Lets work begin while the memory of all work together stays below a limit, first come, first served. Work that
 * takes more than the limit runs alone.
 */
export class MemoryBudget {
  private used = 0;
  private running = 0;
  private readonly waiting: Waiting[] = [];

  constructor(
    private readonly limits: { readonly bytes: number; readonly atOnce: number; readonly waiting: number },
  ) {}

  /** @throws OverloadedError when too much waits already */
  async spend<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    await this.turn(bytes);
    try {
      return await work();
    } finally {
      this.used -= bytes;
      this.running -= 1;
      this.startNext();
    }
  }

  private turn(bytes: number): Promise<void> {
    if (this.waiting.length >= this.limits.waiting)
      throw new OverloadedError('images-busy', 'Too many images are being made.', 5);
    return new Promise((start) => {
      this.waiting.push({ bytes, start });
      this.startNext();
    });
  }

  private startNext(): void {
    for (let next = this.waiting[0]; next && this.hasRoomFor(next.bytes); next = this.waiting[0]) {
      this.waiting.shift();
      this.used += next.bytes;
      this.running += 1;
      next.start();
    }
  }

  private hasRoomFor(bytes: number): boolean {
    if (this.running === 0) return true;
    return this.running < this.limits.atOnce && this.used + bytes <= this.limits.bytes;
  }
}
