import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fuzzed } from '../../../test/support/fuzz.js';
import { isPublicAddress } from './public-address.js';

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

// The private ones are in outbound-guard.spec.ts; these are their neighbours.
test.each(
  words(`1.0.0.0 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 168.63.129.15
    168.63.129.17 169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 191.255.255.255 192.0.1.0 192.0.3.0
    192.88.98.255 192.88.100.0 192.167.255.255 192.169.0.0 198.17.255.255 198.20.0.0 198.51.99.255 198.51.101.0
    203.0.112.255 203.0.114.0 223.255.255.255
    2000::1 2001:200::1 2001:4860:4860::8888 2001:db7:ffff::1 2001:db9::1 2003::1 2606:4700::1111 2620:4f:7fff::1
    3fff:1000::1 3ffe::1 64:ff9b::8.8.8.8 64:FF9B::808:808`),
)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test.each([
  ...words(
    '127.1 0x7f.0.0.1 2130706433 010.0.0.1 8.8.8 8.8.8.8.8 8.8.8.8/32 8.8.8.8:80 [2606:4700::1111] a.test',
  ),
  ...['', ' 8.8.8.8', '8.8.8.8 ', '8.8.8.8\n', '2606:4700::1111%eth0', '2606:4700::1111%', 'undefined'],
])('%j, which is not how an address is written, is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

const byte = fc.nat(255);
const group = fc.nat(0xffff).map((value) => value.toString(16));

test('no address that carries another one is public, whatever it carries', () => {
  const prefixes = ['::', '::ffff:', '::ffff:0:', '64:ff9b:1::', '2002:', '2001:0:'];
  fc.assert(
    fc.property(fc.constantFrom(...prefixes), fc.tuple(group, group), (prefix, groups) => {
      const carried = groups.join(':');
      const address =
        prefix.endsWith('::') || prefix.includes('ffff') ? `${prefix}${carried}` : `${prefix}${carried}::`;
      expect(isPublicAddress(address)).toBe(false);
    }),
    fuzzed(100),
  );
});

test('an address behind NAT64 is what it carries', () => {
  fc.assert(
    fc.property(fc.tuple(byte, byte, byte, byte), (bytes) => {
      const address = bytes.join('.');
      expect(isPublicAddress(`64:ff9b::${address}`)).toBe(isPublicAddress(address));
    }),
    fuzzed(100),
  );
});
