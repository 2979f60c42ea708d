import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import express, { type NextFunction, type Request, type RequestHandler, type Response } from 'express';
import { InvalidError, TooLargeError, UnsupportedMediaTypeError } from '../../../kernel/errors.js';
import { FORM_TYPES } from './forms.js';

/** Deeper nesting than any document has, and less than JSON.stringify can walk. */
const MAX_DEPTH = 2000;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

/**
 * Reads JSON bodies up to `limit` bytes and leaves forms to the routes; a body of another kind is refused.
 */
export function jsonBody(limit: number): RequestHandler[] {
  const parse = express.json({ limit, strict: false, type: JSON_TYPES, verify });
  const parseJson: RequestHandler = (request, response, next) => {
    parse(request, response, (error?: unknown) => {
      next(error === undefined ? undefined : explain(error as ParserError, limit));
    });
  };
  return [refuseOtherMediaTypes, refuseLarge(limit), parseJson];
}

/** The parser would refuse it when all of it has come. */
function refuseLarge(limit: number): RequestHandler {
  return (request, _response, next) => {
    const isLarge = Number(request.headers['content-length']) > limit;
    if (isLarge && request.is(JSON_TYPES) !== false) throw tooLarge(limit);
    next();
  };
}

const tooLarge = (limit: number) =>
  new TooLargeError('body-too-large', `The request body exceeds the limit of ${limit} bytes.`);

/** Errors of body-parser. */
type ParserError = Error & { readonly status?: number; readonly type?: string };

function explain(error: ParserError, limit: number): Error {
  // The parser has made an error of HTTP of what `verify` threw, by which its code would be lost.
  if (error instanceof InvalidError) return new InvalidError(error.code, error.message);
  if (error instanceof UnsupportedMediaTypeError)
    return new UnsupportedMediaTypeError(error.code, error.message);
  switch (error.status) {
    case 413:
      return tooLarge(limit);
    case 415:
      return new UnsupportedMediaTypeError('media-type-not-supported', error.message);
    default:
      return error.type === 'entity.parse.failed'
        ? new InvalidError('malformed-json', `The request body is not valid JSON: ${error.message}.`)
        : new InvalidError('bad-request', error.message);
  }
}

const JSON_TYPES = ['application/json', 'application/*+json'];

function refuseOtherMediaTypes(request: Request, _response: Response, next: NextFunction): void {
  const hasBody =
    request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length']) > 0;
  if (!hasBody || request.is([...JSON_TYPES, ...FORM_TYPES]) !== false) {
    next();
    return;
  }
  const sent = request.headers['content-type'];
  throw new UnsupportedMediaTypeError(
    'media-type-not-supported',
    `The body must be application/json, ${sent === undefined ? 'but has no content-type' : `not ${sent}`}.`,
  );
}

/**
 * JSON is UTF-8 (RFC 8259, 8.1); text that is not would be changed silently.
 * Nesting without end would exhaust the stack; in UTF-8, its brackets are those
 * that the parser will see, and it has not yet taken memory for them.
 */
function verify(_request: IncomingMessage, _response: unknown, body: Buffer, encoding: string): void {
  if (encoding !== 'utf-8') {
    throw new UnsupportedMediaTypeError(
      'media-type-not-supported',
      `The body must be in UTF-8, not in ${encoding}.`,
    );
  }
  if (!isUtf8(body)) {
    throw new InvalidError('malformed-json', 'The request body is not valid UTF-8.');
  }
  if (isDeeperThan(body, MAX_DEPTH)) {
    throw new InvalidError(
      'nested-too-deeply',
      `The request body is nested deeper than ${MAX_DEPTH} levels.`,
    );
  }
}

export function isDeeperThan(json: Buffer, limit: number): boolean {
  let depth = 0;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index] ?? 0;
    if (byte === QUOTE) index = endOfString(json, index);
    else if (OPENING.has(byte)) {
      if (++depth > limit) return true;
    } else if (CLOSING.has(byte)) depth--;
  }
  return false;
}

/** Index of the quote that closes the string which begins at `start`. */
function endOfString(json: Buffer, start: number): number {
  for (let end = json.indexOf(QUOTE, start + 1); end >= 0; end = json.indexOf(QUOTE, end + 1)) {
    let backslashes = 0;
    while (json[end - 1 - backslashes] === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
  }
  return json.length;
}
