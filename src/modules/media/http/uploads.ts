import { rm } from 'node:fs/promises';
import {
  applyDecorators,
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  SetMetadata,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiConsumes, ApiProperty, type ApiResponseNoStatusOptions, getSchemaPath } from '@nestjs/swagger';
import express, { type Request, type RequestHandler, type Response } from 'express';
import multer, { MulterError, type StorageEngine } from 'multer';
import { finalize, type Observable } from 'rxjs';
import { DomainError, InvalidError, TooLargeError } from '../../../kernel/errors.js';
import { fileFailure } from '../../../kernel/file-failure.js';
import type { ChainedInterceptor } from '../../../platform/http/interceptors/interceptor-chain.js';
import { AcceptsForms, FORM_TYPES, runMiddleware } from '../../../platform/http/request/forms.js';
import { MediaSettings } from '../media.settings.js';
import { TempFiles } from '../../storage/temp-files.js';
import { receive, type ReceivedFile } from '../received-file.js';

type UploadRequest = Request & { receivedFiles?: ReceivedFile[]; temporaryPaths?: string[] };

const UPLOADS = 'media:uploads';

/** The part that holds files; every other part is a text, whether it has a file name or not. */
const FILE_PART = 'file';
const MAX_TEXT_BYTES = 64 * 1024;
const MAX_PARTS = 100;
const MAX_NAME_BYTES = 200;
/**
 * Fields like `a[b][0]` are objects and lists, as in JSON: ignored where
 * unknown, refused where a text belongs.
 */
const MAX_NESTING = 8;
/**
 * The parser walks over the gaps of a list when it turns out to be an object: `a[4000000000]`, then `a[b]`.
 */
const MAX_INDEX = 1000;

/**
 * Reads forms of routes that take files: files stream to temporary places, where they stay until the request
 * is answered; texts become the body, as if they had come as JSON.
 */
@Injectable()
export class UploadInterceptor implements ChainedInterceptor {
  private readonly readMultipart: RequestHandler;
  private readonly readUrlEncoded: RequestHandler;

  constructor(
    private readonly settings: MediaSettings,
    private readonly reflector: Reflector,
    tempFiles: TempFiles,
  ) {
    const { maxUploadBytes } = settings;
    this.readMultipart = multer({
      storage: new UploadStorage(tempFiles, settings.maxUploadFiles),
      limits: {
        fileSize: maxUploadBytes,
        fieldSize: MAX_TEXT_BYTES,
        fieldNameSize: MAX_NAME_BYTES,
        parts: MAX_PARTS,
        fieldNestingDepth: MAX_NESTING,
        fieldArrayIndexLimit: MAX_INDEX,
      },
      // A name that looks like a path is refused, not cut; names are UTF-8, as browsers send them.
      preservePath: true,
      defParamCharset: 'utf8',
    }).any();
    this.readUrlEncoded = express.urlencoded({ extended: false, limit: MAX_TEXT_BYTES });
  }

  concerns(context: ExecutionContext): boolean {
    return this.reflector.get<boolean | undefined>(UPLOADS, context.getHandler()) === true;
  }

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<UploadRequest>();
    request.temporaryPaths = [];
    try {
      await this.readForm(request, http.getResponse<Response>());
    } catch (error) {
      await removeAll(request);
      throw this.explain(error as Error);
    }
    return next.handle().pipe(finalize(() => void removeAll(request)));
  }

  private async readForm(request: UploadRequest, response: Response): Promise<void> {
    const form = request.is(FORM_TYPES);
    if (form === false || form === null) return;
    await runMiddleware(form === FORM_TYPES[0] ? this.readMultipart : this.readUrlEncoded, request, response);
    const files = request.files as unknown as readonly { received?: ReceivedFile }[] | undefined;
    request.receivedFiles = (files ?? []).flatMap(({ received }) => received ?? []);
    request.body = { ...(request.body as object) };
  }

  private explain(error: Error): Error {
    if (error instanceof DomainError || fileFailure(error)) return error;
    const { maxUploadBytes } = this.settings;
    if (error instanceof MulterError) {
      if (error.code === 'LIMIT_FILE_SIZE')
        return new TooLargeError('file-too-large', `A file exceeds the limit of ${maxUploadBytes} bytes.`);
      if (error.code === 'LIMIT_FIELD_VALUE') return textTooLarge(error.field ?? '');
      return new InvalidError('malformed-form', `The form cannot be read: ${error.message}.`);
    }
    const { status } = error as { status?: number };
    if (status === 413) return textTooLarge('form');
    // Errors of the parser: a body that ends early, a part without a name.
    return new InvalidError('malformed-form', `The form cannot be read: ${error.message}.`);
  }
}

/**
 * The route takes files in parts named `file`.
 * @param others media types by which it also takes what is no file
 */
export const Uploads = (...others: string[]) =>
  applyDecorators(AcceptsForms(), SetMetadata(UPLOADS, true), ApiConsumes('multipart/form-data', ...others));

/** The files of the request, in the order in which they were sent. */
export const ReceivedFiles = createParamDecorator(
  (_data: unknown, context: ExecutionContext): readonly ReceivedFile[] =>
    context.switchToHttp().getRequest<UploadRequest>().receivedFiles ?? [],
);

/** Storage engine of multer: writes files to temporary places and reads other parts as texts. */
export class UploadStorage implements StorageEngine {
  constructor(
    private readonly tempFiles: TempFiles,
    private readonly maxFiles: number,
  ) {}

  _handleFile(
    request: UploadRequest,
    file: Express.Multer.File,
    done: (error?: unknown, info?: Partial<Express.Multer.File>) => void,
  ): void {
    const work = file.fieldname === FILE_PART ? this.keep(request, file) : readText(request, file);
    work.then((info) => {
      done(null, info);
    }, done);
  }

  /**
   * All files of a request are removed together when it ends; multer asks for
   * those that were written later still.
   */
  _removeFile(
    _request: Request,
    { path }: Partial<Express.Multer.File>,
    done: (error: Error | null) => void,
  ): void {
    if (path === undefined) done(null);
    else
      rm(path, { force: true }).then(() => {
        done(null);
      }, done);
  }

  private async keep(request: UploadRequest, { stream, originalname }: Express.Multer.File) {
    const paths = (request.temporaryPaths ??= []);
    if (paths.length >= this.maxFiles) {
      stream.resume();
      throw new InvalidError('too-many-files', `A request can hold ${this.maxFiles} files.`);
    }
    const path = this.tempFiles.path();
    paths.push(path);
    const received = await receive(stream, originalname, path);
    return { received, path, size: received.size };
  }
}

async function readText(request: UploadRequest, { stream, fieldname }: Express.Multer.File): Promise<object> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_TEXT_BYTES) throw textTooLarge(fieldname);
    chunks.push(chunk);
  }
  (request.body as Record<string, string>)[fieldname] = Buffer.concat(chunks).toString('utf8');
  return {};
}

const textTooLarge = (field: string) =>
  new TooLargeError('field-too-large', `The text of ${field} exceeds the limit of ${MAX_TEXT_BYTES} bytes.`);

/** A file that cannot be removed is swept later. */
async function removeAll({ temporaryPaths = [] }: UploadRequest): Promise<void> {
  await Promise.allSettled(temporaryPaths.splice(0).map((path) => rm(path, { force: true })));
}

/** Documents the parts that hold files. */
export const FilesProperty = () =>
  ApiProperty({
    name: FILE_PART,
    type: 'array',
    items: { type: 'string', format: 'binary' },
    required: false,
    description: 'in multipart/form-data only',
  });

/** An object for one file, an array for several. */
export function oneOrSeveral(type: new () => unknown): ApiResponseNoStatusOptions {
  const $ref = getSchemaPath(type);
  return { schema: { oneOf: [{ $ref }, { type: 'array', items: { $ref } }] } };
}
