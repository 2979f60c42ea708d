import { extname } from 'node:path';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { OverloadedError, UnprocessableError, UnsupportedMediaTypeError } from '../../../../kernel/errors.js';
import { ThreadLimitError, ThreadPool } from '../../../../platform/concurrency/thread-pool.js';
import { DocumentInspector } from '../../documents/document-inspector.js';
import type { DocumentType } from '../../domain/document.entity.js';
import { BinaryFile } from '../containers/binary-file.js';
import { type CompoundType, readCompoundFile } from '../containers/cfb.js';
import type { JsonTask } from './json-check.worker.js';
import { isText } from './text-file.js';

/** Formats without a signature: another format's signature at their beginning means nothing. */
type TextType = 'csv' | 'json' | 'srt';

/** Names of the other types in the file-type library. */
const CONTENT: Readonly<Record<Exclude<DocumentType, TextType>, string>> = {
  doc: 'application/x-cfb',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  ppt: 'application/x-cfb',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xls: 'application/x-cfb',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

const ARROW = { single: Buffer.from('-->'), wide: Buffer.from('-->', 'utf16le') };
const PDF = { head: Buffer.from('%PDF-'), headBytes: 1024 };
const END_OF_PDF = Buffer.from('%%EOF');
const PDF_TAIL_BYTES = 2048;
const ZIP_HEAD = Buffer.from('PK');
const END_OF_ZIP = Buffer.from('PK\u0005\u0006');
const ZIP_END_BYTES = 22;
const MAX_ZIP_COMMENT = 65_535;
const JSON_LIMITS = { cpuMs: 20_000, elapsedMs: 60_000, waitingMs: 30_000 };
const JSON_POOL = {
  module: new URL(`./json-check.worker${extname(import.meta.url)}`, import.meta.url).href,
  threads: 1,
  waiting: 50,
  idleMs: 5_000,
  memory: { maxOldGenerationSizeMb: 256 },
};
const RETRY_AFTER_SECONDS = 2;

/** Looks at what files have inside, and at their ends. */
@Injectable()
export class FileDocumentInspector extends DocumentInspector implements BeforeApplicationShutdown {
  private readonly threads = new ThreadPool<JsonTask, string | null>(JSON_POOL);

  async inspect(path: string, type: DocumentType): Promise<void> {
    await BinaryFile.using(path, async (file) => {
      if (file.size === 0) throw damaged('The file is empty.');
      await mustBe(type, file, path);
      const fault = await this.faultOf(type, file, path);
      if (fault !== null) throw damaged(fault);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }

  private faultOf(type: DocumentType, file: BinaryFile, path: string): Promise<string | null> {
    switch (type) {
      case 'pdf':
        return pdfFault(file);
      case 'docx':
      case 'pptx':
      case 'xlsx':
      case 'zip':
        return zipFault(file);
      case 'doc':
      case 'ppt':
      case 'xls':
        return compoundFault(file, type);
      case 'json':
        return this.jsonFault(path);
      case 'srt':
        return subtitlesFault(file);
      case 'csv':
        return Promise.resolve(null);
    }
  }

  private async jsonFault(path: string): Promise<string | null> {
    try {
      const fault = await this.threads.run({ path }, { limits: JSON_LIMITS }).result;
      return fault === null ? null : `The file is not valid JSON: ${fault}.`;
    } catch (error) {
      if (!(error instanceof ThreadLimitError)) throw error;
      if (error.isOfTask) return 'The JSON is too large to be checked.';
      throw new OverloadedError(
        'inspection-busy',
        'Too many documents are being checked.',
        RETRY_AFTER_SECONDS,
      );
    }
  }
}

const damaged = (detail: string) => new UnprocessableError('document-damaged', detail);

async function mustBe(type: DocumentType, file: BinaryFile, path: string): Promise<void> {
  // Only what its parser accepts.
  if (type === 'json') return;
  const isTextType = type === 'csv' || type === 'srt';
  if (isTextType && !(await beginsAsPdf(file)) && (await isText(file))) return;
  const { fileTypeFromFile } = await import('file-type');
  const found = (await isPdf(file)) ? 'application/pdf' : (await fileTypeFromFile(path))?.mime;
  if (!isTextType && found === CONTENT[type]) return;
  // Formats that are archives under another name are archives, too.
  if (type === 'zip' && (await file.bytes(0, 2)).equals(ZIP_HEAD)) return;
  throw isOther(type, found);
}

/** Some are nothing but text. */
async function beginsAsPdf(file: BinaryFile): Promise<boolean> {
  return (await file.bytes(0, PDF.head.length)).equals(PDF.head);
}

function isOther(type: DocumentType, found: string | undefined): UnsupportedMediaTypeError {
  return new UnsupportedMediaTypeError(
    'document-type',
    `The name ends with .${type}, but the content is ${found ?? 'something else'}.`,
  );
}

/** Some programs write something else before it, which readers skip. */
async function isPdf(file: BinaryFile): Promise<boolean> {
  return (await file.bytes(0, PDF.headBytes)).includes(PDF.head);
}

async function compoundFault(file: BinaryFile, type: CompoundType): Promise<string | null> {
  const found = await readCompoundFile(file);
  if (found?.isComplete !== true) return 'The file is cut off.';
  if (!found.types.includes(type)) throw isOther(type, found.types[0]);
  return null;
}

async function pdfFault(file: BinaryFile): Promise<string | null> {
  const tail = await file.bytes(Math.max(0, file.size - PDF_TAIL_BYTES), PDF_TAIL_BYTES);
  return tail.includes(END_OF_PDF) ? null : 'The PDF is cut off.';
}

async function zipFault(file: BinaryFile): Promise<string | null> {
  const length = Math.min(file.size, ZIP_END_BYTES + MAX_ZIP_COMMENT);
  const tail = await file.bytes(file.size - length, length);
  const end = tail.lastIndexOf(END_OF_ZIP);
  if (end < 0 || tail.length - end < ZIP_END_BYTES) return 'The archive is cut off.';
  const [size, offset] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  const isLarge = size === 0xffffffff || offset === 0xffffffff;
  return isLarge || offset + size <= file.size - length + end ? null : 'The archive is damaged.';
}

async function subtitlesFault(file: BinaryFile): Promise<string | null> {
  const places = [await file.indexOf(ARROW.single, 0), await file.indexOf(ARROW.wide, 0)];
  return places.some((place) => place >= 0)
    ? null
    : 'The file has no subtitles: a line with --> says when one is shown.';
}
