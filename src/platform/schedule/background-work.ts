import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { runFrom } from '../concurrency/work-origin.js';
import { Environment } from '../config/environment.js';
import { describeViolation, refusedRow } from '../database/violations.js';
import { translateDatabaseError } from '../errors/translate.js';
import { jobSpan } from '../telemetry/spans.js';
import { Tracer } from '../telemetry/tracer.js';

/** A run that takes longer may wait for what never comes. */
const LONG_RUN_MINUTES = 10;

/**
 * Runs what cron jobs do: only on instances that schedule (SCHEDULER), never twice at a time in one process,
 * and to its end before the process stops. What fails is logged, and done again at the next turn.
 */
@Injectable()
export class BackgroundWork implements BeforeApplicationShutdown {
  private readonly logger = new Logger(BackgroundWork.name);
  private readonly running = new Map<string, Promise<void>>();
  /** Jobs that the database did not let run the last time. */
  private readonly refused = new Set<string>();
  private readonly stopping = new AbortController();

  /** @internal Nest makes it. */
  constructor(
    private readonly environment: Environment,
    private readonly tracer: Tracer,
  ) {}

  /** @param work ends at its next step when the signal is given */
  async run(name: string, work: (stopping: AbortSignal) => Promise<unknown>): Promise<void> {
    const { signal } = this.stopping;
    if (this.environment.SCHEDULER === 'off' || signal.aborted || this.running.has(name)) return;
    const timer = setTimeout(() => {
      const time = `${LONG_RUN_MINUTES} minutes`;
      this.logger.warn(
        { job: name },
        `A background job has been running for ${time}; its next run waits for it`,
      );
    }, LONG_RUN_MINUTES * 60_000).unref();
    const turn = runFrom({ kind: 'job', name }, () =>
      // Extensions may declare methods that return no promise.
      this.tracer.job(jobSpan(name), async () => work(signal)),
    ).then(
      () => {
        if (this.refused.delete(name)) this.logger.log({ job: name }, 'A background job runs again');
      },
      (error: unknown) => {
        this.logFailure(name, error);
      },
    );
    this.running.set(name, turn);
    await turn;
    clearTimeout(timer);
    this.running.delete(name);
  }

  /** A database that is away for an hour is worth a line a job, not one a second. */
  private logFailure(job: string, error: unknown): void {
    const refusal = translateDatabaseError(error);
    // A row that is refused is a fault of the job: it does not pass by waiting.
    const row = refusedRow(error);
    if (!refusal || row)
      this.logger.error({ err: row ? describeViolation(row) : error, job }, 'A background job has failed');
    else if (!this.refused.has(job)) {
      this.refused.add(job);
      this.logger.warn({ job, reason: refusal.message }, 'A background job waits for the database');
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await Promise.all(this.running.values());
  }
}
