import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { NotFoundError } from '../../../kernel/errors.js';
import type { Page } from '../../../kernel/page.js';
import { Database } from '../../../platform/database/database.js';
import { VersionedRows } from '../../../platform/database/versioned-rows.js';
import { ChangeLog } from '../../changes/change-log.js';
import { MediaDocument } from '../domain/document.entity.js';
import { DocumentsRepository } from '../domain/documents.repository.js';

/** Names of columns that differ for clients. */
const FIELDS = { hash: 'file', size: 'file' };

@Injectable()
export class TypeormDocumentsRepository extends DocumentsRepository {
  private readonly rows: VersionedRows<MediaDocument>;

  constructor(
    private readonly database: Database,
    private readonly changes: ChangeLog,
  ) {
    super();
    this.rows = new VersionedRows(database, MediaDocument, FIELDS, (change) =>
      changes.note('document', change.id, change),
    );
  }

  async getById(id: number): Promise<MediaDocument> {
    const document = await this.database.manager.findOneBy(MediaDocument, { id });
    if (!document) throw new NotFoundError('document-not-found', `There is no document ${id}.`);
    return document;
  }

  async getForUpdate(id: number): Promise<MediaDocument> {
    await this.database.rows(`SELECT id FROM documents WHERE id = ?${this.database.forUpdate}`, [id]);
    return this.rows.loaded(await this.getById(id));
  }

  mustMatch(document: MediaDocument, versions: readonly number[] | undefined): Promise<void> {
    return this.changes.mustMatch('document', document, versions);
  }

  findByIds(ids: readonly number[]): Promise<MediaDocument[]> {
    return this.database.manager.findBy(MediaDocument, { id: In([...ids]) });
  }

  list({ offset, limit }: Page): Promise<MediaDocument[]> {
    if (limit === 0) return Promise.resolve([]);
    return this.database.manager.find(MediaDocument, { order: { id: 'DESC' }, skip: offset, take: limit });
  }

  add(document: MediaDocument): Promise<MediaDocument> {
    return this.rows.add(document);
  }

  save(document: MediaDocument): Promise<MediaDocument> {
    return this.rows.save(document);
  }

  async remove(document: MediaDocument): Promise<void> {
    await this.database.manager.remove(document);
  }
}
