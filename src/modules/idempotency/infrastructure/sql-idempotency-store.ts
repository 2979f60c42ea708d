import { isDeepStrictEqual, promisify } from 'node:util';
import { constants, gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { DAY_S } from '../../../kernel/units.js';
import { Clock } from '../../../kernel/clock.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { Database } from '../../../platform/database/database.js';
import { isLockTimeout, isUniqueViolation } from '../../../platform/database/database-errors.js';
import {
  type Answer,
  type StoredAnswer,
  IdempotencyStore,
  type RepeatableRequest,
} from '../idempotency-store.js';
import { requestInProgress } from '../requests-under-way.js';

/** Time for which an answer is kept. */
const TTL_S = DAY_S;
/** Characters of an answer that is stored as it is; a larger one is compressed. */
const SMALL = 64 * 1024;
/** Characters of a row: far below what the smallest servers take in a packet. */
const PART = 512 * 1024;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

type Key = Pick<RepeatableRequest, 'authorId' | 'key'>;

interface KeyRow {
  readonly fingerprint: string;
  readonly answer: string | null;
  readonly headers: string | null;
  readonly status: number | null;
  readonly parts: number;
}

@Injectable()
export class SqlIdempotencyStore extends IdempotencyStore {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {
    super();
  }

  async find(request: RepeatableRequest): Promise<StoredAnswer | null> {
    const { authorId, key } = request;
    const [row] = await this.database.rows<KeyRow>(
      `SELECT fingerprint, answer, headers, status, parts FROM idempotency_keys
        WHERE author_id = ? AND name = ? AND created_ts > ?`,
      [authorId, key, this.latestExpired],
    );
    if (!row) return null;
    const { fingerprint, status, headers } = row;
    const json = row.parts > 0 ? await this.largeAnswer(request, row.parts) : row.answer;
    // Its parts have been removed since its row was read.
    if (json === null && row.parts > 0) return null;
    return {
      fingerprint,
      status: status ?? 200,
      headers: JSON.parse(headers ?? '{}') as Answer['headers'],
      body: json === null ? undefined : (JSON.parse(json) as unknown),
    };
  }

  async claim(request: RepeatableRequest): Promise<boolean> {
    if (await this.insert(request)) return true;
    const valid = await this.database.rows(
      `SELECT name FROM idempotency_keys
        WHERE author_id = ? AND name = ? AND created_ts > ?${this.database.forUpdate}`,
      [request.authorId, request.key, this.latestExpired],
    );
    if (valid.length > 0) return false;
    await this.forget([request]);
    return this.insert(request);
  }

  async retake(request: RepeatableRequest, known: StoredAnswer): Promise<boolean> {
    const { authorId, key } = request;
    await this.inTime(() =>
      this.database.rows(
        `SELECT name FROM idempotency_keys WHERE author_id = ? AND name = ?${this.database.forUpdate}`,
        [authorId, key],
      ),
    );
    if (!isDeepStrictEqual(await this.find(request), known)) return false;
    await this.forgetParts(request);
    return true;
  }

  async keep(request: RepeatableRequest, { status, headers, body }: Answer): Promise<void> {
    const json = (JSON.stringify(body) as string | undefined) ?? null;
    const isLarge = json !== null && json.length > SMALL;
    const parts = isLarge ? await this.keepLarge(request, json) : 0;
    await this.database.execute(
      'UPDATE idempotency_keys SET answer = ?, headers = ?, status = ?, parts = ? WHERE author_id = ? AND name = ?',
      [isLarge ? null : json, JSON.stringify(headers), status, parts, request.authorId, request.key],
    );
  }

  async forgetExpired(limit: number): Promise<number> {
    const keys = await this.database.rows<Key>(
      `SELECT author_id AS authorId, name AS ${this.database.dialect === 'mysql' ? '`key`' : '"key"'}
         FROM idempotency_keys WHERE created_ts <= ? ORDER BY created_ts LIMIT ?`,
      [this.latestExpired, limit],
    );
    if (keys.length > 0) await this.unitOfWork.run(() => this.forget(keys));
    return keys.length;
  }

  private get latestExpired(): number {
    return this.clock.now() - TTL_S;
  }

  private async insert({ authorId, key, fingerprint }: RepeatableRequest): Promise<boolean> {
    try {
      await this.inTime(() =>
        this.database.execute(
          'INSERT INTO idempotency_keys (author_id, name, fingerprint, created_ts) VALUES (?, ?, ?, ?)',
          [authorId, key, fingerprint, this.clock.now()],
        ),
      );
      return true;
    } catch (error) {
      if (isUniqueViolation(error)) return false;
      throw error;
    }
  }

  /** @throws InProgressError while another request holds the key and has not committed */
  private async inTime<T>(take: () => Promise<T>): Promise<T> {
    try {
      return await take();
    } catch (error) {
      throw isLockTimeout(error) ? requestInProgress() : error;
    }
  }

  /** Removes expired keys; keys that were claimed again in the meantime stay. */
  private async forget(keys: readonly Key[]): Promise<void> {
    for (const { authorId, key } of keys) {
      const forgotten = await this.database.execute(
        'DELETE FROM idempotency_keys WHERE author_id = ? AND name = ? AND created_ts <= ?',
        [authorId, key, this.latestExpired],
      );
      if (forgotten > 0) await this.forgetParts({ authorId, key });
    }
  }

  private async forgetParts({ authorId, key }: Key): Promise<void> {
    await this.database.execute('DELETE FROM idempotency_answers WHERE author_id = ? AND name = ?', [
      authorId,
      key,
    ]);
  }

  /** A statement for each part: together they may be larger than a packet. */
  private async keepLarge({ authorId, key }: Key, json: string): Promise<number> {
    const compressed = await compress(json, { level: constants.Z_BEST_SPEED });
    const text = compressed.toString('base64');
    const count = Math.ceil(text.length / PART);
    for (let part = 0; part < count; part++) {
      await this.database.execute(
        'INSERT INTO idempotency_answers (author_id, name, part, content) VALUES (?, ?, ?, ?)',
        [authorId, key, part, text.slice(part * PART, (part + 1) * PART)],
      );
    }
    return count;
  }

  private async largeAnswer({ authorId, key }: Key, parts: number): Promise<string | null> {
    const rows = await this.database.rows<{ content: string }>(
      'SELECT content FROM idempotency_answers WHERE author_id = ? AND name = ? ORDER BY part',
      [authorId, key],
    );
    if (rows.length !== parts) return null;
    const compressed = Buffer.from(rows.map(({ content }) => content).join(''), 'base64');
    return (await decompress(compressed)).toString('utf8');
  }
}
