import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, type Repository } from 'typeorm';
import { mustExist } from '../../../kernel/errors.js';
import type { Page, Total } from '../../../kernel/page.js';
import { Database } from '../../../platform/database/database.js';
import { countUpTo, upToMost } from '../../../platform/database/rows/count-up-to.js';
import { deletionOf, VersionedRows } from '../../../platform/database/rows/versioned-rows.js';
import { raw } from '../../../platform/database/sql.js';
import { ChangeLog } from '../../changes/change-log.js';
import type { Readers } from '../../changes/domain/audience.js';
import { MediaDocument } from '../domain/document.entity.js';
import { DocumentsRepository } from '../domain/documents.repository.js';

/** Names of columns that differ for clients. */
const FIELDS = { hash: 'file', size: 'file' };

@Injectable()
export class SqlDocumentsRepository extends DocumentsRepository {
  private readonly versioned: VersionedRows<MediaDocument>;

  constructor(
    @InjectRepository(MediaDocument) private readonly documents: Repository<MediaDocument>,
    private readonly database: Database,
    private readonly changes: ChangeLog,
  ) {
    super();
    this.versioned = new VersionedRows(database, MediaDocument, FIELDS, (change) =>
      changes.note('document', change),
    );
  }

  async getById(id: number): Promise<MediaDocument> {
    return mustExist('document', id, await this.documents.findOneBy({ id }));
  }

  async getForUpdate(id: number): Promise<MediaDocument> {
    await this.versioned.lock(id);
    return this.versioned.loaded(await this.getById(id));
  }

  mustMatch(document: MediaDocument, versions: readonly number[] | undefined): Promise<void> {
    return this.changes.mustMatch(
      'document',
      document,
      { at: document.createdTs, authorId: document.uploadedBy },
      versions,
    );
  }

  findByIds(ids: readonly number[]): Promise<MediaDocument[]> {
    return this.documents.findBy({ id: In([...ids]) });
  }

  list({ offset, limit, after }: Page): Promise<MediaDocument[]> {
    if (limit === 0) return Promise.resolve([]);
    const where = after ? { id: LessThan(after.id) } : {};
    return this.documents.find({ where, order: { id: 'DESC' }, skip: offset, take: limit });
  }

  total(): Promise<Total> {
    return countUpTo(this.database, upToMost(raw('SELECT id FROM documents')));
  }

  add(document: MediaDocument): Promise<MediaDocument> {
    return this.versioned.add(document);
  }

  save(document: MediaDocument): Promise<MediaDocument> {
    return this.versioned.save(document);
  }

  async remove(document: MediaDocument, readers: Readers): Promise<void> {
    const audience = { before: readers, after: null };
    await this.changes.note('document', { ...deletionOf(document), audience });
    await this.documents.remove(document);
  }
}
