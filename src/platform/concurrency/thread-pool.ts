import type { MessagePort, ResourceLimits, Worker } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';
import { shareOf } from '../processes/worker-place.js';

export interface ThreadPoolOptions {
  /** URL of the module whose default export does a task. */
  readonly module: string;
  /** In all processes of the service; each has one at least. */
  readonly threads: number;
  /** Tasks that may wait for a thread. */
  readonly waiting: number;
  /**
   * Size of all tasks that wait, in the unit that callers use; a task that
   * finds none waiting is taken anyway.
   */
  readonly waitingWeight?: number;
  /** Lifetime of an idle thread. */
  readonly idleMs: number;
  /** Limit of a thread. */
  readonly memory: ResourceLimits;
}

export interface TaskLimits {
  /** CPU time of the thread. What other work on the machine takes does not count. */
  readonly cpuMs: number;
  /** Longest time after a thread begins the task, for a machine that gives it no CPU time. */
  readonly elapsedMs: number;
  /** Longest wait until a thread begins the task. */
  readonly waitingMs: number;
}

export interface TaskOptions {
  readonly limits: TaskLimits;
  readonly weight?: number;
  readonly transferList?: readonly (ArrayBuffer | MessagePort)[];
}

/**
 * The `cpu` and `memory` that a task took itself; `queue`, `waiting` and
 * `elapsed` say that the machine is busy.
 */
export type ExceededLimit = 'cpu' | 'memory' | 'queue' | 'waiting' | 'elapsed';

/** A task was not done, because it exceeded a limit. */
export class ThreadLimitError extends Error {
  constructor(readonly limit: ExceededLimit) {
    super(`A task of a thread has exceeded the limit of ${limit}.`);
  }

  /** Whether it was the work of the task, which would be as much at any other time. */
  get isOfTask(): boolean {
    return this.limit === 'cpu' || this.limit === 'memory';
  }
}

/** A task that was given to a pool. */
export interface RunningTask<Result> {
  /** @throws ThreadLimitError, and what the task throws */
  readonly result: Promise<Result>;
  /** Limits what the task does from now on, instead of what it does in all. */
  limitRest(cpuMs: number): void;
}

/** Does tasks in threads of their own, one at a time in each, and stops those that exceed their limits. */
export class ThreadPool<Task extends object, Result> {
  private readonly logger = new Logger(ThreadPool.name);
  private pool: Piscina<Task, Result> | undefined;
  /** Waiting and running tasks in the order of their arrival, which the library does not keep. */
  private readonly tasks = new Set<Watch>();

  private readonly options: ThreadPoolOptions;

  constructor(options: ThreadPoolOptions) {
    this.options = { ...options, threads: shareOf(options.threads) };
  }

  run(task: Task, { limits, weight = 0, transferList = [] }: TaskOptions): RunningTask<Result> {
    const watch = new Watch(limits, weight);
    if (!this.hasRoom(weight)) watch.stop('queue');
    return {
      result: this.resultOf(task, watch, transferList),
      limitRest: (cpuMs) => {
        watch.limitRest(cpuMs);
      },
    };
  }

  /** Stops all threads, and with them what they do; what waits is turned away. */
  async destroy(): Promise<void> {
    for (const task of this.tasks) task.stop('waiting');
    await this.pool?.destroy();
  }

  get threadCount(): number {
    return this.pool?.threads.length ?? 0;
  }

  private hasRoom(weight: number): boolean {
    const { threads, waiting, waitingWeight = Infinity } = this.options;
    if (this.tasks.size >= threads + waiting) return false;
    const others = [...this.tasks].filter(({ hasTurn }) => !hasTurn);
    return others.length === 0 || others.reduce((sum, task) => sum + task.weight, weight) <= waitingWeight;
  }

  private async resultOf(
    task: Task,
    watch: Watch,
    transferList: readonly (ArrayBuffer | MessagePort)[],
  ): Promise<Result> {
    this.tasks.add(watch);
    this.giveTurns();
    try {
      await watch.turn;
      watch.signal.throwIfAborted();
      return await this.threads().run(
        { ...task, [Piscina.queueOptionsSymbol]: watch },
        { transferList: [...transferList], signal: watch.signal },
      );
    } catch (error) {
      if (watch.exceeded) throw new ThreadLimitError(watch.exceeded);
      if ((error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY') {
        throw new ThreadLimitError('memory');
      }
      throw error;
    } finally {
      watch.end();
      this.tasks.delete(watch);
      this.giveTurns();
    }
  }

  private giveTurns(): void {
    let free = this.options.threads;
    for (const task of this.tasks) {
      if (free === 0) return;
      if (!task.hasTurn) task.giveTurn();
      free -= 1;
    }
  }

  private threads(): Piscina<Task, Result> {
    if (this.pool) return this.pool;
    const pool = (this.pool = new Piscina<Task, Result>({
      filename: this.options.module,
      minThreads: 0,
      maxThreads: this.options.threads,
      idleTimeout: this.options.idleMs,
      resourceLimits: this.options.memory,
      // A thread that blocks while it waits never lets go of what it was given.
      atomics: 'disabled',
      // Tells which thread has a task: the library does not.
      loadBalancer: (task, workers) => {
        const idle = workers.find(({ currentUsage }) => currentUsage === 0) ?? null;
        const thread = pool.threads.find(({ threadId }) => threadId === idle?.id);
        const watch: unknown = Reflect.get(task, Piscina.queueOptionsSymbol);
        if (thread && watch instanceof Watch) watch.begin(thread);
        return idle;
      },
    }));
    // Nobody waits for a thread that fails after its task was stopped, as by using up its memory. One that
    // cannot load its module leaves its task to the limit of waiting.
    pool.on('error', (error: unknown) => {
      this.logger.warn({ err: error, module: this.options.module }, 'A thread has failed, and is replaced');
    });
    return pool;
  }
}

/** Shortest interval between reads of a thread's CPU time. */
const MIN_INTERVAL_MS = 25;

/** Watches the processor time of one task, and ends it when it has taken too much. */
class Watch {
  exceeded: ExceededLimit | null = null;
  private readonly abort = new AbortController();
  private readonly turns = Promise.withResolvers<undefined>();
  private isNext = false;
  private timer: NodeJS.Timeout;
  private elapsed: NodeJS.Timeout | undefined;
  private thread: Worker | null = null;
  /** CPU time of the thread when the part that is limited began; null until the thread has told it. */
  private before: Promise<number | null> | null = null;
  private cpuMs: number;

  constructor(
    private readonly limits: TaskLimits,
    readonly weight: number,
  ) {
    this.cpuMs = limits.cpuMs;
    this.timer = this.stopAfter(limits.waitingMs, 'waiting');
  }

  /** Settled when the task may be given to a thread, or has been stopped. */
  get turn(): Promise<unknown> {
    return this.turns.promise;
  }

  get hasTurn(): boolean {
    return this.isNext;
  }

  get signal(): AbortSignal {
    return this.abort.signal;
  }

  giveTurn(): void {
    this.isNext = true;
    this.turns.resolve(undefined);
  }

  begin(thread: Worker): void {
    this.thread = thread;
    this.elapsed = this.stopAfter(this.limits.elapsedMs, 'elapsed');
    this.limitRest(this.cpuMs);
  }

  limitRest(cpuMs: number): void {
    this.cpuMs = cpuMs;
    if (!this.thread) return;
    this.before = cpuOf(this.thread);
    this.checkAfter(cpuMs);
  }

  stop(limit: ExceededLimit): void {
    this.exceeded ??= limit;
    this.abort.abort();
    this.turns.resolve(undefined);
  }

  end(): void {
    clearTimeout(this.timer);
    clearTimeout(this.elapsed);
    this.thread = null;
  }

  /** A thread has no more CPU time than has gone by, so there is nothing to ask for before. */
  private checkAfter(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), Math.max(MIN_INTERVAL_MS, milliseconds));
  }

  private async check(): Promise<void> {
    const { thread, before: asked } = this;
    if (!thread) return;
    const [before, now] = await Promise.all([asked, cpuOf(thread)]);
    // Meanwhile the task may have ended, or its rest been limited.
    if (this.thread !== thread || this.before !== asked) return;
    const left = before === null || now === null ? 0 : this.cpuMs - (now - before);
    if (before !== null && left <= 0) this.stop('cpu');
    else this.checkAfter(left);
  }

  private stopAfter(milliseconds: number, limit: ExceededLimit): NodeJS.Timeout {
    return setTimeout(() => {
      this.stop(limit);
    }, milliseconds);
  }
}

/** CPU time in milliseconds; null for a thread that has ended. */
async function cpuOf(thread: Worker): Promise<number | null> {
  try {
    const { user, system } = await thread.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return null;
  }
}
