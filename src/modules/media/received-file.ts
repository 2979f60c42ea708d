import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extname } from 'node:path';
import { FairYield } from '../../platform/concurrency/fair-yield.js';
import { InvalidError, UnsupportedMediaTypeError } from '../../kernel/errors.js';

/** A file that has come in, whole, in a temporary place; whoever received it removes it. */
export interface ReceivedFile {
  /** Name that the client sent; empty without one. */
  readonly name: string;
  /** A name without extension, for a file of whose name the extension says nothing. */
  readonly title?: string;
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** SHA-256, hex. */
  readonly hash: string;
}

/**
 * Bytes that may wait for the disk. While one write goes on, the network brings
 * the next ones, which are then written together: so the two wait for each
 * other seldom, and a waiting process takes milliseconds to wake up.
 */
const WAITING_BYTES = 1024 * 1024;
const MAX_NAME_LENGTH = 255;
const NO_NAME = /[/\\\p{Cc}\p{Zl}\p{Zp}]|^\.{1,2}$|\.\.(?:[/\\]|$)/u;

const turns = new FairYield();

/** Writes a stream to a new file, which is removed again when the stream fails. */
export async function receive(stream: Readable, name: string, path: string): Promise<ReceivedFile> {
  const hash = createHash('sha256');
  let size = 0;
  try {
    await turns.share((nextTurn) => {
      const measure = async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          size += chunk.length;
          yield chunk;
          await nextTurn();
        }
      };
      const file = createWriteStream(path, { flags: 'wx', highWaterMark: WAITING_BYTES });
      return pipeline(stream, measure, file);
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  // It has to be on the disk before anything refers to it; what looks into it need not wait for that.
  void sync(path);
  return { name, path, size, hash: hash.digest('hex') };
}

/** Storage makes sure of it later; what fails here fails there, too. */
async function sync(path: string): Promise<void> {
  try {
    const file = await open(path);
    await file.datasync().finally(() => file.close());
  } catch {
    return;
  }
}

/** A name that could lead somewhere else is no name of a file. @throws InvalidError */
export function checkName(name: string, field: string): void {
  if (name.length > MAX_NAME_LENGTH)
    throw InvalidError.field(
      field,
      `the name of a file must not be longer than ${MAX_NAME_LENGTH} characters`,
    );
  if (NO_NAME.test(name))
    throw InvalidError.field(field, 'the name of a file must not hold slashes, control characters or ".."');
}

/** `jpg` of `Photo.JPG`; empty when there is none. */
export function extensionOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

/** @throws UnsupportedMediaTypeError when the name says something else than the content */
export function mustMatchExtension(name: string, content: string, extensions: readonly string[]): void {
  const extension = extensionOf(name);
  if (extension === '' || extensions.includes(extension)) return;
  throw new UnsupportedMediaTypeError(
    'file-extension',
    `The content of the file is ${content}, but its name ends with .${extension}.`,
  );
}
