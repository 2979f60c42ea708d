import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, type Repository } from 'typeorm';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { mustExist } from '../../../kernel/errors.js';
import { Database } from '../../../platform/database/database.js';
import { TagRows } from '../../../platform/database/rows/tag-rows.js';
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
  private readonly tags: TagRows;

  constructor(
    @InjectRepository(Badge) private readonly badges: Repository<Badge>,
    database: Database,
    private readonly events: DomainEvents,
    private readonly changes: ChangeLog,
  ) {
    super();
    this.versioned = new VersionedRows(database, Badge, FIELDS, (change) => changes.note('badge', change));
    this.tags = new TagRows(database, 'badge_tags', 'badge_id');
  }

  async getById(id: number): Promise<Badge> {
    return mustExist('badge', id, await this.badges.findOneBy({ id }));
  }

  async getForUpdate(id: number): Promise<Badge> {
    await this.versioned.lock(id);
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

  existing(ids: readonly number[]): Promise<number[]> {
    return this.versioned.existing(ids);
  }

  tagSlugsOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    return this.tags.of(ids);
  }

  async add(badge: Badge): Promise<void> {
    await this.versioned.add(badge);
    await this.tags.save(badge.id, badge.tagSlugs);
    await this.events.publish(new BadgeChanged(badge.id));
  }

  async save(badge: Badge): Promise<void> {
    await this.versioned.save(badge);
    await this.tags.save(badge.id, badge.tagSlugs);
    await this.events.publish(new BadgeChanged(badge.id));
  }

  async remove(badge: Badge): Promise<void> {
    const { id } = badge;
    await this.versioned.noteDeletion(badge);
    await this.badges.remove(badge);
    await this.events.publish(new BadgeChanged(id));
  }
}
