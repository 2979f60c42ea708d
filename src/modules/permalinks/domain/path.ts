import { InvalidError } from '../../../kernel/errors.js';
import { normalForm, percentDecoded, withoutEnd } from '../../../kernel/text.js';

/** First segments of paths that the service needs for itself. */
const RESERVED_SEGMENTS: ReadonlySet<string> = new Set([
  'api',
  'core',
  'res',
  'docs',
  'health',
  'metrics',
  'amp',
  'tag',
  'u',
  'feed.xml',
  'feed.atom',
  'feed.json',
  'sitemap.xml',
  'sitemap_news.xml',
  'robots.txt',
  'llms.txt',
  'mcp',
  'favicon.ico',
]);

const MAX_LENGTH = 650;
/** Unreserved characters (RFC 3986, 2.3), of which most paths consist. */
const UNCHANGED = /^[\w\-./~]*$/;
// eslint-disable-next-line no-control-regex -- control characters are what it looks for
const FORBIDDEN = /[?#\\\u0000-\u001f\u007f]/;

/**
 * A path as it is stored and compared: decoded, NFC, one slash at its beginning, none at its end.
 *
 * @throws InvalidError when the text cannot be a path
 */
export function normalisePath(text: string, field: string): string {
  const path = inNormalForm(text);
  const fault = faultOf(path);
  if (fault !== null) throw InvalidError.field(field, fault);
  if (path.length > MAX_LENGTH)
    throw InvalidError.field(field, `must not be longer than ${MAX_LENGTH} characters`);
  return path;
}

/** The same whatever its length; null when the text cannot be a path. */
export function pathOrNull(text: string): string | null {
  const path = inNormalForm(text);
  return faultOf(path) === null ? path : null;
}

const inNormalForm = (text: string): string =>
  withoutEnd(`/${normalForm(text.trim())}`.replace(/\/{2,}/g, '/'), /[/\s]/);

function faultOf(path: string): string | null {
  if (path === '') return 'must name a page below the home page';
  if (FORBIDDEN.test(path)) return 'must not hold ? # \\ or control characters';
  if (!path.isWellFormed()) return 'must not hold half of a character';
  const isRelative = path.split('/').some((segment) => segment === '.' || segment === '..');
  return isRelative ? 'must not hold the segments . and ..' : null;
}

export function isReserved(path: string): boolean {
  const [, first = ''] = path.split('/');
  return RESERVED_SEGMENTS.has(first.toLowerCase());
}

/**
 * Whether it ends as the feeds of sections do, or is that of a named feed or of
 * one at a predecessor's address. Their routes ignore case.
 */
export function isLikeFeed(path: string): boolean {
  return /\/feed\.(?:atom|json|xml)$|^\/feeds\/.*\.rss$|^\/customfeeds\/feed\/[^/]+\/(?:rss|json)$/i.test(
    path,
  );
}

const AMP = '/amp';

/** Whether the path is below that of AMP pages without a path of their own. */
export function isBelowAmp(path: string): boolean {
  return path.startsWith(`${AMP}/`);
}

/** The path of the AMP page that a post at the path has by default. */
export function ampPathBelow(path: string): string {
  return AMP + path;
}

/** The path of the post whose AMP page is by default at the path, which is below `/amp`. */
export function webPathOf(ampPath: string): string {
  return ampPath.slice(AMP.length);
}

/** A stored path as part of a URL. */
export function encodePath(path: string): string {
  if (UNCHANGED.test(path)) return path;
  return path.split('/').map(encodeURIComponent).join('/');
}

/**
 * The path in a URL of the site, or in what somebody has copied of one, as it
 * is stored; null for other sites.
 */
export function pathIn(address: string, siteUrl: string): string | null {
  const site = new URL(siteUrl);
  const isUrl = /^https?:\/\//i.test(address.trim());
  const url = isUrl ? URL.parse(address.trim()) : null;
  const below = withoutEnd(site.pathname, /\//);
  if (isUrl && (url?.host !== site.host || !`${url.pathname}/`.startsWith(`${below}/`))) return null;
  const [path = ''] = (url?.pathname.slice(below.length) ?? address).split(/[?#]/, 1);
  const text = `/${normalForm(percentDecoded(path).trim())}`.replace(/\/{2,}/g, '/');
  return withoutEnd(text, /[/\s]/) || '/';
}
