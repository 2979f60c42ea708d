import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { runFrom } from '../concurrency/work-origin.js';
import { DeclarationError } from './declaration-error.js';
import { Metrics } from '../telemetry/metrics.js';
import { BackgroundWork } from './background-work.js';
import { type DecoratedMethod, DecoratedMethods } from './decorated-methods.js';
import { Job, type JobDeclaration, type JobRun } from './job.js';
import { JobLeases, type JobReport, type LeasedJob } from './job-leases.js';
import { MAX_JOB_NAME } from './job-state.entity.js';

const POLL_INTERVAL_S = 1;
/** Timers of Node reach no further. */
const MAX_INTERVAL_S = 2_000_000;
const PLACES: readonly string[] = ['one-instance', 'every-instance'] satisfies JobDeclaration['on'][];

interface DeclaredJob extends Pick<DecoratedMethod<JobDeclaration>, 'method'> {
  readonly declaration: JobDeclaration & LeasedJob;
}

/** Runs the methods that are declared with {@link Job}, and jobs that modules add. */
@Injectable()
export class Jobs implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly declared = new Map<string, DeclaredJob>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly switchedOff = new Set<string>();
  private reading: Promise<JobReport[]> | null = null;

  constructor(
    private readonly methods: DecoratedMethods,
    private readonly leases: JobLeases,
    private readonly work: BackgroundWork,
    private readonly metrics: Metrics,
  ) {}

  /** @throws Error when two jobs have one name, or one has no period */
  onModuleInit(): void {
    for (const { declaration, method } of this.methods.find(Job)) this.add(declaration, method);
    this.measure(
      'failures',
      'Runs of a job that have failed since the last that did not',
      (job) => job.failures,
    );
    this.measure('running', 'Whether a run of a job has its lease', (job) => Number(job.isRunning));
    this.measure(
      'last_success_age_seconds',
      'Time since the last run of a job that has not failed',
      (job) => job.secondsSinceSuccess,
    );
  }

  /**
   * Adds a job whose declaration takes a setting. To be called while modules are initialised.
   *
   * @throws DeclarationError when another job has its name, or this is too long, or it has no period or place
   */
  add(declaration: JobDeclaration & LeasedJob, method: JobRun): void {
    const { name, every } = declaration;
    if (this.declared.has(name)) throw new DeclarationError(`Two jobs are called ${name}.`);
    if (name.length > MAX_JOB_NAME)
      throw new DeclarationError(
        `The job ${name} must have a name of up to ${MAX_JOB_NAME} characters, not of ${name.length}.`,
      );
    if (!Number.isInteger(every) || every < 1 || every > MAX_INTERVAL_S)
      throw new DeclarationError(
        `The job ${name} must run every 1 to ${MAX_INTERVAL_S} seconds, not every ${every}.`,
      );
    if (!PLACES.includes(declaration.on))
      throw new DeclarationError(
        `The job ${name} must run on ${PLACES.join(' or ')}, not on ${declaration.on}.`,
      );
    this.declared.set(name, { declaration, method: method as DeclaredJob['method'] });
  }

  /**
   * Forgets a job that a setting switches off: nobody is told of its failures any more. To be called while
   * modules are initialised.
   */
  switchOff(name: string): void {
    this.switchedOff.add(name);
  }

  /** Seconds since the end of the last successful run of a job on any instance; null without one. */
  async secondsSinceSuccess(name: string): Promise<number | null> {
    const reports = await this.reports();
    return reports.find((report) => report.name === name)?.secondsSinceSuccess ?? null;
  }

  onApplicationBootstrap(): void {
    for (const { declaration, method } of this.declared.values())
      if (declaration.on === 'every-instance')
        this.repeat(declaration.every, () => this.work.run(declaration.name, method));
    if (this.leased.length + this.switchedOff.size > 0)
      this.repeat(POLL_INTERVAL_S, () => this.work.run('jobs', () => this.runDue()));
  }

  /** Declared jobs. */
  get declarations(): readonly JobDeclaration[] {
    return [...this.declared.values()].map(({ declaration }) => declaration);
  }

  /**
   * Runs a job at once, whether it is due or not.
   *
   * @returns false when another instance is running it, and nothing was done
   * @throws Error of the job, or when there is no such job
   */
  async runNow(name: string, stopping: AbortSignal): Promise<boolean> {
    const job = this.declared.get(name);
    if (!job) {
      const names = [...this.declared.keys()].join(', ') || 'none';
      throw new Error(`There is no job called ${name}; there are: ${names}.`);
    }
    const { declaration } = job;
    const method: JobRun = (ending) => runFrom({ kind: 'job', name }, () => job.method(ending));
    let hasRun = false;
    const run: JobRun = (ending) => {
      hasRun = true;
      return method(ending);
    };
    if (declaration.on === 'every-instance') await run(stopping);
    else {
      await this.leases.makeDue(declaration);
      await this.leases.run(declaration, stopping, run);
    }
    return hasRun;
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Begins the runs of jobs that are due, and waits for none of them. */
  private async runDue(): Promise<void> {
    if (this.switchedOff.size > 0) {
      await this.leases.forget([...this.switchedOff]);
      this.switchedOff.clear();
    }
    for (const name of await this.leases.due(this.leased)) {
      const job = this.declared.get(name);
      if (!job) continue;
      const { declaration, method } = job;
      void this.work.run(name, (stopping) => this.leases.run(declaration, stopping, method));
    }
  }

  /** @param read null leaves the job out */
  private measure(what: string, help: string, read: (report: JobReport) => number | null): void {
    this.metrics.gauges(`job_${what}`, help, 'name', async () =>
      (await this.reports()).flatMap((report) => {
        const number = read(report);
        return number === null ? [] : [[report.name, number] as const];
      }),
    );
  }

  /** Reports of jobs; concurrent calls share one statement. */
  private reports(): Promise<JobReport[]> {
    this.reading ??= this.leases.reports().finally(() => (this.reading = null));
    return this.reading;
  }

  /** Jobs that one instance runs. */
  private get leased(): readonly LeasedJob[] {
    return this.declarations.filter(({ on }) => on === 'one-instance');
  }

  private repeat(seconds: number, work: () => Promise<void>): void {
    this.timers.push(setInterval(() => void work(), seconds * 1000));
  }
}
