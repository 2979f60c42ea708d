import cluster, { type Worker } from 'node:cluster';
import { isMarked, marked, type ToPrimary, type ToWorker } from './messages.js';
import { closeWhatIsNotTaken } from './passed-connections.js';
import { PeerRelay, type RelayedWorker } from './peer-relay.js';
import { RestartPauses } from './restart-pauses.js';
import { placeVariable } from './worker-place.js';

/** The lines of the log that tell of workers. */
export interface SupervisorLog {
  info(facts: object, message: string): void;
  warn(facts: object, message: string): void;
}

export interface SupervisorOptions {
  readonly workers: number;
  /** Workers have ended by then after they were told to. */
  readonly stopMs: number;
  readonly log: SupervisorLog;
}

/** A worker takes requests. */
export interface Started {
  readonly firstKey: string | null;
}

/** Forks the workers, forks a new one where one has died, and stops them all. */
export class Supervisor {
  private readonly relay = new PeerRelay();
  private readonly workers = new Set<Worker>();
  /** Workers that take no new connections. */
  private readonly closed = new Set<Worker>();
  private readonly restarts = new Set<NodeJS.Timeout>();
  private stopping: PromiseWithResolvers<boolean> | null = null;
  private hasStarted = false;
  private hasEndedWell = true;

  constructor(private readonly options: SupervisorOptions) {}

  get isStopping(): boolean {
    return this.stopping !== null;
  }

  /**
   * Resolves when all workers take requests, or have failed to for the first time. The first one migrates and
   * makes the first key alone, so that what is wrong with the service is said once.
   *
   * @returns null when the first worker ends before it takes requests
   */
  async start(): Promise<Started | null> {
    const first = await this.fork(1);
    if (!first || this.isStopping) return null;
    this.hasStarted = true;
    const others = Array.from({ length: this.options.workers - 1 }, (_, index) => this.fork(index + 2));
    await Promise.all(others);
    return first;
  }

  /** @returns whether all have ended as they should; a second call changes nothing */
  stop(signal: NodeJS.Signals): Promise<boolean> {
    if (this.stopping) return this.stopping.promise;
    this.stopping = Promise.withResolvers();
    for (const restart of this.restarts) clearTimeout(restart);
    for (const worker of this.workers) worker.process.kill(signal);
    setTimeout(() => {
      this.options.log.warn(
        { workers: this.workers.size },
        'Workers have not stopped in time; they are killed',
      );
      for (const worker of this.workers) worker.process.kill('SIGKILL');
      this.hasEndedWell = false;
    }, this.options.stopMs).unref();
    if (this.workers.size === 0) this.stopping.resolve(true);
    return this.stopping.promise;
  }

  /** @returns null when it ends before it takes requests */
  private fork(number: number, pauses = new RestartPauses()): Promise<Started | null> {
    const since = performance.now();
    const worker = cluster.fork({
      ...placeVariable({ number, of: this.options.workers }),
      // The first worker, and its replacement, does the background work.
      ...(number > 1 && { SCHEDULER: 'off' }),
    });
    this.workers.add(worker);
    closeWhatIsNotTaken(worker);
    const relayed = relayedOf(worker);
    return new Promise((resolve) => {
      worker.on('message', (message: unknown) => {
        this.relay.receive(relayed, message);
        if (!isMarked(message)) return;
        const { kind } = message as ToPrimary;
        if (kind === 'ready') resolve(message as Started);
        else if (kind === 'closed') {
          this.closed.add(worker);
          this.tellWhenPortIsClosed();
        }
      });
      const onEnd = (code: number | null, signal: NodeJS.Signals | null): void => {
        this.workers.delete(worker);
        this.closed.delete(worker);
        this.relay.remove(relayed);
        this.tellWhenPortIsClosed();
        resolve(null);
        if (this.stopping) this.noteStopped(code);
        else if (this.hasStarted) {
          const pauseMs = pauses.next(performance.now() - since);
          const facts = { worker: number, ended: worker.process.pid, code, signal, pauseMs };
          this.options.log.warn(facts, 'A worker has ended; another one takes its place');
          this.restart(number, pauses, pauseMs);
        }
      };
      worker.once('exit', onEnd);
      worker.on('error', () => {
        // A message that could not be sent is followed by an exit; a process that could not be forked is not.
        if (worker.process.pid === undefined) onEnd(null, null);
      });
    });
  }

  private restart(number: number, pauses: RestartPauses, pauseMs: number): void {
    const restart = setTimeout(() => {
      this.restarts.delete(restart);
      void this.fork(number, pauses).then((started) => {
        if (started) this.options.log.info({ worker: number }, 'A worker has taken the place of another');
      });
    }, pauseMs);
    this.restarts.add(restart);
  }

  /** The port stays open when one worker stops alone: the others take its new connections. */
  private tellWhenPortIsClosed(): void {
    if (this.isStopping && this.closed.size < this.workers.size) return;
    const message: ToWorker = { kind: 'portClosed' };
    for (const worker of this.closed) worker.send(marked(message), () => undefined);
  }

  /** Notes the end of a worker; one that was stopped before it could handle signals ended normally. */
  private noteStopped(code: number | null): void {
    if (code !== null && code !== 0) this.hasEndedWell = false;
    if (this.workers.size === 0) this.stopping?.resolve(this.hasEndedWell);
  }
}

const relayedOf = (worker: Worker): RelayedWorker => ({
  id: worker.id,
  isConnected: () => worker.isConnected(),
  send: (message, sent) => worker.send(message as object, sent),
});
