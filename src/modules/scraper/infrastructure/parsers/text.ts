export const MAX_TITLE_CHARACTERS = 500;
export const MAX_DESCRIPTION_CHARACTERS = 2000;

/** Names of U+00A0 to U+00FF in their order. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute ' +
  'micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig ' +
  'Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times ' +
  'Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave ' +
  'eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave ' +
  'uacute ucirc uuml yacute thorn yuml';

const ENTITIES = new Map<string, string>([
  ...LATIN.split(' ').map((name, index): [string, string] => [name, String.fromCharCode(0xa0 + index)]),
  ...Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    AMP: '&',
    LT: '<',
    GT: '>',
    QUOT: '"',
  }),
  ...Object.entries({ ldquo: '“', rdquo: '”', bdquo: '„', lsquo: '‘', rsquo: '’', sbquo: '‚' }),
  ...Object.entries({ ndash: '–', mdash: '—', hellip: '…', bull: '•', euro: '€', trade: '™', minus: '−' }),
  ...Object.entries({ lsaquo: '‹', rsaquo: '›', larr: '←', rarr: '→', prime: '′', Prime: '″', oelig: 'œ' }),
  ...Object.entries({ OElig: 'Œ', Scaron: 'Š', scaron: 'š', Yuml: 'Ÿ', ensp: ' ', emsp: ' ', thinsp: ' ' }),
  ...Object.entries({
    zwnj: '',
    zwj: '',
    lrm: '',
    rlm: '',
    hearts: '♥',
    star: '☆',
    dagger: '†',
    permil: '‰',
  }),
]);
const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z][a-z\d]{1,9}));/gi;
const LAST_CHARACTER = 0x10ffff;

/** Character references as characters. What is unknown stays as it is. */
export function decodeEntities(text: string): string {
  return text.replace(REFERENCE, (reference, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES.get(name) ?? reference;
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
    return code > LAST_CHARACTER || code === 0 ? '' : String.fromCodePoint(code);
  });
}

const FORMATTING = /<\/?(?:p|br|a|b|i|u|em|strong|span|div|ul|ol|li|sup|sub|small|h[1-6])(?:[\s/][^<>]*)?>/gi;
const INVISIBLE = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2060\ufeff]/gu;

/**
 * A text of a page as one line of plain text. What is no text is an empty one. Pages encode twice, and once more in
 * JSON, where nobody decodes.
 */
export function cleanText(value: unknown, max = MAX_TITLE_CHARACTERS): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'string') return '';
  // References and tags are longer than what they stand for.
  const raw = value.length > max * 8 ? value.slice(0, max * 8) : value;
  const decoded = raw.includes('&') ? decodeEntities(decodeEntities(raw)) : raw;
  const plain = decoded.includes('<') ? decoded.replace(FORMATTING, ' ') : decoded;
  const line = plain
    .replace(INVISIBLE, (character) => (character <= ' ' ? ' ' : ''))
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
  return shortened(line, max);
}

/** At most so many characters, no half ones. */
export function shortened(text: string, max: number): string {
  return (text.length > max ? text.slice(0, max).trimEnd() : text).toWellFormed();
}

const MAX_URL_CHARACTERS = 2048;

/** An absolute address of http or https; empty for any other. */
export function webUrl(value: unknown, base?: string): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  if (text === '' || text.length > MAX_URL_CHARACTERS) return '';
  const url = URL.parse(text.includes('&amp;') ? decodeEntities(text) : text, base);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') return '';
  // Who puts a password into an address does not want it to be passed on.
  if (url.username || url.password) return '';
  return url.href.length > MAX_URL_CHARACTERS ? '' : url.href;
}

/** Two addresses of the same page: `www`, the scheme, a slash at the end and what follows the path count nothing. */
export function isSamePage(one: string, other: string): boolean {
  const key = pageKey(one);
  return key !== '' && key === pageKey(other);
}

function pageKey(address: string): string {
  const url = URL.parse(address);
  if (!url) return '';
  const host = url.hostname.startsWith('www.') ? url.hostname.slice(4) : url.hostname;
  return host + (url.pathname.endsWith('/') ? url.pathname.slice(0, -1) : url.pathname);
}

/** A number of pixels, also of `640px`; 0 when it is none. */
export function pixels(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const [, digits = '0'] = /^(\d{1,5})(?:\.\d{1,9})?(?:px)?$/i.exec(text) ?? [];
  return Number(digits);
}

/** A copy without what says nothing: empty texts, empty lists, null and undefined. */
export function known(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).filter(([key, value]) => key !== '__proto__' && says(value)),
  );
}

export function says(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}
