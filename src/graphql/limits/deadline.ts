import { OverloadedError } from '../../kernel/errors.js';

const RETRY_AFTER_SECONDS = 5;

/** The time that a request may take. Execution cannot be stopped, but what it reads can. */
export class Deadline {
  private reached = false;
  private readonly waiting = new Set<(error: Error) => void>();
  private readonly timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.timer = setTimeout(() => {
      this.reached = true;
      for (const reject of this.waiting) reject(tooSlow());
      this.waiting.clear();
    }, milliseconds).unref();
  }

  get hasPassed(): boolean {
    return this.reached;
  }

  /** @throws OverloadedError */
  mustNotHavePassed(): void {
    if (this.reached) throw tooSlow();
  }

  /** Fails when the time is up, also before this call, and the work is not done. @throws OverloadedError */
  race<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.reached) reject(tooSlow());
      else this.waiting.add(reject);
      void work.then(resolve, reject).finally(() => this.waiting.delete(reject));
    });
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}

function tooSlow(): OverloadedError {
  return new OverloadedError(
    'takes-too-long',
    'This query takes too long; ask for less at a time.',
    RETRY_AFTER_SECONDS,
  );
}
