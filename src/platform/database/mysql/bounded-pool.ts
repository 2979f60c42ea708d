import type { Duplex } from 'node:stream';
import { createConnection, createPool, type Pool, type PoolConnection, type PoolOptions } from 'mysql2';
import { isUnreachable } from '../database-errors.js';
import { BoundedConnection, connectionLost, notAnswering } from './bounded-connection.js';
import { Circuit } from './circuit.js';
import { type ServerLimits, ServerWaitError } from './limits.js';
import { afterOwnTurns } from './own-turns.js';
import type { StatementTraces } from '../statement-traces.js';

/** Limit of a probe; with `suspectMs` before it, requests under way are refused within two seconds. */
const PROBE_MS = 800;
/** Open connections say goodbye to the server for so long; then they are closed. */
const END_MS = 1_000;

export interface BoundedPoolOptions {
  readonly limits: ServerLimits;
  /** Run on each new connection before anything else. */
  readonly sessionSettings: readonly string[];
  readonly onCircuit: (isOpen: boolean) => void;
  readonly traces: StatementTraces;
}

export interface PoolCounts {
  readonly open: number;
  readonly inUse: number;
  readonly waiting: number;
  readonly limit: number;
}

type Callback = (error: Error | null, connection?: BoundedConnection) => void;

interface Waiter {
  resolve(): void;
  reject(error: Error): void;
}

/**
 * The pool of connections to MySQL or MariaDB, in which nothing waits without a
 * limit: not for a free connection, not for a new one, not for a statement.
 * While the server does not answer, a circuit refuses at once.
 */
export class BoundedPool {
  readonly circuit: Circuit;
  private readonly pool: Pool;
  private readonly open = new Set<PoolConnection>();
  private readonly waiters: Waiter[] = [];
  private free: number;

  constructor(
    private readonly connection: PoolOptions,
    private readonly options: BoundedPoolOptions,
  ) {
    this.pool = createPool({ ...connection, connectTimeout: options.limits.connectionMs });
    this.free = connection.connectionLimit ?? 1;
    this.circuit = new Circuit(
      () => this.probe(),
      (isOpen) => {
        if (isOpen) this.refuseWaiters();
        options.onCircuit(isOpen);
      },
    );
    this.pool.on('connection', (opened) => {
      this.prepare(opened);
    });
  }

  /** Connections that are open, and in use; callers that wait for one; connections that there may be. */
  get counts(): PoolCounts {
    const limit = this.connection.connectionLimit ?? 1;
    return { open: this.open.size, inUse: limit - this.free, waiting: this.waiters.length, limit };
  }

  /** A pool of connections to another server of the same kind, on which nothing can be written. */
  follower(server: PoolOptions, traces: StatementTraces, onCircuit: (isOpen: boolean) => void): BoundedPool {
    const sessionSettings = [...this.options.sessionSettings, 'SET SESSION TRANSACTION READ ONLY'];
    return new BoundedPool(
      { ...this.connection, ...server },
      { ...this.options, sessionSettings, traces, onCircuit },
    );
  }

  /** The form in which TypeORM asks. */
  getConnection(callback: Callback): void {
    this.acquire().then(
      (connection) => {
        callback(null, connection);
      },
      (error: unknown) => {
        callback(error as Error);
      },
    );
  }

  /** @throws ServerWaitError, and what the server answers to a new connection */
  async acquire(): Promise<BoundedConnection> {
    if (this.circuit.isOpen) throw notAnswering();
    await this.takeSlot();
    try {
      const raw = await this.connect();
      const { limits, traces } = this.options;
      return new BoundedConnection(raw, limits, traces, this.circuit, () => {
        this.freeSlot();
      });
    } catch (error) {
      this.freeSlot();
      if (isUnreachable(error)) this.circuit.suspect();
      throw error;
    }
  }

  /** Closes all connections, also when the server does not answer. */
  end(callback: (error?: Error) => void): void {
    this.circuit.stop();
    this.refuseWaiters();
    let isEnded = false;
    const finish = (): void => {
      if (isEnded) return;
      isEnded = true;
      clearTimeout(timer);
      for (const connection of this.open) connection.destroy();
      callback();
    };
    const timer = setTimeout(finish, END_MS);
    this.pool.end(finish);
  }

  private takeSlot(): Promise<void> {
    if (this.free > 0) {
      this.free -= 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const { connectionMs, suspectMs } = this.options.limits;
      const suspicion = setTimeout(() => {
        this.circuit.suspect();
      }, suspectMs);
      const end = setTimeout(() => {
        this.waiters.splice(this.waiters.indexOf(waiter), 1);
        waiter.reject(
          new ServerWaitError('DB_CONNECTION_TIMEOUT', `No connection was free within ${connectionMs} ms.`),
        );
      }, connectionMs);
      const settle = (): void => {
        clearTimeout(suspicion);
        clearTimeout(end);
      };
      const waiter: Waiter = {
        resolve() {
          settle();
          resolve();
        },
        reject(error) {
          settle();
          reject(error);
        },
      };
      this.waiters.push(waiter);
    });
  }

  private freeSlot(): void {
    const next = this.waiters.shift();
    if (next) next.resolve();
    else this.free += 1;
  }

  private refuseWaiters(): void {
    for (const waiter of this.waiters.splice(0)) waiter.reject(notAnswering());
  }

  private connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.pool.getConnection((error, connection) => {
        if (error) reject(error.code ? error : connectionLost(error));
        else resolve(connection);
      });
    });
  }

  private prepare(connection: PoolConnection): void {
    this.open.add(connection);
    // The driver tells of an end by the server alone: a connection that is reset has none.
    const { stream } = connection as PoolConnection & { readonly stream: Duplex };
    stream.once('close', () => this.open.delete(connection));
    for (const setting of this.options.sessionSettings) {
      connection.query(setting, (error: Error | null) => {
        if (error) connection.destroy();
      });
    }
  }

  /**
   * Probes on a connection of its own: pooled ones may be lost or wait for a
   * lock. A refusal is an answer, too.
   */
  private probe(): Promise<void> {
    return new Promise((resolve, reject) => {
      const connection = createConnection({ ...this.connection, connectTimeout: 0 });
      const end = (error?: Error | null): void => {
        endWait();
        connection.destroy();
        if (error && isUnreachable(error)) reject(error);
        else resolve();
      };
      // The only limit: that of the driver goes by the clock, on which a busy
      // process reads an answer too late.
      const endWait = afterOwnTurns(PROBE_MS, () => {
        end(notAnswering());
      });
      connection.on('error', end);
      connection.query('SELECT 1', end);
    });
  }
}
