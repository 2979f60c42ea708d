import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../../kernel/clock.js';
import {
  DomainError,
  InvalidError,
  NotFoundError,
  UnsupportedMediaTypeError,
} from '../../../kernel/errors.js';
import { byId, type PagedList } from '../../../kernel/page.js';
import { slugify } from '../../../kernel/slug.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Actor } from '../../auth/domain/actor.js';
import { type NewFile, BlobStore } from '../../storage/blob-store.js';
import { DocumentInspector } from './document-inspector.js';
import {
  DOCUMENT_TYPES,
  type DocumentType,
  isDocumentType,
  MediaDocument,
  newDocumentSecret,
} from '../domain/document.entity.js';
import { DocumentsRepository } from '../domain/documents.repository.js';
import { isEqual } from '../signing/constant-time.js';
import { MediaAccess } from '../references/media-access.js';
import { checkName, extensionOf, type ReceivedFile } from '../received-file.js';

interface InspectedDocument {
  readonly file: ReceivedFile;
  readonly type: DocumentType;
}

const MAX_SLUG = 100;

/** Takes, replaces, finds and removes documents. */
@Injectable()
export class DocumentsService {
  constructor(
    private readonly documents: DocumentsRepository,
    private readonly blobs: BlobStore,
    private readonly inspector: DocumentInspector,
    private readonly access: MediaAccess,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * One document for each file, all of them or none.
   *
   * @throws InvalidError, UnsupportedMediaTypeError, UnprocessableError naming the file
   */
  async create(files: readonly ReceivedFile[], actor: Actor): Promise<MediaDocument[]> {
    if (files.length === 0) throw fileRequired();
    const inspected: InspectedDocument[] = [];
    for (const [index, file] of files.entries())
      inspected.push(await this.inspect(file, files.length === 1 ? 'file' : `file[${index}]`));
    return this.blobs.attach(inspected.map(toStore), async () => {
      const documents: MediaDocument[] = [];
      for (const found of inspected)
        documents.push(await this.documents.add(this.newDocument(found, actor.authorId)));
      return documents;
    });
  }

  /** The new content has the id and the URL of the former one. */
  async replace(
    id: number,
    files: readonly ReceivedFile[],
    actor: Actor,
    ifVersions?: readonly number[],
  ): Promise<MediaDocument> {
    const [file, ...more] = files;
    if (!file) throw fileRequired();
    if (more.length > 0) throw InvalidError.field('file', 'one document can be replaced in a request');
    const former = await this.documents.getById(id);
    await this.access.mustChange('document', former, actor);
    const { type } = former;
    const found = await this.inspect(file, 'file');
    if (found.type !== type)
      throw InvalidError.field(
        'file',
        `must be a ${type} file like the one before: its URL and its shortcodes say so`,
      );
    return this.blobs.attach([toStore(found)], async () => {
      const document = await this.documents.getForUpdate(id);
      await this.access.mustChange('document', document, actor);
      await this.documents.mustMatch(document, ifVersions);
      if (document.hash !== file.hash) await this.blobs.release(document.hash);
      Object.assign(document, { hash: file.hash, size: file.size, originalFilename: file.name });
      return this.documents.save(document);
    });
  }

  /** @throws NotFoundError also when the actor may not see it */
  async get(id: number, actor: Actor): Promise<MediaDocument> {
    const document = await this.documents.getById(id);
    await this.access.mustSee('document', document, actor);
    return document;
  }

  /**
   * The one that a URL stands for.
   *
   * @param secret part of the URL; null in URLs of former times, which lead to what everybody sees
   * @throws NotFoundError
   */
  async getByUrl(id: number, secret: string | null, filename: string): Promise<MediaDocument> {
    const document = await this.documents.getById(id);
    const isKnown =
      secret === null ? await this.access.isPublic('document', id) : isEqual(secret, document.urlSecret);
    if (isKnown && document.filename === filename) return document;
    throw new NotFoundError('document-not-found', `There is no document ${id}.`);
  }

  /** The documents that the actor may see, newest first. */
  list(actor: Actor): PagedList<MediaDocument> {
    return this.access.list('document', actor, {
      page: (page) => this.documents.list(page),
      byId: (ids) => this.byId(ids),
      total: () => this.documents.total(),
    });
  }

  /** Existing documents by id; in one statement, and in none when there is no id. */
  async byId(ids: Iterable<number | null>): Promise<ReadonlyMap<number, MediaDocument>> {
    const distinct = [...new Set(ids)].filter((id) => id !== null);
    if (distinct.length === 0) return new Map();
    return byId(await this.documents.findByIds(distinct));
  }

  /**
   * @param force removes it also when something shows it.
   * @throws ForbiddenError; ConflictError naming what shows it
   */
  async remove(id: number, force: boolean, actor: Actor, ifVersions?: readonly number[]): Promise<void> {
    await this.unitOfWork.run(async () => {
      const document = await this.documents.getForUpdate(id);
      await this.access.mustRemove('document', document, force, actor);
      await this.documents.mustMatch(document, ifVersions);
      await this.documents.remove(document, await this.access.readersOf('document', document));
      await this.blobs.release(document.hash);
    });
  }

  private async inspect(file: ReceivedFile, field: string): Promise<InspectedDocument> {
    checkName(file.name, field);
    const type = extensionOf(file.name);
    try {
      if (!isDocumentType(type)) {
        const known = Object.keys(DOCUMENT_TYPES).join(', ');
        throw new UnsupportedMediaTypeError('document-type', `The name must end with one of ${known}.`);
      }
      await this.inspector.inspect(file.path, type);
      return { file, type };
    } catch (error) {
      throw error instanceof DomainError ? error.at(field) : error;
    }
  }

  private newDocument(
    { file: { hash, size, name }, type }: InspectedDocument,
    uploadedBy: number,
  ): MediaDocument {
    const title = slugify(name.slice(0, -1 - type.length), MAX_SLUG) || 'document';
    return Object.assign(new MediaDocument(), {
      type,
      hash,
      size,
      uploadedBy,
      secret: newDocumentSecret(),
      shortcodeId: randomBytes(8).toString('hex').toUpperCase(),
      filename: `${title}.${type}`,
      originalFilename: name,
      createdTs: this.clock.now(),
    });
  }
}

const fileRequired = () => InvalidError.field('file', 'is required: send the file in a part named "file"');

const toStore = ({ file, type }: InspectedDocument): NewFile => ({
  ...file,
  contentType: DOCUMENT_TYPES[type],
});
