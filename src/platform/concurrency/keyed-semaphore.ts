export interface KeyedSemaphoreOptions {
  /** Permits of one key. */
  readonly perKey: number;
  /** Permits of all keys together. */
  readonly inAll: number;
  /** Calls that may wait for a permit. */
  readonly waiting: number;
  /**
   * The error of a call that is refused, or of one whose signal is aborted with the reason while it waits.
   */
  readonly refusal: (reason?: unknown) => Error;
}

interface Waiting {
  readonly key: string;
  readonly start: () => void;
}

/**
 * Permits for each key and in all. A busy key does not block others: a permit
 * goes to the first whose key is free.
 */
export class KeyedSemaphore {
  private readonly held = new Map<string, number>();
  private readonly queue: Waiting[] = [];
  private total = 0;

  constructor(private readonly options: KeyedSemaphoreOptions) {}

  /**
   * @returns releases the permit; more calls of it do nothing
   * @throws Error the refusal, when as many wait as may or the signal is aborted meanwhile; the reason of a
   *   signal that was aborted before
   */
  acquire(key: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (this.isFree(key)) {
        resolve(this.hold(key));
        return;
      }
      if (this.queue.length >= this.options.waiting) throw this.options.refusal();
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        reject(this.options.refusal(signal.reason));
      };
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(this.hold(key));
      };
      const waiting = { key, start };
      signal.addEventListener('abort', leave, { once: true });
      this.queue.push(waiting);
    });
  }

  private isFree(key: string): boolean {
    return this.total < this.options.inAll && (this.held.get(key) ?? 0) < this.options.perKey;
  }

  private hold(key: string): () => void {
    this.count(key, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.count(key, -1);
      const next = this.queue.findIndex((waiting) => this.isFree(waiting.key));
      if (next >= 0) this.queue.splice(next, 1)[0]?.start();
    };
  }

  private count(key: string, change: 1 | -1): void {
    this.total += change;
    const held = (this.held.get(key) ?? 0) + change;
    if (held > 0) this.held.set(key, held);
    else this.held.delete(key);
  }
}
