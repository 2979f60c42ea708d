import type { Readers } from '../../changes/domain/audience.js';
import type { Page, Total } from '../../../kernel/page.js';
import type { MediaDocument } from './document.entity.js';

/** Stores what is known of documents; their bytes are in the storage. */
export abstract class DocumentsRepository {
  /** @throws NotFoundError */
  abstract getById(id: number): Promise<MediaDocument>;
  /** Loads the document and locks it until the transaction ends. @throws NotFoundError */
  abstract getForUpdate(id: number): Promise<MediaDocument>;
  /** @throws ChangedError when it is at none of the versions */
  abstract mustMatch(document: MediaDocument, versions: readonly number[] | undefined): Promise<void>;
  abstract findByIds(ids: readonly number[]): Promise<MediaDocument[]>;
  /** Newest first. */
  abstract list(page: Page): Promise<MediaDocument[]>;
  abstract total(): Promise<Total>;
  abstract add(document: MediaDocument): Promise<MediaDocument>;
  abstract save(document: MediaDocument): Promise<MediaDocument>;
  /** @param readers who saw it, for the change that is told */
  abstract remove(document: MediaDocument, readers: Readers): Promise<void>;
}
