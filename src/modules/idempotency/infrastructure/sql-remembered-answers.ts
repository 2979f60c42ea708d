import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { type RememberedAnswer, RememberedAnswers, type RepeatableRequest } from '../remembered-answers.js';

const KEEP_SECONDS = 86_400;

@Injectable()
export class SqlRememberedAnswers extends RememberedAnswers {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find({ authorId, key }: RepeatableRequest): Promise<RememberedAnswer | null> {
    const [row] = await this.database.rows<{ fingerprint: string; answer: string | null }>(
      'SELECT fingerprint, answer FROM idempotency_keys WHERE author_id = ? AND name = ? AND created_ts > ?',
      [authorId, key, this.clock.now() - KEEP_SECONDS],
    );
    return row ? { fingerprint: row.fingerprint, answer: JSON.parse(row.answer ?? 'null') as unknown } : null;
  }

  async claim({ authorId, key, fingerprint }: RepeatableRequest): Promise<boolean> {
    const now = this.clock.now();
    await this.database.execute('DELETE FROM idempotency_keys WHERE created_ts <= ?', [now - KEEP_SECONDS]);
    try {
      await this.database.execute(
        'INSERT INTO idempotency_keys (author_id, name, fingerprint, created_ts) VALUES (?, ?, ?, ?)',
        [authorId, key, fingerprint, now],
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  async keep({ authorId, key }: RepeatableRequest, answer: unknown): Promise<void> {
    await this.database.execute('UPDATE idempotency_keys SET answer = ? WHERE author_id = ? AND name = ?', [
      JSON.stringify(answer),
      authorId,
      key,
    ]);
  }
}
