import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database } from '../database/database.js';
import type { PoolCounts } from '../database/mysql/bounded-pool.js';
import { poolOf } from '../database/mysql/pool-of.js';
import { Metrics } from './metrics.js';

/** Tells how the pool of connections does. SQLite has none. */
@Injectable()
export class DatabaseMetrics implements OnModuleInit {
  constructor(
    private readonly metrics: Metrics,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    const { dialect, sources } = this.database;
    const counts = (): PoolCounts => {
      if (dialect === 'sqlite') throw new Error('SQLite has no pool.');
      return poolOf(sources.writer).counts;
    };
    const tell = (name: string, help: string, of: keyof PoolCounts) => {
      this.metrics.gauge(`database_pool_${name}`, help, () => counts()[of]);
    };
    tell('connections_open', 'Connections to the database', 'open');
    tell('connections_in_use', 'Connections that a statement or a transaction has', 'inUse');
    tell('connections_limit', 'Connections that there may be', 'limit');
    tell('waiting', 'Statements and transactions that wait for a connection', 'waiting');
  }
}
