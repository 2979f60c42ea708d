import { randomBytes } from 'node:crypto';
import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { CountColumn, IntegerColumn, KeyColumn, SecondsColumn } from '../../../platform/database/columns.js';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const POWERPOINT = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const EXCEL = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** The types that are taken, with their media types. Interface, chapter "Document". */
export const DOCUMENT_TYPES = {
  csv: 'text/csv',
  doc: WORD,
  docx: WORD,
  json: 'application/json',
  pdf: 'application/pdf',
  ppt: POWERPOINT,
  pptx: POWERPOINT,
  srt: 'text/plain',
  xls: EXCEL,
  xlsx: EXCEL,
  zip: 'application/zip',
} as const;

export type DocumentType = keyof typeof DOCUMENT_TYPES;

export const isDocumentType = (text: string): text is DocumentType => Object.hasOwn(DOCUMENT_TYPES, text);

/** A new {@link MediaDocument.secret}. */
export const newDocumentSecret = (): string => randomBytes(32).toString('hex');

/** A file for readers to download. */
@Entity('documents')
export class MediaDocument {
  @PrimaryGeneratedColumn()
  id!: number;

  /** Random; in the URL, so that it cannot be guessed. */
  @KeyColumn(32)
  shortcodeId!: string;

  @KeyColumn(10)
  type!: DocumentType;

  /** Name in the URL; never changes. */
  @KeyColumn(255)
  filename!: string;

  /** Name that the client sent. */
  @KeyColumn(255)
  originalFilename!: string;

  @Index('documents_by_hash')
  @ForeignKey('stored_files', { name: 'documents_hash', onDelete: 'NO ACTION' })
  @KeyColumn(64)
  hash!: string;

  /** Bytes. */
  @CountColumn()
  size!: number;

  /** The author who sent it; null where nobody knows. */
  @Index('documents_by_uploader')
  @IntegerColumn({ nullable: true })
  uploadedBy: number | null = null;

  /** Signs URLs of it. Never shown. */
  @KeyColumn(64, { default: '' })
  secret!: string;

  /** Grows by one with every change. */
  @IntegerColumn({ default: 1 })
  version = 1;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  /** The part of its URL that cannot be guessed. */
  get urlSecret(): string {
    return this.shortcodeId.toLowerCase();
  }
}
