import { decodeHTMLStrict } from 'entities';
import { inPlainText, withFormulas } from '../extraction/markup/formulas.js';
import { parseWebUrl } from '../../../../kernel/web-url.js';

const MAX_TITLE_CHARACTERS = 500;
export const MAX_DESCRIPTION_CHARACTERS = 2000;

/** Attributes have values: `a <b and c> d` is no tag. */
const tags = (names: string) => new RegExp(`</?(?:${names})(?:\\s*/?|\\s[^<>=]*=[^<>]*)>`, 'gi');
const BLOCKS = tags('p|br|div|ul|ol|li|h[1-6]');
const INLINE = tags('a|b|i|u|em|strong|span|small|sup|sub');
const SCRIPTS = /<(su[bp])>([^<>]{1,40})<\/\1>/gi;
const INVISIBLE = /[\p{Cc}\u00ad\u200b\u200e\u200f\u2060\ufeff]/gu;

/**
 * A text of a page as one line of plain text. What is no text is an empty one. Pages encode twice, and once
 * more in JSON, where nobody decodes.
 */
export function cleanText(value: unknown, max = MAX_TITLE_CHARACTERS): string {
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  if (typeof value !== 'string') return '';
  // References and tags are longer than what they stand for.
  const raw = value.length > max * 8 ? value.slice(0, max * 8) : value;
  const decoded = raw.includes('&') ? decodeHTMLStrict(decodeHTMLStrict(raw)) : raw;
  const line = (decoded.includes('<') ? withoutTags(decoded) : decoded)
    .replace(INVISIBLE, (character) => (character <= ' ' ? ' ' : ''))
    .split(/\s+/)
    .filter(Boolean)
    .join(' ');
  return shortened(line, max);
}

function withoutTags(html: string): string {
  return withFormulas(html)
    .replace(SCRIPTS, (_all, name: string, text: string) => inPlainText(text, name.toLowerCase()))
    .replace(BLOCKS, ' ')
    .replace(INLINE, '');
}

/** The text cut after `max` characters, none of them half. */
export function shortened(text: string, max: number): string {
  return (text.length > max ? text.slice(0, max).trimEnd() : text).toWellFormed();
}

const MAX_URL_CHARACTERS = 2048;

/** An absolute address of http or https; empty for any other. */
export function webUrl(value: unknown, base?: string): string {
  if (typeof value !== 'string') return '';
  const text = value.trim();
  if (text === '' || text.length > MAX_URL_CHARACTERS) return '';
  const url = parseWebUrl(text.includes('&amp;') ? decodeHTMLStrict(text) : text, base);
  if (!url || url.hostname === '') return '';
  // Credentials in a URL are not passed on.
  if (url.username || url.password) return '';
  return url.href.length > MAX_URL_CHARACTERS ? '' : url.href;
}

/**
 * Two addresses of the same page: `www`, the scheme, a slash at the end and
 * what follows the path count nothing.
 */
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
