import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import type { Page } from '../../../kernel/page.js';
import { Written } from '../../../kernel/events/written.js';
import { PreviewLink } from '../domain/preview-link.entity.js';
import { PreviewLinksRepository } from '../domain/preview-links.repository.js';

@Injectable()
export class SqlPreviewLinksRepository extends PreviewLinksRepository {
  constructor(
    @InjectRepository(PreviewLink) private readonly links: Repository<PreviewLink>,
    private readonly events: DomainEvents,
  ) {
    super();
  }

  async add(link: Omit<PreviewLink, 'id'>): Promise<PreviewLink> {
    const added = await this.links.save(this.links.create(link));
    await this.events.publish(new Written('preview-link', { id: added.id, verb: 'create' }));
    return added;
  }

  list(articleId: number, now: UtcSeconds, { limit, offset }: Page): Promise<PreviewLink[]> {
    return this.links.find({
      where: { articleId, expiresTs: MoreThan(now) },
      order: { id: 'DESC' },
      take: limit,
      skip: offset,
    });
  }

  async remove(articleId: number, id: number): Promise<boolean> {
    const { affected } = await this.links.delete({ articleId, id });
    if (affected !== 1) return false;
    await this.events.publish(new Written('preview-link', { id, verb: 'revoke' }));
    return true;
  }

  async removeEnded(articleId: number, now: UtcSeconds): Promise<void> {
    await this.links.delete({ articleId, expiresTs: LessThanOrEqual(now) });
  }

  async articleOf(hash: string, now: UtcSeconds): Promise<number | null> {
    const link = await this.links.findOneBy({ hash, expiresTs: MoreThan(now) });
    return link?.articleId ?? null;
  }
}
