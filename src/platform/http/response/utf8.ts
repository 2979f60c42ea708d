import { transcode } from 'node:buffer';
import type { Express, Response } from 'express';

/** Characters from which the other way pays, and up to which the copy that it takes is small. */
const LONG = 4000;
const HUGE = 4_000_000;
/** V8 keeps a text without such characters in a byte for each, and knows that there is none in it. */
const WIDE = /[\u0100-\uffff]/;

const CHARSET = /;\s*charset\s*=[^;]*/i;

/**
 * The bytes of a text. Of one with dashes or curly quotes in a third of the time that `Buffer.from` takes,
 * which looks at one character after the other.
 */
export function utf8(text: string): Buffer {
  if (text.length < LONG || text.length > HUGE || !WIDE.test(text)) return Buffer.from(text);
  try {
    return transcode(Buffer.from(text, 'utf16le'), 'utf16le', 'utf8');
  } catch {
    // Half of a surrogate pair, for which there is U+FFFD.
    return Buffer.from(text);
  }
}

/** The bytes of the body of a response, whose media type tells that they are UTF-8. */
export function bodyOf(response: Response, text: string): Buffer {
  const type = (response.get('Content-Type') ?? 'text/html').replace(CHARSET, '');
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  return utf8(text);
}

/** Encodes the bodies of all responses so: the API of Express is made to be overridden. */
export function encodeBodies(app: Express): void {
  const prototype = app.response as Response;
  const { send } = prototype;
  prototype.send = function (this: Response, body: unknown) {
    return send.call(this, typeof body === 'string' && body.length >= LONG ? bodyOf(this, body) : body);
  };
}
