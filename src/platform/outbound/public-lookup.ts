import type { LookupAddress } from 'node:dns';
import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';
import { OutboundError } from './outbound-error.js';
import { isPublicAddress } from './public-address.js';

/** The addresses of a name; fails, or answers none, where there are none. */
export type Lookup = (hostname: string) => Promise<readonly LookupAddress[]>;

/** Milliseconds to wait for a name server; twice as long when it is asked again. */
const DNS_OPTIONS = { timeout: 1000, tries: 2 };

/** Resolves names like the machine: by its hosts file, its search domains, the DNS. */
export const machineLookup: Lookup = (hostname) => systemLookup(hostname, { all: true });

/**
 * As the DNS sees names. Names that strangers choose are not looked up by the machine's resolver: that one
 * waits in threads which all lookups of the process share, for as long as a name server pleases.
 *
 * @param servers addresses of name servers, in place of the machine's
 */
export function dnsLookup(servers?: readonly string[]): Lookup {
  return async (hostname) => {
    const resolver = new Resolver(DNS_OPTIONS);
    if (servers) resolver.setServers(servers);
    const answers = await Promise.allSettled([
      resolver.resolve4(hostname).then((addresses) => addresses.map((address) => ({ address, family: 4 }))),
      resolver.resolve6(hostname).then((addresses) => addresses.map((address) => ({ address, family: 6 }))),
    ]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/**
 * The lookup of a connection that may go to public addresses only. One address
 * that is not refuses the name: a name that mixes both is a mistake or a trap,
 * and which of its addresses is tried first is a matter of chance.
 */
export function publicOnly(lookup: Lookup): Lookup {
  return async (hostname) => {
    const addresses = await lookup(hostname).catch((cause: unknown) => {
      throw OutboundError.notPublic(hostname, cause);
    });
    if (addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))) return addresses;
    throw OutboundError.notPublic(hostname);
  };
}

/** The form in which sockets call a lookup. */
export function forSockets(lookup: Lookup): LookupFunction {
  return (hostname, { all }, callback) => {
    lookup(hostname).then(
      (addresses) => {
        const [first] = addresses;
        if (!first) callback(new Error(`${hostname} has no address.`), []);
        else if (all) callback(null, [...addresses]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => {
        callback(error as Error, []);
      },
    );
  };
}
