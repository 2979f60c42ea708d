import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { partsOf, restore, type Shortened, shorten } from './long-texts.js';

const LONG = Array.from({ length: 30_000 }, (_, n) => `${(n * 7919) % 104_729} `).join('');

/** Through JSON, as it is stored. */
function roundTrip(value: unknown): unknown {
  const parts: string[] = [];
  const shortened = shorten(value, (part) => `${parts.push(part) - 1}`);
  return restore(JSON.parse(JSON.stringify(shortened)) as Shortened, (name) => parts[Number(name)] ?? '');
}

describe('long texts of a value', () => {
  test('come back where they were, whatever the names around them', () => {
    const value = JSON.parse(
      JSON.stringify({
        a: [{ '': 'LONG' }, null, 1],
        constructor: 'LONG',
        b: 'short',
        c: { '0': 'LONG' },
      }).replaceAll('LONG', LONG),
    ) as object;
    expect(roundTrip(value)).toEqual(value);
    const own = JSON.parse(`{"__proto__": "${LONG}"}`) as object;
    expect(JSON.stringify(roundTrip(own))).toBe(JSON.stringify(own));
  });

  test('leave any other value as it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(JSON.stringify(roundTrip(value))).toBe(JSON.stringify(value));
      }),
    );
  });

  test('are cut by their content: a change leaves the other parts as they are', () => {
    const before = [...partsOf(LONG)];
    const after = new Set(partsOf(`${LONG.slice(0, 70_000)}something new ${LONG.slice(70_000)}`));
    expect(before.join('')).toBe(LONG);
    expect(before.length).toBeGreaterThan(5);
    expect(before.filter((part) => !after.has(part)).length).toBeLessThanOrEqual(2);
  });

  test('are not cut within a character', () => {
    const text = 'a' + '𝄞'.repeat(100_000);
    const parts = [...partsOf(text)];
    expect(parts.join('')).toBe(text);
    for (const part of parts) expect(part.isWellFormed()).toBe(true);
  });
});
