import { expect, test } from '@jest/globals';
import { nearName } from './near-name.js';

test.each([
  ['DATABASE_URI', 'DATABASE_URL'],
  ['PUBLIC_BASEURL', 'PUBLIC_BASE_URL'],
  ['PORTT', 'PORT'],
  ['timezone', 'timeZone'],
  ['PROT', 'PORT'],
  ['HOTS', 'HOST'],
  ['PRTO', null],
  ['PATH', null],
  ['HOME', null],
  ['HOSTNAME', null],
  ['', null],
])('%s may be meant for %s', (given, meant) => {
  const names = ['DATABASE_URL', 'DATABASE_POOL', 'PUBLIC_BASE_URL', 'PORT', 'HOST', 'timeZone'];
  expect(nearName(given, names)).toBe(meant);
  expect(nearName(given, [])).toBeNull();
});
