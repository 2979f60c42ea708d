import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { runFrom } from '../concurrency/work-origin.js';
import { Metrics } from '../telemetry/metrics.js';
import { BackgroundWork } from './background-work.js';
import { type DecoratedMethod, DecoratedMethods } from './decorated-methods.js';
import { Job, type JobDeclaration, type JobRun } from './job.js';
import { JobLeases } from './job-leases.js';

const LOOK_EVERY_S = 1;
/** Timers of Node reach no further. */
const MOST_SECONDS = 2_000_000;

/** Runs the methods that are declared with {@link Job}. */
@Injectable()
export class Jobs implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly declared = new Map<string, DecoratedMethod<JobDeclaration>>();
  private readonly timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly methods: DecoratedMethods,
    private readonly leases: JobLeases,
    private readonly work: BackgroundWork,
    private readonly metrics: Metrics,
  ) {}

  /** @throws Error when two jobs have one name, or one has no period */
  onModuleInit(): void {
    for (const job of this.methods.find(Job)) {
      const { name, every } = job.declaration;
      if (this.declared.has(name)) throw new Error(`Two jobs are called ${name}.`);
      if (!Number.isInteger(every) || every < 1 || every > MOST_SECONDS)
        throw new Error(`The job ${name} must run every 1 to ${MOST_SECONDS} seconds, not every ${every}.`);
      this.declared.set(name, job);
    }
    this.metrics.gauges(
      'job_failures',
      'Runs of a job that have failed since the last that did not',
      'job',
      async () => (await this.leases.reports()).map(({ name, failures }) => [name, failures]),
    );
  }

  onApplicationBootstrap(): void {
    for (const { declaration, method } of this.declared.values())
      if (declaration.on === 'every-instance')
        this.repeat(declaration.every, () => this.work.run(declaration.name, method));
    if (this.leased.length > 0) this.repeat(LOOK_EVERY_S, () => this.work.run('jobs', () => this.runDue()));
  }

  /** Those that are declared. */
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
      await this.leases.makeDue(name);
      await this.leases.run(name, declaration.every, stopping, run);
    }
    return hasRun;
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** Begins the runs of jobs that are due, and waits for none of them. */
  private async runDue(): Promise<void> {
    for (const name of await this.leases.due(this.leased)) {
      const job = this.declared.get(name);
      if (!job) continue;
      const { declaration, method } = job;
      void this.work.run(name, (stopping) => this.leases.run(name, declaration.every, stopping, method));
    }
  }

  /** Names of jobs that one instance runs. */
  private get leased(): string[] {
    return this.declarations.filter(({ on }) => on === 'one-instance').map(({ name }) => name);
  }

  private repeat(seconds: number, work: () => Promise<void>): void {
    this.timers.push(setInterval(() => void work(), seconds * 1000));
  }
}
