import { attributeValues } from './tag-attributes.js';

/** A call for something that is not HTML of the text: `[youtube https://youtu.be/x expand=1]`. */
export interface Shortcode {
  /** In lower case. */
  readonly name: string;
  /** Source in the text, with brackets and markup. */
  readonly source: string;
  /** Values without a key, in order. */
  readonly arguments: readonly string[];
  /** Values by key; the last one of a key counts. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Characters of one shortcode, its brackets included. */
export const MAX_SHORTCODE_CHARACTERS = 40_000;

export const SHORTCODE_NAME = /^[a-z][a-z0-9_-]{0,63}$/i;
const KEY = /^[a-z_][a-z0-9_-]*$/i;
const MAX_KEY = 64;
/** To look at a text that grows by each letter copies all of it. */
const isKey = (text: string): boolean => text.length <= MAX_KEY && KEY.test(text);
const QUOTES = ['"', "'", '“”„‟″', '‘’‚‛′'];

/**
 * Reads a shortcode of the form `[name argument… key=value key="a value" key='a value']`. The source is HTML:
 * character references are decoded, the tags of formatting count as nothing, a link around a URL counts as
 * the URL that it leads to. Editors' curly quotes quote, too, and any of a kind ends what another one has
 * begun. In quotes, `\` takes its meaning from a quote or another `\`.
 *
 * @returns null when the source is not one whole shortcode of at most {@link MAX_SHORTCODE_CHARACTERS}
 */
export function parseShortcode(source: string): Shortcode | null {
  const { shortcode, end } = readShortcode(source, 0);
  return end === source.length ? shortcode : null;
}

/**
 * The shortcode as HTML to be put into a text, quotes only where they are
 * needed; {@link parseShortcode} reads the same from it.
 *
 * @throws Error for a name or a key that cannot be written
 */
export function formatShortcode(
  name: string,
  args: readonly string[] = [],
  parameters: Readonly<Record<string, string>> = {},
): string {
  if (!SHORTCODE_NAME.test(name)) throw new Error(`"${name}" is not the name of a shortcode.`);
  const values = args.map((value) => (/^[\w-]*=/.test(value) ? quoted(value) : formatValue(value)));
  const pairs = Object.entries(parameters).map(([key, value]) => {
    if (!KEY.test(key)) throw new Error(`"${key}" is not the key of a parameter.`);
    return `${key}=${formatValue(value)}`;
  });
  return `[${[name.toLowerCase(), ...values, ...pairs].join(' ')}]`;
}

/** Blanks and brackets end a value that stands without quotes. */
const NEEDS_QUOTES = /[\s[\]]|^["'“”„‟″‘’‚‛′]|^$/;

function formatValue(value: string): string {
  return NEEDS_QUOTES.test(value) ? quoted(value) : escaped(value);
}

/** A value in quotes, also where it could do without. */
export function quoted(value: string): string {
  return `"${escaped(value.replace(/["\\]/g, '\\$&'))}"`;
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/\r/g, '&#13;');
}

/** Characters that mean nothing but themselves, between and in quotes. */
const PLAIN = /[^\s<&\]\\="'“”„‟″‘’‚‛′]+/y;
const PLAIN_IN_QUOTES = /[^<&\\"'“”„‟″‘’‚‛′]+/y;
const TAG = /<(\/?)(a|b|bdi|big|br|del|em|font|i|ins|mark|s|small|span|strong|sub|sup|u|wbr)\b[^>]*>/iy;
/** The URL that a link shows may be cut short. */
const LINK_TO_URL = /<a(\s[^>]*)>\s*(?:https?:|www\.)[^<\]]*<\/a>/iy;
const REFERENCE = /&(?:amp|lt|gt|quot|apos|nbsp|ldquo|rdquo|lsquo|rsquo|#\d{1,7}|#x[\da-f]{1,6});/iy;
const REFERENCES = new RegExp(REFERENCE, 'gi');

export interface Read {
  readonly shortcode: Shortcode | null;
  /**
   * Offset after the shortcode and the tags around its last words that began in it; else where reading ended.
   */
  readonly end: number;
}

/** Reads the shortcode that begins at a bracket of an HTML text, in time linear in its length. */
export function readShortcode(html: string, start: number): Read {
  const limit = Math.min(html.length, start + MAX_SHORTCODE_CHARACTERS);
  const tokens = new Tokens();
  const inside: string[] = [];
  let at = start + 1;
  if (html[start] !== '[' || !/[a-z]/i.test(html[at] ?? '')) return { shortcode: null, end: at };
  while (at < limit) {
    const plain = matchAt(tokens.isQuoting ? PLAIN_IN_QUOTES : PLAIN, html, at);
    const character = html[at] ?? '';
    if (plain) {
      tokens.add(plain[0]);
      at += plain[0].length;
    } else if (character === '<') {
      const link = linkAt(html, at);
      const tag = link?.match ?? matchAt(TAG, html, at);
      if (!tag || (!link && !passTag(tag, inside))) break;
      if (link) tokens.add(decode(link.url));
      else if (tag[2]?.toLowerCase() === 'br') tokens.add(' ');
      at += tag[0].length;
    } else if (character === ']' && !tokens.isQuoting) {
      const shortcode = tokens.shortcode(html.slice(start, at + 1));
      const end = passClosing(html, at + 1, inside);
      return end === null ? { shortcode: null, end: at } : { shortcode, end };
    } else {
      const reference = character === '&' ? matchAt(REFERENCE, html, at) : null;
      tokens.add(reference ? decode(reference[0]) : character);
      at += reference ? reference[0].length : 1;
    }
  }
  return { shortcode: null, end: at };
}

/** The words of a shortcode, as they come. */
class Tokens {
  private readonly tokens: { key: string | null; value: string }[] = [];
  private key: string | null = null;
  private value: string | null = null;
  /** The characters of which any one ends what stands in quotes. */
  private quotes: string | null = null;
  private isEscaped = false;

  get isQuoting(): boolean {
    return this.quotes !== null;
  }

  /** @param text one character, or several that mean nothing but themselves */
  add(text: string): void {
    if (this.quotes !== null) this.addQuoted(text, this.quotes);
    else if (text.trim() === '') this.endToken();
    else if (!this.value && isQuote(text)) this.beginQuotes(text);
    else if (text === '=' && this.key === null && isKey(this.value ?? '')) this.beginValue();
    else this.append(text);
  }

  /** @returns null when what comes first is not a name */
  shortcode(source: string): Shortcode | null {
    this.endToken();
    const [first, ...rest] = this.tokens;
    if (first?.key !== null || !SHORTCODE_NAME.test(first.value)) return null;
    return {
      name: first.value.toLowerCase(),
      source,
      arguments: rest.filter(({ key }) => key === null).map(({ value }) => value),
      // A key may be `__proto__`, which an assignment would not store.
      parameters: Object.fromEntries(rest.flatMap(({ key, value }) => (key === null ? [] : [[key, value]]))),
    };
  }

  private addQuoted(text: string, quotes: string): void {
    if (this.isEscaped) {
      this.append(text === '\\' || isQuote(text) ? text : `\\${text}`);
      this.isEscaped = false;
    } else if (text === '\\') this.isEscaped = true;
    else if (text.length === 1 && quotes.includes(text)) this.endToken();
    else this.append(text);
  }

  private append(text: string): void {
    this.value = (this.value ?? '') + text;
  }

  private beginQuotes(quote: string): void {
    this.quotes = QUOTES.find((quotes) => quotes.includes(quote)) ?? quote;
    this.value = '';
  }

  private beginValue(): void {
    this.key = this.value;
    this.value = '';
  }

  private endToken(): void {
    if (this.value !== null) this.tokens.push({ key: this.key, value: this.value });
    this.key = this.value = this.quotes = null;
  }
}

function isQuote(text: string): boolean {
  return text.length === 1 && QUOTES.some((quotes) => quotes.includes(text));
}

/** A link that shows a URL, and the one that it leads to. */
function linkAt(html: string, at: number): { match: RegExpExecArray; url: string } | null {
  const match = matchAt(LINK_TO_URL, html, at);
  const url = attributeValues(match?.[1] ?? '').get('href');
  return match && url !== undefined ? { match, url } : null;
}

/** @returns false for the end of what began before the shortcode */
function passTag([, slash, name = '']: RegExpExecArray, inside: string[]): boolean {
  const element = name.toLowerCase();
  if (slash) return inside.pop() === element;
  if (element !== 'br' && element !== 'wbr') inside.push(element);
  return true;
}

function passClosing(html: string, from: number, inside: string[]): number | null {
  let at = from;
  while (inside.length > 0) {
    const tag = matchAt(TAG, html, at);
    if (!tag?.[1] || !passTag(tag, inside)) return null;
    at += tag[0].length;
  }
  return at;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

const CHARACTERS: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  ldquo: '“',
  rdquo: '”',
  lsquo: '‘',
  rsquo: '’',
};
const LAST_CHARACTER = 0x10ffff;

function decode(html: string): string {
  return html.replace(REFERENCES, (reference) => {
    const body = reference.slice(1, -1).toLowerCase();
    if (!body.startsWith('#')) return CHARACTERS[body] ?? reference;
    const code = body[1] === 'x' ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code > LAST_CHARACTER ? reference : String.fromCodePoint(code);
  });
}
