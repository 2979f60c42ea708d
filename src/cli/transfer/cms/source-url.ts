import { InvalidError } from '../../../kernel/errors.js';
import { normalisePath } from '../../../modules/permalinks/domain/path.js';
import { parseWebUrl } from '../../../kernel/web-url.js';

/** The URL of a text of an export; null for what leads nowhere on the web. */
export const webUrl = (text: string, base?: string): URL | null => parseWebUrl(text.trim(), base);

/** A host without `www.`, which sites have or not. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^www\./, '');

/** The path of a URL as paths are stored; null where it names no page. */
export function pathOf(url: string): string | null {
  const parsed = webUrl(url);
  if (parsed?.search !== '') return null;
  try {
    return normalisePath(decodeURIComponent(parsed.pathname), 'url');
  } catch {
    return null;
  }
}

/** The seconds of a time in UTC, of the form that databases write; null for what is none. */
export function secondsOf(text: string | undefined): number | null {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})-(\d\d)-(\d\d)[ T](\d\d):(\d\d):(\d\d)/.exec(text?.trim() ?? '') ?? [];
  if (year === undefined || year === '0000') return null;
  const at = Date.UTC(
    Number(year),
    Number(month) - 1,
    ...([day, hour, minute, second].map(Number) as [number, number, number, number]),
  );
  return Math.floor(at / 1000);
}

/** @throws InvalidError for an address that is not one of a site */
export function siteUrl(text: string): URL {
  const url = webUrl(text);
  if (url && !url.username && !url.password) return url;
  throw new InvalidError('invalid-url', '--url must be the http or https address of the old site.');
}
