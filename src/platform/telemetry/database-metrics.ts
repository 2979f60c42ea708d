import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { PoolCounts } from '../database/mysql/bounded-pool.js';
import { poolOf } from '../database/mysql/pool-of.js';
import { Metrics } from './metrics.js';

/** Tells how the pools of connections do, and how late the replica is. SQLite has neither. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    const { dialect, sources } = this.database;
    const counts = () => (dialect === 'sqlite' ? undefined : poolOf(sources.writer).counts);
    const tell = (name: string, help: string, of: keyof PoolCounts) => {
      this.metrics.gauge(`database_pool_${name}`, help, () => counts()?.[of] ?? NaN);
      this.metrics.gauge(
        `database_replica_${name}`,
        `${help}, of the replica`,
        () => sources.replica?.pool[of] ?? NaN,
      );
    };
    tell('connections_open', 'Connections to the database', 'open');
    tell('connections_in_use', 'Connections that a statement or a transaction has', 'inUse');
    tell('connections_limit', 'Connections that there may be', 'limit');
    tell('waiting', 'Statements and transactions that wait for a connection', 'waiting');
    this.metrics.gauge('database_replica_usable', 'Whether the replica is fresh enough (1) or not (0)', () =>
      Number(sources.replica?.isUsable),
    );
    this.metrics.gauge('database_replica_lag_seconds', 'How late the replica is at most', () => {
      const lag = sources.replica?.freshness.lagSeconds ?? NaN;
      return Number.isFinite(lag) ? lag : NaN;
    });
    this.metrics.totals(
      'database_reads_total',
      'Reads outside of transactions where there is a replica, by target; resent ones went to the primary as the replica failed',
      'target',
      () => Object.entries(sources.replica?.counts ?? {}),
    );
  }
}
