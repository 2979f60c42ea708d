import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { Environment } from '../config/environment.js';

/**
 * Runs what cron jobs do: only on instances that schedule (SCHEDULER), never twice at a time in one process, and
 * to its end before the process stops. What fails is logged, and done again at the next turn.
 */
@Injectable()
export class BackgroundWork implements BeforeApplicationShutdown {
  private readonly logger = new Logger(BackgroundWork.name);
  private readonly running = new Map<string, Promise<void>>();
  private readonly stopping = new AbortController();

  constructor(private readonly environment: Environment) {}

  /** @param work ends at its next step when the signal is given */
  async run(name: string, work: (stopping: AbortSignal) => Promise<unknown>): Promise<void> {
    const { signal } = this.stopping;
    if (this.environment.SCHEDULER === 'off' || signal.aborted || this.running.has(name)) return;
    const turn = work(signal).then(
      () => undefined,
      (error: unknown) => {
        this.logger.error({ err: error, job: name }, 'A background job has failed');
      },
    );
    this.running.set(name, turn);
    await turn;
    this.running.delete(name);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running.values());
  }
}
