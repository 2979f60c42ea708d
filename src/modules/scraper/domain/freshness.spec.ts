import { describe, expect, test } from '@jest/globals';
import { freshnessOf } from './freshness.js';

const NOW = Date.parse('2026-11-21T12:00:00Z');

describe('freshnessOf', () => {
  test.each([
    [{}, 300],
    [{ 'cache-control': 'max-age=60' }, 60],
    [{ 'cache-control': 'public, max-age="60"' }, 60],
    [{ 'cache-control': 'max-age=60, s-maxage=90' }, 90],
    [{ 'cache-control': 's-maxage=0, max-age=60' }, 0],
    [{ 'cache-control': 'max-age=60', age: '50' }, 10],
    [{ 'cache-control': 'max-age=60', age: '70' }, 0],
    [{ 'cache-control': 'max-age=60', age: 'x' }, 60],
    [{ 'cache-control': 'max-age=9999999999' }, 86_400],
    [{ 'cache-control': 'no-store' }, 0],
    [{ 'cache-control': 'max-age=60, no-cache' }, 0],
    [{ 'cache-control': 'Private' }, 0],
    [{ 'cache-control': 'private="x", max-age=60' }, 0],
    [{ 'cache-control': 'x-no-store-y, max-age=5' }, 5],
    [{ vary: '*', 'cache-control': 'max-age=60' }, 0],
    [{ vary: 'Accept', 'cache-control': 'max-age=60' }, 60],
    [{ expires: 'Sat, 21 Nov 2026 12:10:00 GMT' }, 600],
    [{ expires: 'Sat, 21 Nov 2026 12:10:00 GMT', date: 'Sat, 21 Nov 2026 12:09:00 GMT' }, 60],
    [{ expires: 'Sat, 21 Nov 2026 11:10:00 GMT' }, 0],
    [{ expires: '0' }, 0],
    [{ expires: 'Sat, 21 Nov 2026 11:10:00 GMT', 'cache-control': 'max-age=60' }, 60],
  ])('of %j is %i seconds', (headers, seconds) => {
    expect(freshnessOf(headers, NOW)).toBe(seconds);
  });
});
