import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Database } from '../database/database.js';
import { type Sql, sql } from '../database/sql.js';
import type { JobDeclaration, JobRun } from './job.js';
import { Tracer } from '../telemetry/tracer.js';

/** An instance that was killed in a run holds the job up for so long. */
const LEASE_S = 30;
/** A run that fails is tried again after so long, at the latest, unless its job says otherwise. */
const RETRY_AFTER_S = 60;
const RENEW_EVERY_MS = (LEASE_S * 1000) / 3;
const COLUMNS = ['name', 'leased_until_ts', 'started_ts', 'due_ts', 'succeeded_ts', 'failures'];

/** A job that one instance runs. */
export interface LeasedJob extends Pick<JobDeclaration, 'name' | 'every'> {
  /**
   * Seconds after which a run that failed is tried again, if the next would not
   * come sooner; 60 when left out.
   */
  readonly retryAfter?: number;
}

export interface JobReport {
  readonly name: string;
  /** Seconds since the last run that did not fail has ended; null when there was none. */
  readonly secondsSinceSuccess: number | null;
  /** Runs that have failed since. */
  readonly failures: number;
  /** Whether a run has the lease. */
  readonly isRunning: boolean;
}

interface ReportRow {
  readonly name: string;
  readonly seconds: number | null;
  readonly failures: number;
  readonly isRunning: number;
}

/**
 * Lets one of all instances run a job: a row says which run has it and until
 * when, by the clock of the database.
 */
@Injectable()
export class JobLeases {
  /** Jobs whose rows are known to be there. */
  private readonly declared = new Set<string>();

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly tracer: Tracer,
  ) {}

  /** Due jobs without a run; a new job is due at once. */
  async due(jobs: readonly LeasedJob[]): Promise<string[]> {
    await this.declare(jobs);
    const rows = await this.database.select<{ name: string; isDue: number }>(
      sql`SELECT name, CASE WHEN ${this.isDue} THEN 1 ELSE 0 END AS isDue FROM jobs ORDER BY due_ts`,
    );
    // An instance with other settings, which does not run it, may have removed the row of a job.
    const there = new Set(rows.map(({ name }) => name));
    for (const { name } of jobs) if (!there.has(name)) this.declared.delete(name);
    const due = rows.filter(({ isDue }) => isDue === 1).map(({ name }) => name);
    return due.filter((name) => jobs.some((job) => job.name === name));
  }

  async reports(): Promise<JobReport[]> {
    const { clock } = this.database;
    const rows = await this.database.select<ReportRow>(
      sql`SELECT name, ${clock} - NULLIF(succeeded_ts, 0) AS seconds, failures,
                 CASE WHEN leased_until_ts > ${clock} THEN 1 ELSE 0 END AS isRunning
            FROM jobs ORDER BY name`,
    );
    return rows.map(({ name, seconds, failures, isRunning }) => ({
      name,
      secondsSinceSuccess: seconds,
      failures,
      isRunning: isRunning === 1,
    }));
  }

  /** Makes a job due at once, unless it is running. */
  async makeDue(job: LeasedJob): Promise<void> {
    await this.declare([job]);
    const { clock } = this.database;
    await this.change(
      sql`UPDATE jobs SET due_ts = 0 WHERE name = ${job.name} AND leased_until_ts <= ${clock}`,
    );
  }

  /** Removes what is known of jobs that are not run any more. A run that has the lease is told to end. */
  async forget(names: readonly string[]): Promise<void> {
    await this.change(sql`DELETE FROM jobs WHERE name IN (${names})`);
  }

  /**
   * Runs a job unless another run has it. The lease is renewed as long as it
   * runs; when it is lost, the run is told to end. A run that is cut off so, or
   * by a stop, has neither failed nor succeeded, and another goes on with it.
   */
  async run(job: LeasedJob, stopping: AbortSignal, work: JobRun): Promise<void> {
    const { name, every, retryAfter = RETRY_AFTER_S } = job;
    await this.declare([job]);
    const holder = randomUUID();
    const lost = new AbortController();
    let renewedAt = performance.now();
    const { clock } = this.database;
    const until = sql`leased_until_ts = ${clock} + ${LEASE_S}`;
    const isTaken = await this.change(
      sql`UPDATE jobs SET holder = ${holder}, started_ts = ${clock}, ${until}
           WHERE name = ${name} AND ${this.isDue}`,
    );
    if (!isTaken) return;
    const renew = async (): Promise<void> => {
      const now = performance.now();
      const isHeld = await this.change(
        sql`UPDATE jobs SET ${until} WHERE name = ${name} AND holder = ${holder}`,
      ).catch(() => null);
      if (isHeld) renewedAt = now;
      else if (isHeld === false || now - renewedAt > LEASE_S * 1000 - RENEW_EVERY_MS)
        lost.abort(new Error(`The lease of the job ${name} is lost.`));
    };
    const renewal = setInterval(() => void renew(), RENEW_EVERY_MS).unref();
    const cutOff = AbortSignal.any([stopping, lost.signal]);
    const end = (outcome: Sql) =>
      this.change(
        sql`UPDATE jobs SET leased_until_ts = 0, holder = ${null}${cutOff.aborted ? sql`` : outcome}
             WHERE name = ${name} AND holder = ${holder}`,
      );
    let failure: { readonly error: unknown } | null = null;
    try {
      await work(cutOff);
    } catch (error) {
      failure = { error };
    }
    try {
      if (failure)
        await end(sql`, due_ts = ${clock} + ${Math.min(every, retryAfter)}, failures = failures + 1`);
      else await end(sql`, due_ts = started_ts + ${every}, succeeded_ts = ${clock}, failures = 0`);
    } catch (error) {
      // The lease runs out by itself; the error of the job says more.
      failure ??= { error };
    } finally {
      clearInterval(renewal);
    }
    if (failure && !stopping.aborted) throw failure.error;
  }

  /** A run that began in the future did so before the clock of the database was set back. */
  private get isDue(): Sql {
    const { clock } = this.database;
    return sql`(due_ts <= ${clock} OR started_ts > ${clock}) AND leased_until_ts <= ${clock}`;
  }

  /** A job whose period was made shorter is due after the new one, unless it is to be tried again anyway. */
  private async declare(jobs: readonly LeasedJob[]): Promise<void> {
    const fresh = jobs.filter(({ name }) => !this.declared.has(name));
    if (fresh.length === 0) return;
    const rows = fresh.map(({ name }) => [name, 0, 0, 0, 0, 0]);
    await this.write(async () => {
      await this.database.upsert('jobs', COLUMNS, ['name'], rows, (column) => column);
      for (const { name, every } of fresh) {
        const { text, parameters } = sql`UPDATE jobs SET due_ts = started_ts + ${every}
          WHERE name = ${name} AND failures = 0 AND due_ts > started_ts + ${every}`;
        await this.database.execute(text, parameters);
      }
    });
    for (const { name } of fresh) this.declared.add(name);
  }

  /** @returns whether the row was the one to change */
  private async change({ text, parameters }: Sql): Promise<boolean> {
    return (await this.write(() => this.database.execute(text, parameters))) > 0;
  }

  /** The lease is no part of what the job does. */
  private write<T>(work: () => Promise<T>): Promise<T> {
    return this.tracer.untraced(() => this.unitOfWork.run(work));
  }
}
