import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { DatabaseProbe } from '../../database/probe/database-probe.js';
import { Shutdown } from '../server/graceful-shutdown.js';
import { HealthChecks, type HealthState } from './health-checks.js';

export interface Health {
  readonly status: 'ok' | 'failing' | 'stopping';
  readonly checks: Readonly<Record<string, HealthState>>;
}

/**
 * Each look at the database writes a row. A database that has not answered by
 * then answers no request in time.
 */
const DATABASE_LIMITS = { rememberedMs: 500, timeoutMs: 900 };

/** Whether the service can take work now: its dependencies are well, and it has not been told to stop. */
@Injectable()
export class Readiness {
  constructor(
    database: Database,
    probe: DatabaseProbe,
    private readonly checks: HealthChecks,
    private readonly shutdown: Shutdown,
  ) {
    checks.add('database', () => probe.run(), DATABASE_LIMITS);
    // Home is there once the first migration has been run; the others ran before the service listened.
    checks.add('migrations', () => database.rows('SELECT id FROM sections WHERE id = 0'), DATABASE_LIMITS);
  }

  /** Answers within a second, also when what it asks does not. */
  async examine(): Promise<Health> {
    const checks = await this.checks.examine();
    const isWell = Object.values(checks).every((state) => state === 'up');
    return { status: this.shutdown.isUnderWay ? 'stopping' : isWell ? 'ok' : 'failing', checks };
  }
}
