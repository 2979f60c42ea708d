import { OverloadedError } from '../../kernel/errors.js';

interface Task {
  start(): void;
}

export interface QueueOptions {
  /** Goes before all that wait. */
  readonly isUrgent?: boolean;
}

/** Runs tasks one at a time, in the order in which they came. */
export class SerialQueue {
  private readonly waiting: Task[] = [];
  private isBusy = false;

  /** @param waitMs how long a task waits for its turn at most */
  constructor(private readonly waitMs: number) {}

  /** @throws OverloadedError when the turn of the task has not come in time, and whatever the task throws */
  async run<T>(work: () => Promise<T>, { isUrgent = false }: QueueOptions = {}): Promise<T> {
    if (this.isBusy) await this.turn(isUrgent);
    this.isBusy = true;
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next.start();
      else this.isBusy = false;
    }
  }

  private turn(isUrgent: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.waiting.splice(this.waiting.indexOf(task), 1);
        reject(new OverloadedError('database-busy', 'Too many changes wait; nothing was changed.'));
      }, this.waitMs);
      const task: Task = {
        start() {
          clearTimeout(timer);
          resolve();
        },
      };
      if (isUrgent) this.waiting.unshift(task);
      else this.waiting.push(task);
    });
  }
}
