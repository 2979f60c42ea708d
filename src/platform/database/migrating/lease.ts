import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { CHARACTERS } from './restartable.js';
import { isTransient, isUniqueViolation } from '../database-errors.js';

const TABLE = 'migration_lease';
/** A process that was killed holds up the next one for so long. */
const LEASE_SECONDS = 10;
const RENEW_EVERY_MS = 2_000;
const POLL_INTERVAL_MS = 200;
/** Migrations of a large site take their time; who waits says so. */
const TIMEOUT_MS = 3_600_000;
const REPORT_EVERY_MS = 5_000;

/**
 * The right to migrate: a row of the database that says who has it and until when, by the clock of the
 * database. A lock of the server (GET_LOCK) would be of one node of a cluster only, and a cluster runs none
 * of the statements of two holders one after the other.
 */
export class MigrationLease {
  private readonly holder = randomUUID();
  private renewal: NodeJS.Timeout | undefined;
  private isLost = false;
  private hasTable = false;
  /** Last renewal by the clock of this process; the lease expires when it is not renewed. */
  private renewedAt = -Infinity;

  /** @param source has connections for the lease besides the one that migrates */
  constructor(private readonly source: DataSource) {}

  /**
   * Waits until no other process has the lease.
   * @param report is told every few seconds that it still waits
   */
  async take(report: (message: string) => void): Promise<void> {
    const deadline = performance.now() + TIMEOUT_MS;
    let reportAt = performance.now() + REPORT_EVERY_MS;
    this.renewedAt = performance.now();
    while (!(await this.tryToTake())) {
      if (performance.now() > deadline)
        throw new Error('Another instance has been migrating the database for too long.');
      if (performance.now() > reportAt) {
        report('Another instance migrates the database; waiting for it');
        reportAt = performance.now() + REPORT_EVERY_MS;
      }
      await delay(POLL_INTERVAL_MS);
      this.renewedAt = performance.now();
    }
    this.renewal = setInterval(() => void this.renew(), RENEW_EVERY_MS).unref();
  }

  /** @throws Error when the lease has run out, so that another process may have it */
  assertHeld(): void {
    if (this.isLost || performance.now() - this.renewedAt > LEASE_SECONDS * 1000)
      throw new Error('The right to migrate was lost, as the database did not answer in time. Start again.');
  }

  async release(): Promise<void> {
    clearInterval(this.renewal);
    await this.write('holder = NULL, until_ts = 0', 'holder = ?', [this.holder]).catch(() => undefined);
  }

  private async tryToTake(): Promise<boolean> {
    try {
      if (!this.hasTable) await this.createTable();
      await this.source.query(`INSERT IGNORE INTO ${TABLE} (id, holder, until_ts) VALUES (1, NULL, 0)`);
      return await this.write(
        `holder = ?, until_ts = UNIX_TIMESTAMP() + ${LEASE_SECONDS}`,
        'holder IS NULL OR until_ts < UNIX_TIMESTAMP()',
        [this.holder],
      );
    } catch (error) {
      // A cluster lets one of several processes commit that take it at once on different nodes.
      if (isTransient(error) || isUniqueViolation(error)) return false;
      throw error;
    }
  }

  private async createTable(): Promise<void> {
    await this.source.query(
      `CREATE TABLE IF NOT EXISTS ${TABLE} (id int NOT NULL PRIMARY KEY, holder varchar(36) NULL, until_ts bigint NOT NULL) ${CHARACTERS}`,
    );
    this.hasTable = true;
  }

  private async renew(): Promise<void> {
    // Before the statement, as the server counts from when it runs it.
    const now = performance.now();
    const isHeld = await this.write(`until_ts = UNIX_TIMESTAMP() + ${LEASE_SECONDS}`, 'holder = ?', [
      this.holder,
    ]).catch(() => null);
    if (isHeld === true) this.renewedAt = now;
    this.isLost ||= isHeld === false;
  }

  /** @returns whether the condition held */
  private async write(assignments: string, condition: string, parameters: unknown[]): Promise<boolean> {
    const { affectedRows } = await this.source.query<{ affectedRows: number }>(
      `UPDATE ${TABLE} SET ${assignments} WHERE id = 1 AND (${condition})`,
      parameters,
    );
    return affectedRows === 1;
  }
}
