import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { InvalidError } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { ImagesService } from '../media/images/images.service.js';
import { mustFitCustomData } from '../site/custom-data.js';
import { CustomDataSettings } from '../site/custom-data.js';
import { Badge, type BadgeFields } from './domain/badge.entity.js';
import { BadgesRepository } from './domain/badges.repository.js';

/** Creates, edits, removes and finds badges. */
@Injectable()
export class BadgesService {
  constructor(
    private readonly badges: BadgesRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: CustomDataSettings,
    private readonly clock: Clock,
    private readonly images: ImagesService,
  ) {}

  /** @throws InvalidError, and TooLargeError for the link */
  create(fields: BadgeFields): Promise<Badge> {
    return this.unitOfWork.run(async () => {
      const badge = new Badge();
      badge.createdTs = this.clock.now();
      return this.withImage(await this.save(badge, fields, true));
    });
  }

  /** @throws NotFoundError, InvalidError, and TooLargeError for the link */
  edit(id: number, fields: BadgeFields, ifVersions?: readonly number[]): Promise<Badge> {
    return this.unitOfWork.run(async () => {
      const badge = await this.badges.getForUpdate(id);
      await this.badges.mustMatch(badge, ifVersions);
      return this.withImage(await this.save(badge, fields));
    });
  }

  /** Articles lose it. @throws NotFoundError */
  async remove(id: number, ifVersions?: readonly number[]): Promise<void> {
    await this.unitOfWork.run(async () => {
      const badge = await this.badges.getForUpdate(id);
      await this.badges.mustMatch(badge, ifVersions);
      await this.badges.remove(badge);
    });
  }

  /** @throws NotFoundError */
  async get(id: number): Promise<Badge> {
    return this.withImage(await this.badges.getById(id));
  }

  /** All, by order, then id. */
  async list(): Promise<Badge[]> {
    return this.withImages(await this.badges.list());
  }

  /** Existing badges, in no order. */
  async listByIds(ids: readonly number[]): Promise<Badge[]> {
    return this.withImages(await this.badges.listByIds(ids));
  }

  /** @throws InvalidError naming the first id that no badge has */
  async mustExist(ids: readonly number[], field: string): Promise<void> {
    const existing = new Set(await this.badges.existing(ids));
    const unknown = ids.findIndex((id) => !existing.has(id));
    if (unknown >= 0)
      throw InvalidError.field(`${field}[${unknown}]`, `there is no badge ${ids[unknown] ?? ''}`);
  }

  /** Slugs of the tags that bring these badges to articles, by id. */
  tagSlugsOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    return this.badges.tagSlugsOf(ids);
  }

  private async save(badge: Badge, fields: BadgeFields, isNew = false): Promise<Badge> {
    mustFitCustomData('link', fields.link, this.settings.maxCustomDataBytes);
    if (fields.imageId !== badge.imageId)
      await this.images.mustExist([{ id: fields.imageId, field: 'image_id' }]);
    badge.edit(fields);
    await (isNew ? this.badges.add(badge) : this.badges.save(badge));
    return badge;
  }

  private async withImage(badge: Badge): Promise<Badge> {
    await this.withImages([badge]);
    return badge;
  }

  private async withImages(badges: Badge[]): Promise<Badge[]> {
    const images = await this.images.byId(badges.map(({ imageId }) => imageId));
    for (const badge of badges) badge.picture = images.get(badge.imageId) ?? null;
    return badges;
  }
}
