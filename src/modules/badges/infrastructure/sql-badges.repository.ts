import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { NotFoundError } from '../../../kernel/errors.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { VersionedRows } from '../../../platform/database/rows/versioned-rows.js';
import { ChangeLog } from '../../changes/change-log.js';
import { Badge } from '../domain/badge.entity.js';
import { BadgeChanged } from '../domain/badge-events.js';
import { BadgesRepository } from '../domain/badges.repository.js';

/** Names of columns that differ for clients; null for those they do not see. */
const FIELDS = { sort_order: 'order', text_bytes: null };

@Injectable()
export class SqlBadgesRepository extends BadgesRepository {
  private readonly versioned: VersionedRows<Badge>;

  constructor(
    @InjectRepository(Badge) private readonly badges: Repository<Badge>,
    private readonly database: Database,
    private readonly events: DomainEvents,
    private readonly changes: ChangeLog,
  ) {
    super();
    this.versioned = new VersionedRows(database, Badge, FIELDS, (change) => changes.note('badge', change));
  }

  async getById(id: number): Promise<Badge> {
    const badge = await this.badges.findOneBy({ id });
    if (!badge) throw new NotFoundError('badge-not-found', `There is no badge ${id}.`);
    return badge;
  }

  async getForUpdate(id: number): Promise<Badge> {
    await this.database.rows(`SELECT id FROM badges WHERE id = ?${this.database.forUpdate}`, [id]);
    return this.versioned.loaded(await this.getById(id));
  }

  mustMatch(badge: Badge, versions: readonly number[] | undefined): Promise<void> {
    return this.changes.mustMatch('badge', badge, { at: badge.createdTs, authorId: null }, versions);
  }

  list(): Promise<Badge[]> {
    return this.badges.find({ order: { sortOrder: 'ASC', id: 'ASC' } });
  }

  listByIds(ids: readonly number[]): Promise<Badge[]> {
    return this.badges.findBy({ id: In([...ids]) });
  }

  findByImage(imageId: number, limit: number): Promise<Badge[]> {
    return this.badges.find({ where: { imageId }, order: { id: 'ASC' }, take: limit });
  }

  async existing(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.rows<{ id: number }>(
      `SELECT id FROM badges WHERE id IN (${placeholders(ids)})`,
      ids,
    );
    return rows.map(({ id }) => id);
  }

  async tagSlugsOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    const slugs = new Map<number, string[]>(ids.map((id) => [id, []]));
    if (ids.length === 0) return slugs;
    const rows = await this.database.rows<{ badgeId: number; slug: string }>(
      `SELECT badge_id AS badgeId, slug FROM badge_tags WHERE badge_id IN (${placeholders(ids)})`,
      ids,
    );
    for (const { badgeId, slug } of rows) slugs.get(badgeId)?.push(slug);
    return slugs;
  }

  async add(badge: Badge): Promise<void> {
    await this.versioned.add(badge);
    await this.saveTags(badge);
    await this.events.publish(new BadgeChanged(badge.id));
  }

  async save(badge: Badge): Promise<void> {
    await this.versioned.save(badge);
    await this.saveTags(badge);
    await this.events.publish(new BadgeChanged(badge.id));
  }

  async remove(badge: Badge): Promise<void> {
    const { id } = badge;
    await this.versioned.noteDeletion(badge);
    await this.badges.remove(badge);
    await this.events.publish(new BadgeChanged(id));
  }

  /** Writes what differs only: a DELETE that finds nothing would hold up others who make badges. */
  private async saveTags({ id, tagSlugs }: Badge): Promise<void> {
    const stored = (await this.tagSlugsOf([id])).get(id) ?? [];
    const stale = stored.filter((slug) => !tagSlugs.includes(slug));
    const fresh = tagSlugs.filter((slug) => !stored.includes(slug)).sort();
    if (stale.length > 0) {
      await this.database.execute(
        `DELETE FROM badge_tags WHERE badge_id = ? AND slug IN (${placeholders(stale)})`,
        [id, ...stale],
      );
    }
    if (fresh.length > 0) {
      await this.database.execute(
        `INSERT INTO badge_tags (badge_id, slug) VALUES ${fresh.map(() => '(?, ?)').join(', ')}`,
        fresh.flatMap((slug) => [id, slug]),
      );
    }
  }
}
