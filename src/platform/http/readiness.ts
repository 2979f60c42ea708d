import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { Shutdown } from './graceful-shutdown.js';
import { HealthChecks, type HealthState } from './health-checks.js';

export interface Health {
  readonly status: 'ok' | 'failing' | 'stopping';
  readonly checks: Readonly<Record<string, HealthState>>;
}

/** Whether the service can take work now: what it stands on, and that it has not been told to stop. */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: Database,
    private readonly others: HealthChecks,
    private readonly shutdown: Shutdown,
  ) {}

  async examine(): Promise<Health> {
    const [database, migrations, others] = await Promise.all([
      check(this.database.rows('SELECT 1')),
      // Home is there once the first migration has been run; the others ran before the service listened.
      check(this.database.rows('SELECT id FROM sections WHERE id = 0')),
      this.others.examine(),
    ]);
    const checks = { database, migrations, ...others };
    const isWell = Object.values(checks).every((state) => state === 'up');
    return { status: this.shutdown.isUnderWay ? 'stopping' : isWell ? 'ok' : 'failing', checks };
  }
}

const check = (attempt: Promise<unknown>): Promise<HealthState> =>
  attempt.then(
    () => 'up',
    () => 'down',
  );
