import { wordSet } from '../../../../../kernel/text.ts';

/**
 * A start tag as it stands in the source: values are raw, names in lower case, the first of a name counts.
 */
export interface Tag {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Offset after the tag. */
  readonly end: number;
}

/** Elements without an end tag. */
export const VOID = wordSet('area base br col embed hr img input link meta param source track wbr');
/** Limit of attributes, above that of real pages; the parser compares each attribute with all before it. */
const MAX_ATTRIBUTES = 100;

const TAG_NAME = /[a-z][^\s/>]*/iy;
const BLANKS = /[\s/]*/y;
const ATTRIBUTE_NAME = /=?[^\s/>=]*/y;
const EQUALS = /\s*=\s*/y;
const UNQUOTED = /[^\s>]*/y;

/**
 * The tag whose `<` is at `start`, in time proportional to its length.
 *
 * @returns null when it does not end: then a browser drops all that follows
 */
export function readTag(html: string, start: number): Tag | null {
  const name = match(TAG_NAME, html, start + 1).toLowerCase();
  const attributes = new Map<string, string>();
  let at = start + 1 + name.length;
  for (;;) {
    at += match(BLANKS, html, at).length;
    if (at >= html.length) return null;
    if (html[at] === '>') return { name, attributes, end: at + 1 };
    const attribute = match(ATTRIBUTE_NAME, html, at);
    at += attribute.length;
    const value = valueAt(html, at);
    if (!value) return null;
    at = value.end;
    const key = attribute.toLowerCase();
    if (attributes.size < MAX_ATTRIBUTES && !attributes.has(key)) attributes.set(key, value.text);
  }
}

/** Reads the value of an attribute; null when a quote is never closed. */
function valueAt(html: string, at: number): { text: string; end: number } | null {
  const equals = match(EQUALS, html, at);
  if (!equals) return { text: '', end: at };
  const start = at + equals.length;
  const quote = html[start];
  if (quote === '"' || quote === "'") {
    const end = html.indexOf(quote, start + 1);
    return end < 0 ? null : { text: html.slice(start + 1, end), end: end + 1 };
  }
  const text = match(UNQUOTED, html, start);
  return { text, end: start + text.length };
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}
