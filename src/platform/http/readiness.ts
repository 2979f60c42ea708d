import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Environment } from '../config/environment.js';
import { Database } from '../database/database.js';
import { Shutdown } from './graceful-shutdown.js';

type Check = 'up' | 'down';

export interface Health {
  readonly status: 'ok' | 'failing' | 'stopping';
  readonly checks: Readonly<Record<'database' | 'migrations' | 'storage', Check>>;
}

/** Whether the service can take work now: what it stands on, and that it has not been told to stop. */
@Injectable()
export class Readiness {
  constructor(
    private readonly database: Database,
    private readonly environment: Environment,
    private readonly shutdown: Shutdown,
  ) {}

  async examine(): Promise<Health> {
    const [database, migrations, storage] = await Promise.all([
      check(this.database.rows('SELECT 1')),
      // Home is there once the first migration has been run; the others ran before the service listened.
      check(this.database.rows('SELECT id FROM sections WHERE id = 0')),
      check(access(this.environment.DATA_DIR, constants.W_OK)),
    ]);
    const checks = { database, migrations, storage };
    const isWell = Object.values(checks).every((state) => state === 'up');
    return { status: this.shutdown.isUnderWay ? 'stopping' : isWell ? 'ok' : 'failing', checks };
  }
}

const check = (attempt: Promise<unknown>): Promise<Check> =>
  attempt.then(
    () => 'up',
    () => 'down',
  );
