import { detect } from 'chardet';
import { readTag } from './markup/tags.ts';

/**
 * Bytes that are searched for a `<meta>` with the charset: browsers stop at 1024, some pages name it later.
 */
const PRESCANNED_BYTES = 8_192;
const SAMPLED_BYTES = 65_536;
/** More of the bytes that are no ASCII than this are not of the charset: then it is not the page's. */
const MAX_BROKEN = 0.1;
const FALLBACK = 'windows-1252';

/**
 * The text of a page, decoded as browsers do: by its byte order mark, the
 * header, a `<meta>`, or else by what the bytes look like. A charset that is
 * unknown, or that the bytes plainly are not of, is passed over. Never throws.
 *
 * @param contentType of the response, as it came
 */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  return decode(bytes, charsetOf(bytes, contentType));
}

/** The canonical name of the charset that {@link decodePage} takes. */
export function charsetOf(bytes: Uint8Array, contentType: string): string {
  const marked = charsetOfMark(bytes);
  if (marked) return marked;
  const sample = new Sample(bytes);
  const declared = canonical(charsetOfHeader(contentType));
  if (declared && sample.mayBe(declared)) return declared;
  const named = canonical(charsetOfHead(bytes.subarray(0, PRESCANNED_BYTES)));
  // The `<meta>` was read as ASCII, so it cannot be in UTF-16.
  const meta = named?.startsWith('utf-16') ? 'utf-8' : named;
  if (meta && sample.mayBe(meta)) return meta;
  return sample.sniff();
}

/** The start of a page, and what charsets it may be in. */
class Sample {
  private readonly bytes: Uint8Array;
  private readonly foreign: number;
  private readonly isUtf8: boolean;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes.subarray(0, SAMPLED_BYTES);
    this.foreign = this.bytes.reduce((count, byte) => (byte > 0x7f ? count + 1 : count), 0);
    this.isUtf8 = isUtf8(bytes);
  }

  mayBe(charset: string): boolean {
    // Text in a charset of one byte per character never is valid UTF-8 by chance.
    if (this.isUtf8 && this.foreign > 0 && ONE_BYTE.test(charset)) return false;
    if (this.foreign === 0 || charset.startsWith('utf-16')) return true;
    return countBroken(new TextDecoder(charset).decode(this.bytes, CUT)) <= this.foreign * MAX_BROKEN;
  }

  sniff(): string {
    // ISO-2022-JP is made of escape sequences and ASCII.
    if (this.isUtf8 && !this.bytes.includes(ESCAPE)) return 'utf-8';
    const guess = canonical(detect(this.bytes));
    return guess ?? (this.isUtf8 ? 'utf-8' : FALLBACK);
  }
}

const ESCAPE = 0x1b;
const ONE_BYTE = /^(?:windows-\d+|iso-8859-.+|koi8-.|ibm866|macintosh|x-mac-cyrillic)$/;

/** A character that was cut at the end does no harm. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, CUT);
    return true;
  } catch {
    return false;
  }
}

/** Checks a prefix of a text: a character that is cut off at its end is not broken. */
const CUT = { stream: true };

function countBroken(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\ufffd'); at >= 0; at = text.indexOf('\ufffd', at + 1)) count += 1;
  return count;
}

function decode(bytes: Uint8Array, charset: string): string {
  return new TextDecoder(charset).decode(bytes);
}

/** Canonical name of a label: `gb2312` is `gbk`; null when it is not known. */
function canonical(label: string | null): string | null {
  if (!label) return null;
  try {
    return new TextDecoder(label.trim()).encoding;
  } catch {
    return null;
  }
}

function charsetOfMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  return first === 0xff && second === 0xfe ? 'utf-16le' : null;
}

function charsetOfHeader(contentType: string): string | null {
  return /charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType.slice(0, 1_000))?.[1] ?? null;
}

/** Charset by the XML declaration, or by the first `<meta>` outside of comments that names one. */
function charsetOfHead(head: Uint8Array): string | null {
  const html = Buffer.from(head.buffer, head.byteOffset, head.length).toString('latin1');
  const declaration = /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([^"'>]+)/.exec(html)?.[1];
  if (declaration) return declaration;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (html.startsWith('<!--', at)) {
      const end = html.indexOf('-->', at + 2);
      if (end < 0) return null;
      at = end;
    } else if (/^<meta[\s/]/i.test(html.slice(at, at + 6))) {
      const attributes = readTag(html, at)?.attributes;
      const label = attributes?.get('charset') ?? charsetOfPragma(attributes);
      if (canonical(label)) return label;
    }
  }
  return null;
}

function charsetOfPragma(attributes: ReadonlyMap<string, string> | undefined): string | null {
  const isPragma = attributes?.get('http-equiv')?.trim().toLowerCase() === 'content-type';
  return isPragma ? charsetOfHeader(attributes.get('content') ?? '') : null;
}
