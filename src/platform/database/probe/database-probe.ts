import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { DAY_S } from '../../../kernel/units.js';
import { Database } from '../database.js';
import { isTransient } from '../database-errors.js';

/** Whether writes are committed: writes a row, and reads it back outside of the transaction. */
@Injectable()
export class DatabaseProbe {
  private readonly instance = randomUUID();
  private hasSwept = false;

  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws whatever the database answers, and Error when it does not keep what it has committed */
  async run(): Promise<void> {
    const nonce = randomUUID();
    try {
      await this.unitOfWork.run(() => this.write(nonce), { isUrgent: true });
    } catch (error) {
      // Another process is writing: the database is well, and busy.
      if (isTransient(error)) return;
      throw error;
    }
    const [row] = await this.database.rows<{ nonce: string }>(
      'SELECT nonce FROM instance_probes WHERE instance = ?',
      [this.instance],
    );
    if (row?.nonce !== nonce) throw new Error('The database has not kept what it has committed.');
  }

  private async write(nonce: string): Promise<void> {
    const now = Math.floor(Date.now() / 1000);
    if (!this.hasSwept)
      await this.database.execute('DELETE FROM instance_probes WHERE probed_ts < ?', [now - DAY_S]);
    this.hasSwept = true;
    await this.database.upsert(
      'instance_probes',
      ['instance', 'nonce', 'probed_ts'],
      ['instance'],
      [[this.instance, nonce, now]],
    );
  }
}
