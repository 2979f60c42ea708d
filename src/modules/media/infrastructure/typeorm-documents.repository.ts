import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { NotFoundError } from '../../../kernel/errors.js';
import type { Page } from '../../../kernel/page.js';
import { Database } from '../../../platform/database/database.js';
import { MediaDocument } from '../domain/document.entity.js';
import { DocumentsRepository } from '../domain/documents.repository.js';

@Injectable()
export class TypeormDocumentsRepository extends DocumentsRepository {
  constructor(private readonly database: Database) {
    super();
  }

  async getById(id: number): Promise<MediaDocument> {
    const document = await this.database.manager.findOneBy(MediaDocument, { id });
    if (!document) throw new NotFoundError('document-not-found', `There is no document ${id}.`);
    return document;
  }

  async getForUpdate(id: number): Promise<MediaDocument> {
    await this.database.rows(`SELECT id FROM documents WHERE id = ?${this.database.forUpdate}`, [id]);
    return this.getById(id);
  }

  findByIds(ids: readonly number[]): Promise<MediaDocument[]> {
    return this.database.manager.findBy(MediaDocument, { id: In([...ids]) });
  }

  list({ offset, limit }: Page): Promise<MediaDocument[]> {
    if (limit === 0) return Promise.resolve([]);
    return this.database.manager.find(MediaDocument, { order: { id: 'DESC' }, skip: offset, take: limit });
  }

  save(document: MediaDocument): Promise<MediaDocument> {
    return this.database.manager.save(document);
  }

  async remove(document: MediaDocument): Promise<void> {
    await this.database.manager.remove(document);
  }
}
