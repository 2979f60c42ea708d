import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** All that is in use as global unicast; what lies outside is reserved, whatever a library thinks of it. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Prefix by which networks without IPv4 reach IPv4 addresses (RFC 6052): those are the last four bytes. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/** The wire server of Azure: internal, in spite of its public address. */
const PLATFORM_ADDRESS = '168.63.129.16';

/**
 * Whether anybody on the internet may be meant by an address, so that it leads to
 * nothing of the operator's own. Judged by its bytes: whatever carries an IPv4
 * address inside (mapped, compatible, 6to4, Teredo) is refused, with the exception
 * of NAT64, which is judged by the address inside. An address with a zone is local.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) {
    return parsed.range() === 'unicast' && address !== PLATFORM_ADDRESS;
  }
  if (parsed.match(NAT64)) return isPublicAddress(parsed.toByteArray().slice(-4).join('.'));
  return parsed.match(GLOBAL_UNICAST) && parsed.range() === 'unicast';
}
