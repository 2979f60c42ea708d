import { InvalidError } from './errors.js';

/** Whether a URL leads to the web. */
export function isHttp({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/** The URL of a text, as RFC 3986 writes it; null when it does not lead to the web. */
export function parseWebUrl(text: string, base?: string): URL | null {
  const url = URL.parse(text, base);
  return url && isHttp(url) ? url : null;
}

/** Whether a text is an absolute URL of the web: `http` or `https`, in any case. */
export function isWebUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && URL.canParse(text);
}

/**
 * A URL that is shown to readers leads to the web. What is stored already may be sent back as it was shown.
 *
 * @param field JSON path
 * @throws InvalidError
 */
export function mustBeWebUrl(field: string, sent: string | null | undefined, stored: string | null): void {
  if (!sent || sent === stored || isWebUrl(sent)) return;
  throw InvalidError.field(field, 'must be an http or https URL');
}
