import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { mustExist } from '../../../kernel/errors.js';
import type { Page } from '../../../kernel/page.js';
import { Written } from '../../../kernel/events/written.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { lockRow } from '../../../platform/database/rows/lock-row.js';
import { ApiKey } from '../domain/api-key.entity.js';
import { ApiKeysRepository, type KeyHolder, type KeyHolders } from '../domain/api-keys.repository.js';

@Injectable()
export class SqlApiKeysRepository extends ApiKeysRepository {
  constructor(
    @InjectRepository(ApiKey) private readonly keys: Repository<ApiKey>,
    private readonly database: Database,
    private readonly events: DomainEvents,
  ) {
    super();
  }

  async findByHash(hash: string): Promise<KeyHolder | null> {
    const key = await this.keys.findOneBy({ hash });
    if (!key) return null;
    const [author] = await this.database.rows<{ role: string }>('SELECT role FROM authors WHERE id = ?', [
      key.authorId,
    ]);
    return author ? { key, role: author.role } : null;
  }

  async getForUpdate(id: number): Promise<ApiKey> {
    await lockRow(this.database, 'api_keys', id);
    return mustExist('key', id, await this.keys.findOneBy({ id }));
  }

  list(): Promise<ApiKey[]> {
    return this.keys.find({ order: { id: 'ASC' } });
  }

  async listOf({ authorId, othersBut }: KeyHolders, page: Page, id?: number): Promise<ApiKey[]> {
    const others =
      othersBut === null
        ? '1 = 0'
        : othersBut.length === 0
          ? '1 = 1'
          : `a.role NOT IN (${placeholders(othersBut)})`;
    const rows = await this.database.rows<{ id: number }>(
      `SELECT k.id FROM api_keys k JOIN authors a ON a.id = k.author_id
        WHERE (k.author_id = ? OR ${others})${id === undefined ? '' : ' AND k.id = ?'}
        ORDER BY k.id DESC LIMIT ? OFFSET ?`,
      [authorId, ...(othersBut ?? []), ...(id === undefined ? [] : [id]), page.limit, page.offset],
    );
    if (rows.length === 0) return [];
    return this.keys.find({ where: { id: In(rows.map((row) => row.id)) }, order: { id: 'DESC' } });
  }

  async isEmpty(): Promise<boolean> {
    return !(await this.keys.exists());
  }

  async authorExists(authorId: number): Promise<boolean> {
    const rows = await this.database.rows('SELECT id FROM authors WHERE id = ?', [authorId]);
    return rows.length > 0;
  }

  async save(key: ApiKey): Promise<ApiKey> {
    const saved = await this.keys.save(key);
    const verb = key.revokedTs === null ? 'create' : 'revoke';
    await this.events.publish(new Written('key', { id: saved.id, verb }));
    return saved;
  }

  async touch(ids: readonly number[], usedAt: UtcSeconds): Promise<void> {
    await this.database.execute(`UPDATE api_keys SET last_used_ts = ? WHERE id IN (${placeholders(ids)})`, [
      usedAt,
      ...ids,
    ]);
  }
}
