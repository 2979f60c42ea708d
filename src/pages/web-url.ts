/**
 * An address of the web as URLs are written (RFC 3986), as programs that read
 * feeds take them; null for what is none.
 */
export function webUrl(sent: string | null): string | null {
  const url = URL.parse(sent ?? '');
  return url && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
