const DEFAULT_S = 300;
const MAX_AGE_S = 24 * 3600;
const NEVER = /(?:^|[\s,])(?:no-store|no-cache|private)(?:$|[\s,=])/i;
const MAX_AGE = /(?:^|[\s,])(s-maxage|max-age)\s*=\s*"?(\d{1,10})/gi;

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * Freshness lifetime of a response (RFC 9111, 4.2) in seconds: 0 to a day; five
 * minutes for responses that do not state it.
 */
export function freshnessOf(headers: Headers, now = Date.now()): number {
  const control = headers['cache-control'] ?? '';
  if (NEVER.test(control) || headers.vary?.trim() === '*') return 0;
  const age = Number(headers.age ?? 0) || 0;
  const lifetime = sharedAge(control) ?? untilExpiry(headers, now) ?? DEFAULT_S;
  return Math.max(0, Math.min(MAX_AGE_S, Math.floor(lifetime - age)));
}

/** Directives for shared caches win over those for all caches. */
function sharedAge(control: string): number | null {
  const ages = new Map([...control.matchAll(MAX_AGE)].map(([, name = '', age]) => [name.toLowerCase(), age]));
  const age = ages.get('s-maxage') ?? ages.get('max-age');
  return age === undefined ? null : Number(age);
}

function untilExpiry({ expires, date }: Headers, now: number): number | null {
  if (expires === undefined) return null;
  const until = Date.parse(expires);
  // A date that cannot be read, such as 0, is one that has passed.
  if (Number.isNaN(until)) return 0;
  const from = Date.parse(date ?? '');
  return (until - (Number.isNaN(from) ? now : from)) / 1000;
}
