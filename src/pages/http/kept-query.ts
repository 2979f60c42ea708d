/** Keys and previews are not repeated: locations are kept in caches and logs. */
const SECRET: readonly string[] = ['api_key', 'preview'];

/**
 * The location of a redirect with the query that was asked with, such as the parameters of campaigns.
 *
 * @param asked URL of the request
 * @param more parameters that are left out as well as secrets
 */
export function withQuery(location: string, asked: string, more: readonly string[] = []): string {
  const leftOut = new Set([...SECRET, ...more]);
  const [, query = ''] = /\?([^#]*)/.exec(asked) ?? [];
  const kept = query.split('&').filter((pair) => pair !== '' && !leftOut.has(nameOf(pair)));
  return kept.length === 0 ? location : extended(location, kept.join('&'));
}

/** The URL of a page of a list; one that names a page itself stays as it is. */
export function turnedTo(url: string, number: number): string {
  return number > 1 && !/[?&]page=/.test(url) ? extended(url, `page=${number}`) : url;
}

function extended(url: string, query: string): string {
  const [page = '', fragment] = url.split(/(?=#)/, 2);
  return `${page}${page.includes('?') ? '&' : '?'}${query}${fragment ?? ''}`;
}

/** The name of a parameter as it is read, however it is written. */
function nameOf(pair: string): string {
  const [name] = new URLSearchParams(pair).keys();
  return name ?? '';
}
