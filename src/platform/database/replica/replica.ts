import type { Readable } from 'node:stream';
import type { PoolOptions } from 'mysql2';
import { isTimedOut, losesConnection } from '../database-errors.js';
import type { Answer, BoundedConnection } from '../mysql/bounded-connection.js';
import type { BoundedPool, PoolCounts } from '../mysql/bounded-pool.js';
import { ServerWaitError } from '../mysql/limits.js';
import { serverAddress } from '../mysql/server-address.js';
import type { SqlParameter } from '../sql.js';
import type { StatementTraces } from '../statement-traces.js';
import { Freshness } from './freshness.js';
import type { Usable } from '../../concurrency/reads/read-target.js';

type Send<T> = (connection: BoundedConnection) => Promise<T>;

/** A connection on which committed data are read. */
export interface ReadConnection {
  query(sql: string, parameters?: unknown[]): Promise<Answer>;
  /** Executes a statement that the server keeps prepared. */
  execute(sql: string, parameters: SqlParameter[]): Promise<Answer>;
  /** Rows as they arrive, once the first is there. A server that fails later breaks them off. */
  stream(sql: string, parameters: unknown[], rowsAhead: number): Promise<Readable>;
  /** TypeORM asks for this form. */
  promise(): this;
  release(): void;
  /** Closes the connection instead of giving it back. */
  destroy(): void;
}

/**
 * Reads outside of transactions: those that a server has been asked, and those
 * of the replica that the primary has answered.
 */
export type ReadCounts = Record<'primary' | 'replica' | 'resent', number>;

/**
 * A server that follows the primary, for reads that tolerate {@link TOLERANCE_MS}. Nothing fails because of
 * it: what it does not answer is sent to the primary once.
 */
export class Replica implements Usable {
  readonly freshness = new Freshness();
  readonly counts: ReadCounts = { primary: 0, replica: 0, resent: 0 };
  private readonly servers: BoundedPool;
  private readonly underWay = new Set<(error: Error) => void>();
  /** Is told why the replica is left before its time. */
  onLeave: (reason: unknown) => void = () => undefined;

  /** Opens no connection yet. */
  constructor(url: string, primary: BoundedPool, traces: StatementTraces) {
    this.servers = primary.follower(serverOf(url), traces, (isOpen) => {
      if (isOpen) this.giveUp();
    });
  }

  get isUsable(): boolean {
    return this.freshness.isProven && !this.servers.circuit.isOpen;
  }

  get pool(): PoolCounts {
    return this.servers.counts;
  }

  /** @throws what the primary answers */
  async acquire(primary: BoundedPool): Promise<ReadConnection> {
    this.counts.replica += 1;
    try {
      return new ReplicaConnection(this, primary, await this.servers.acquire());
    } catch (error) {
      this.leaveFor(error);
      return primary.acquire();
    }
  }

  /** Rows that the replica itself has. @throws whatever it answers */
  async rows<T>(text: string): Promise<T[]> {
    const connection = await this.servers.acquire();
    try {
      const [rows] = await this.ask(connection, (one) => one.query(text));
      return rows as T[];
    } catch (error) {
      if (losesConnection(error)) connection.destroy();
      throw error;
    } finally {
      connection.release();
    }
  }

  /** The answer, or a failure as soon as it is known that the replica does not answer at all. @internal */
  async ask<T>(connection: BoundedConnection, send: Send<T>): Promise<T> {
    const { promise: lost, reject } = Promise.withResolvers<never>();
    this.underWay.add(reject);
    try {
      return await Promise.race([send(connection), lost]);
    } finally {
      this.underWay.delete(reject);
    }
  }

  /**
   * A read is sent to the primary. A replica that answers, if only that it has
   * no such column yet, is not left. @internal
   */
  leaveFor(error: unknown): void {
    this.counts.resent += 1;
    if (!losesConnection(error)) return;
    this.freshness.revoke();
    this.onLeave(error);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.servers.end(() => {
        resolve();
      });
    });
  }

  private giveUp(): void {
    const error = new ServerWaitError('DB_NOT_ANSWERING', 'The replica does not answer.');
    for (const reject of this.underWay) reject(error);
  }
}

/** A connection to the replica, until the primary has to take its place. */
class ReplicaConnection implements ReadConnection {
  private isOfReplica = true;

  constructor(
    private readonly replica: Replica,
    private readonly primary: BoundedPool,
    private connection: BoundedConnection,
  ) {}

  promise(): this {
    return this;
  }

  query(sql: string, parameters?: unknown[]): Promise<Answer> {
    return this.send((connection) => connection.query(sql, parameters));
  }

  execute(sql: string, parameters: SqlParameter[]): Promise<Answer> {
    return this.send((connection) => connection.execute(sql, parameters));
  }

  stream(sql: string, parameters: unknown[], rowsAhead: number): Promise<Readable> {
    return this.send((connection) => connection.stream(sql, parameters, rowsAhead));
  }

  release(): void {
    this.connection.release();
  }

  destroy(): void {
    this.connection.destroy();
  }

  private async send<T>(send: Send<T>): Promise<T> {
    if (!this.isOfReplica) return send(this.connection);
    try {
      return await this.replica.ask(this.connection, send);
    } catch (error) {
      // It takes as long on the primary.
      if (isTimedOut(error)) throw error;
      this.replica.leaveFor(error);
      // It may still be at work on the statement.
      if (losesConnection(error)) this.connection.destroy();
    }
    this.connection.release();
    this.connection = await this.primary.acquire();
    this.isOfReplica = false;
    return send(this.connection);
  }
}

function serverOf(url: string): PoolOptions {
  const { username, password } = new URL(url);
  return {
    ...serverAddress(url),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
}
