import { OverloadedError } from '../../kernel/errors.js';
import { OutboundError } from './outbound-error.js';

export interface SlotLimits {
  /** Requests to one host at a time. */
  readonly perHost: number;
  /** Requests at a time. */
  readonly inAll: number;
  /** Requests that may wait for their turn. */
  readonly waiting: number;
}

interface Waiting {
  readonly host: string;
  readonly start: () => void;
}

const RETRY_AFTER_S = 5;

/**
 * Who may send a request now. Those who wait for a host that is busy stand in nobody's way: a turn goes to the
 * first whose host is free.
 */
export class RequestSlots {
  private readonly running = new Map<string, number>();
  private readonly queue: Waiting[] = [];
  private total = 0;

  constructor(private readonly limits: SlotLimits) {}

  /**
   * @returns gives the slot back; to be called once the request is over, more calls do nothing
   * @throws OverloadedError when too many wait already, or the time of the request ends while it waits; else the
   * reason of the signal
   */
  take(host: string, signal: AbortSignal): Promise<() => void> {
    return new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (this.isFree(host)) {
        resolve(this.occupy(host));
        return;
      }
      if (this.queue.length >= this.limits.waiting) throw busy();
      const leave = (): void => {
        this.queue.splice(this.queue.indexOf(waiting), 1);
        reject(signal.reason instanceof OutboundError ? busy() : (signal.reason as Error));
      };
      const start = (): void => {
        signal.removeEventListener('abort', leave);
        resolve(this.occupy(host));
      };
      const waiting = { host, start };
      signal.addEventListener('abort', leave, { once: true });
      this.queue.push(waiting);
    });
  }

  private isFree(host: string): boolean {
    return this.total < this.limits.inAll && this.runningTo(host) < this.limits.perHost;
  }

  private occupy(host: string): () => void {
    this.count(host, 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.count(host, -1);
      const next = this.queue.findIndex((waiting) => this.isFree(waiting.host));
      if (next >= 0) this.queue.splice(next, 1)[0]?.start();
    };
  }

  private count(host: string, change: 1 | -1): void {
    this.total += change;
    const running = this.runningTo(host) + change;
    if (running > 0) this.running.set(host, running);
    else this.running.delete(host);
  }

  private runningTo(host: string): number {
    return this.running.get(host) ?? 0;
  }
}

function busy(): OverloadedError {
  return new OverloadedError(
    'outbound-busy',
    'Too many requests to other sites are under way; try again later.',
    RETRY_AFTER_S,
  );
}
