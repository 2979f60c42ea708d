import { OutboundError } from './outbound-error.js';
import { isHttp } from '../../kernel/web-url.js';

const MAX_URL_LENGTH = 8192;
/** Longest name that DNS knows. */
const MAX_HOST_LENGTH = 253;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' };
const PUBLIC_PORTS = Object.values(DEFAULT_PORTS);
const HOST_AND_PORT = /^(\[[\da-f:.]+\]|[^\s:/?#@*\\[\]]+):([1-9]\d{0,4})$/i;

/**
 * The private targets that the operator has opened (OUTBOUND_ALLOW): a host as it is written in URLs, name or
 * address, with one port of it. What a name resolves to opens nothing.
 */
export class AllowedTargets {
  private readonly targets: ReadonlySet<string>;

  /** @throws Error for an entry that is not `host:port` (IPv6 in brackets) */
  constructor(entries: readonly string[]) {
    this.targets = new Set(entries.map(normalise));
  }

  has(url: URL): boolean {
    return this.targets.has(`${url.hostname}:${portOf(url)}`);
  }
}

/**
 * The URL of a request, as it will be sent: http or https, without credentials and fragment, to a port of the
 * web unless the target is an allowed one. Every spelling of an address is undone by the URL standard.
 *
 * @param base where a redirect comes from
 * @throws OutboundError `outbound-url`
 */
export function parseTarget(text: string, allowed: AllowedTargets, base?: URL): URL {
  const url = text.length > MAX_URL_LENGTH ? null : URL.parse(text, base?.href);
  if (!url || url.hostname.length > MAX_HOST_LENGTH)
    throw new OutboundError('outbound-url', 'This is not a URL that can be fetched.');
  if (!isHttp(url)) throw new OutboundError('outbound-url', 'Only http and https URLs are fetched.');
  if (url.username || url.password)
    throw new OutboundError('outbound-url', 'A URL with a user name or a password is not fetched.');
  if (!PUBLIC_PORTS.includes(portOf(url)) && !allowed.has(url))
    throw new OutboundError(
      'outbound-url',
      'Only URLs on the ports 80 and 443 are fetched, unless OUTBOUND_ALLOW of the service names host and port.',
    );
  url.hash = '';
  return url;
}

function portOf({ port, protocol }: URL): string {
  return port || (DEFAULT_PORTS[protocol] ?? '');
}

/** The host as URLs hold it, with its port. */
function normalise(entry: string): string {
  const [, host, port] = HOST_AND_PORT.exec(entry) ?? [];
  const url = host === undefined ? null : URL.parse(`http://${host}`);
  if (!url || Number(port) > 65_535) throw new Error(`${entry} is not host:port.`);
  return `${url.hostname}:${String(port)}`;
}
