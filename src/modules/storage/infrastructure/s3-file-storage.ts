import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  paginateListObjectsV2,
  type S3Client,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { InsufficientStorageError, NotFoundError, OverloadedError } from '../../../kernel/errors.js';
import { MEGABYTE } from '../../../kernel/units.js';
import type { S3Location } from '../../../platform/config/storage-location.js';
import { Semaphore } from '../../../platform/concurrency/semaphore.js';
import { type ByteRange, FileStorage, isKey, mustBeKey, mustBePrefix, mustBeRange } from '../file-storage.js';
import type { TempFiles } from '../temp-files.js';
import { probeStorage } from './storage-probe.js';
import { isAbsent, isFull, isOutOfRange, isUnavailable, openClient } from './s3-client.js';

/** Parts are in memory while they are sent: with the one that is being read, some 27 MB an upload. */
const PART_BYTES = 8 * MEGABYTE;
const PARTS_AT_A_TIME = 2;
const UPLOADS_AT_A_TIME = 2;
const MAX_WAITING_UPLOADS = 100;
/** Timeout of one attempt of a request without a file; there are three. */
const SHORT = { requestTimeout: 10_000 };
const RETRY_AFTER_S = 5;

/** A bucket of S3, or of a server that speaks its protocol. */
export class S3FileStorage extends FileStorage implements OnApplicationShutdown {
  private readonly logger = new Logger(S3FileStorage.name);
  private readonly uploads = new Semaphore({
    permits: UPLOADS_AT_A_TIME,
    waiting: MAX_WAITING_UPLOADS,
    refusal: () =>
      new OverloadedError('storage-busy', 'Too many files wait to be stored; try again in a moment.'),
  });

  private constructor(
    private readonly client: S3Client,
    private readonly location: S3Location,
    private readonly tempFiles: TempFiles,
  ) {
    super();
  }

  /**
   * @throws Error when no region is known; whether the bucket can be reached is another question, see ping()
   */
  static async open(location: S3Location, tempFiles: TempFiles): Promise<S3FileStorage> {
    return new S3FileStorage(await openClient(location), location, tempFiles);
  }

  async put(key: string, localPath: string, contentType: string): Promise<void> {
    const { size } = await stat(localPath);
    if ((await this.size(key)) === size) return;
    await this.uploads.run(() =>
      this.attempt(async () => {
        const body = createReadStream(localPath, { highWaterMark: MEGABYTE });
        try {
          await new Upload({
            client: this.client,
            params: { ...this.object(key), Body: body, ContentType: contentType },
            partSize: PART_BYTES,
            queueSize: PARTS_AT_A_TIME,
          }).done();
        } finally {
          body.destroy();
        }
      }),
    );
  }

  async size(key: string): Promise<number | null> {
    const object = this.object(key);
    return this.attempt(async () => {
      try {
        const { ContentLength } = await this.client.send(new HeadObjectCommand(object), SHORT);
        return ContentLength ?? 0;
      } catch (error) {
        if (isAbsent(error)) return null;
        throw error;
      }
    });
  }

  async open(key: string, range?: ByteRange): Promise<Readable> {
    if (range) mustBeRange(range);
    const object = { ...this.object(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) };
    return this.attempt(async () => {
      try {
        const { Body, ContentRange = '' } = await this.client.send(new GetObjectCommand(object), SHORT);
        const body = Body as Readable;
        if (range && !answers(ContentRange, range)) {
          body.destroy();
          throw new Error(`The storage has sent other bytes than ${object.Range ?? ''}: ${ContentRange}`);
        }
        return body;
      } catch (error) {
        if (isAbsent(error)) throw new NotFoundError('file-not-found', `There is no file ${key}.`);
        if (isOutOfRange(error))
          throw new RangeError(`${key} has no byte ${range?.start ?? 0}.`, { cause: error });
        throw error;
      }
    });
  }

  async withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T> {
    const path = this.tempFiles.path();
    try {
      const content = await this.open(key);
      await this.attempt(() => pipeline(content, createWriteStream(path, { flags: 'wx' })));
      return await work(path);
    } finally {
      await rm(path, { force: true });
    }
  }

  async remove(key: string): Promise<void> {
    const object = this.object(key);
    await this.attempt(() => this.client.send(new DeleteObjectCommand(object), SHORT));
  }

  async removeAll(prefix: string): Promise<void> {
    for await (const names of this.pages(prefix)) {
      if (names.length === 0) continue;
      const { Errors: [fault] = [] } = await this.attempt(() =>
        this.client.send(
          new DeleteObjectsCommand({
            Bucket: this.location.bucket,
            Delete: { Objects: names.map((Key) => ({ Key })), Quiet: true },
          }),
          SHORT,
        ),
      );
      if (fault)
        throw new Error(`${fault.Key ?? ''} could not be removed: ${fault.Code ?? fault.Message ?? ''}`);
    }
  }

  async *list(prefix: string): AsyncIterable<string> {
    for await (const names of this.pages(prefix)) {
      yield* names.map((name) => name.slice(this.location.prefix.length)).filter(isKey);
    }
  }

  async check(): Promise<string> {
    const { bucket, prefix, endpoint } = this.location;
    // First of all: other than the answers to HEAD, this one says what is wrong.
    await this.client.send(new ListObjectsV2Command({ Bucket: bucket, Prefix: prefix, MaxKeys: 1 }), SHORT);
    await probeStorage(this, this.tempFiles);
    return `files in s3://${bucket}/${prefix}${endpoint === undefined ? '' : ` at ${endpoint}`}`;
  }

  async ping(): Promise<void> {
    await this.client.send(new HeadBucketCommand({ Bucket: this.location.bucket }), SHORT);
  }

  onApplicationShutdown(): void {
    this.client.destroy();
  }

  /** Names of objects, a thousand at a time. */
  private async *pages(prefix: string): AsyncIterable<string[]> {
    mustBePrefix(prefix);
    const { bucket: Bucket } = this.location;
    const Prefix = `${this.location.prefix}${prefix}`;
    const pages = paginateListObjectsV2({ client: this.client }, { Bucket, Prefix }, SHORT);
    for (;;) {
      const page = await this.attempt(() => pages.next());
      if (page.done) return;
      yield (page.value.Contents ?? []).flatMap(({ Key }) => Key ?? []);
    }
  }

  private object(key: string): { Bucket: string; Key: string } {
    mustBeKey(key);
    return { Bucket: this.location.bucket, Key: `${this.location.prefix}${key}` };
  }

  /** @throws InsufficientStorageError; OverloadedError when the storage is away or has too much to do */
  private async attempt<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isFull(error))
        throw new InsufficientStorageError('insufficient-storage', 'The storage of files has no room left.');
      if (!isUnavailable(error)) throw error;
      this.logger.warn({ err: error }, 'The storage does not answer');
      const message = 'The storage of files cannot be reached.';
      throw new OverloadedError('storage-unreachable', message, RETRY_AFTER_S);
    }
  }
}

/** Some servers and proxies do not know ranges, or not all. */
function answers(contentRange: string, { start, end }: ByteRange): boolean {
  const [first, last, size] = (contentRange.match(/\d+/g) ?? []).map(Number);
  return first === start && size !== undefined && last === Math.min(end, size - 1);
}
