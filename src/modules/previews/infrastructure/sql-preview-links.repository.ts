import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, MoreThan, type Repository } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page } from '../../../kernel/page.js';
import { PreviewLink } from '../domain/preview-link.entity.js';
import { PreviewLinksRepository } from '../domain/preview-links.repository.js';

@Injectable()
export class SqlPreviewLinksRepository extends PreviewLinksRepository {
  constructor(@InjectRepository(PreviewLink) private readonly links: Repository<PreviewLink>) {
    super();
  }

  add(link: Omit<PreviewLink, 'id'>): Promise<PreviewLink> {
    return this.links.save(this.links.create(link));
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
    return affected === 1;
  }

  async removeEnded(articleId: number, now: UtcSeconds): Promise<void> {
    await this.links.delete({ articleId, expiresTs: LessThanOrEqual(now) });
  }

  async articleOf(hash: string, now: UtcSeconds): Promise<number | null> {
    const link = await this.links.findOneBy({ hash, expiresTs: MoreThan(now) });
    return link?.articleId ?? null;
  }
}
