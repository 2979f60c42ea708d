import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { isKnownToClient } from './entity-tag.js';

/** Policy of uploaded files: opened by themselves, they run nothing and have no origin. */
export const MEDIA_SECURITY_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/** Cache-Control of what its URL names for ever: another content has another URL. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A file as a route answers with it. */
export interface FileAnswer {
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** Changes with the bytes; becomes the entity tag. */
  readonly version: string;
  readonly cacheControl: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The whole file, where it is in memory. */
  readonly content?: Buffer | null;
  /** Reads a file that is not in memory. @param range both ends included */
  open(range?: { readonly start: number; readonly end: number }): Promise<Readable>;
}

/** Documents what {@link sendFile} answers. @param description of the file */
export const ApiFile = (description: string) =>
  applyDecorators(
    ApiResponse({ status: 200, description }),
    ApiResponse({ status: 206, description: 'The part that Range asks for' }),
    ApiResponse({ status: 304, description: 'The client has it already (If-None-Match)' }),
    ApiResponse({ status: 416, description: 'Range asks for what is beyond the end' }),
  );

/** Sends a file, a part of it (RFC 9110, 14), or that the client has it already. */
export async function sendFile(request: Request, response: Response, file: FileAnswer): Promise<void> {
  const tag = `"${file.version}"`;
  const headers = {
    ...file.headers,
    'Content-Type': file.contentType,
    'Cache-Control': file.cacheControl,
    ETag: tag,
    'Accept-Ranges': 'bytes',
    'Content-Security-Policy': MEDIA_SECURITY_POLICY,
    // Pictures and documents are there to be shown on the sites of others, too.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  };
  // Express would declare every text to be UTF-8.
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (isKnownToClient(request, tag)) {
    response.status(304).end();
    return;
  }
  const range = rangeOf(request, file.size, tag);
  if (range === 'unsatisfiable') {
    response.status(416).set('Content-Range', `bytes */${file.size}`).removeHeader('Cache-Control');
    response.end();
    return;
  }
  const { start, end } = range ?? { start: 0, end: file.size - 1 };
  if (range) response.status(206).set('Content-Range', `bytes ${start}-${end}/${file.size}`);
  response.set('Content-Length', String(end - start + 1));
  if (request.method === 'HEAD') response.end();
  else if (file.content) response.end(file.content.subarray(start, end + 1));
  else await pipe(await opened(file, range, response), request, response);
}

/** Headers of the file do not apply to the failure to read it. */
async function opened(file: FileAnswer, range: Parameters<FileAnswer['open']>[0], response: Response) {
  try {
    return await file.open(range);
  } catch (error) {
    for (const name of ['Cache-Control', 'ETag', 'Accept-Ranges', 'Content-Length', 'Content-Range'])
      response.removeHeader(name);
    throw error;
  }
}

/** A single range; several, and one that ends before it begins, are ignored (RFC 9110, 14.1.1 and 14.2). */
function rangeOf(request: Request, size: number, tag: string) {
  const condition = request.headers['if-range'];
  if (request.headers.range === undefined || (condition !== undefined && condition !== tag)) return undefined;
  const [, first, last] = /^bytes=(\d*)-(\d+)$/.exec(request.headers.range) ?? [];
  if (first === '' && Number(last) >= size && size > 0) return { start: 0, end: size - 1 };
  if (first !== '' && Number(last) < Number(first)) return undefined;
  const ranges = request.range(size, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (!Array.isArray(ranges) || ranges.type !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** @throws the error of a file that cannot be read to its end; a reader who goes away is no failure */
async function pipe(stream: Readable, { socket }: Request, response: Response): Promise<void> {
  let failure: Error | undefined;
  // Heard before the pipeline, which destroys the response then, and the file when the reader goes away.
  stream.once('error', (error) => {
    if (!socket.destroyed) failure = error;
  });
  // A response that waits behind others on its connection is not told that the connection is gone.
  const giveUp = (): void => {
    stream.destroy();
  };
  if (socket.destroyed) giveUp();
  socket.setMaxListeners(0).once('close', giveUp);
  try {
    await pipeline(stream, response);
  } catch {
    response.destroy();
    if (failure) throw failure;
  } finally {
    socket.removeListener('close', giveUp);
  }
}
