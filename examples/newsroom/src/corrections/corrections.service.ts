import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Clock, UnitOfWork } from 'content-publishing-service';
import { In, Repository } from 'typeorm';
import { Correction } from './correction.entity.js';

/** Corrections of posts. */
@Injectable()
export class CorrectionsService {
  constructor(
    @InjectRepository(Correction) private readonly corrections: Repository<Correction>,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  add(articleId: number, text: string): Promise<Correction> {
    return this.unitOfWork.run(() =>
      this.corrections.save(this.corrections.create({ articleId, text, createdTs: this.clock.now() })),
    );
  }

  /** Corrections of each post, the oldest first. */
  async of(articleIds: readonly number[]): Promise<Map<number, Correction[]>> {
    const found = await this.corrections.find({
      where: { articleId: In([...articleIds]) },
      order: { id: 'ASC' },
    });
    return Map.groupBy(found, ({ articleId }) => articleId);
  }
}
