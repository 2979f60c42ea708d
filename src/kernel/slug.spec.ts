import { describe, expect, test } from '@jest/globals';
import { transliterate } from 'transliteration';
import { asciiName, slugify, tagSlug } from './slug.js';

describe('a slug', () => {
  test.each([
    ['Hello, World!', 'hello-world'],
    ['  Über straße  ', 'uber-strasse'],
    ['Cafe\u0301 and Caf\u00e9', 'cafe-and-cafe'],
    ["Don’t stop, it's fine", 'dont-stop-its-fine'],
    ['Rock & Roll', 'rock-and-roll'],
    ['C++ and C#', 'c-plus-plus-and-c-sharp'],
    ['宇航员在太空中', '宇航员在太空中'],
    ['Пётр Ильич', 'пётр-ильич'],
    ['Ýmir ÝMIR', 'ymir-ymir'],
    ['STRAẞE', 'strasse'],
    ['ẞ', 'ss'],
    ['Azərbaycan, Əli', 'azerbaycan-eli'],
    ['İstanbul, ISPARTA', 'istanbul-isparta'],
    ['ſo Ⱥ ǲ ﬁn', 'so-a-dz-fin'],
    ['ʔa', 'ʔa'],
    ['🎉', ''],
    ['❤️', ''],
    ['⚠️ Storm ☀️ warning', 'storm-warning'],
    ['Donau\u00addampf', 'donaudampf'],
    ['\u0301 e\u0301', 'e'],
    ['नमस्ते', 'नमस्ते'],
    ['', ''],
  ])('of %j is %j', (text, slug) => {
    expect(slugify(text)).toBe(slug);
  });

  test('is the same for capitals, and no Latin letter is lost', () => {
    const latin = Array.from({ length: 0x1f00 }, (_, code) => String.fromCodePoint(code)).filter((letter) =>
      /^\p{Script=Latin}$/u.test(letter),
    );
    // Capitals of these are two characters, which stand for others by themselves.
    const others = latin.filter((letter) => letter.toUpperCase().length === 1);
    const cased = others.filter((letter) => slugify(`x${letter}y`) !== slugify(`x${letter.toUpperCase()}y`));
    expect(cased).toEqual([]);
    expect(latin.filter((letter) => slugify(letter) === '')).toEqual([]);
  });

  test('is cut at the end of a word', () => {
    expect(slugify('alpha beta gamma', 12)).toBe('alpha-beta');
    expect(slugify('a'.repeat(30), 12)).toBe('a'.repeat(12));
  });

  test('is never cut inside a surrogate pair', () => {
    expect(slugify('𝒜'.repeat(20), 5).isWellFormed()).toBe(true);
    expect(slugify('𠮷'.repeat(20), 5)).toBe('𠮷𠮷');
  });
});

test('an ASCII name has letters and digits only', () => {
  expect(asciiName('Paul Berry')).toBe('paulberry');
  expect(asciiName('Aleš Vávra')).toBe('alesvavra');
  expect(asciiName('Ýrr Əliyev GROẞ')).toBe('yrreliyevgross');
  expect(asciiName('肖春芳')).toBe('xiaochunfang');
  expect(asciiName('🎉')).toBe('');
});

test('the library would change nothing in ASCII', () => {
  const ascii = String.fromCharCode(...Array.from({ length: 95 }, (_, index) => 0x20 + index));
  expect(transliterate(`${ascii}${ascii}  `)).toBe(`${ascii}${ascii}  `);
});

test('tags of different symbols have different slugs', () => {
  const slugs = ['C', 'C++', 'C#', '🎉', '🎈', '!!', '❤️', '☀️', '🏳️‍🌈', '#️⃣', '*️⃣', '\ufe0f', '\u0301'].map(
    tagSlug,
  );
  expect(new Set(slugs).size).toBe(slugs.length);
  expect(slugs).not.toContain('');
  expect(['❤', '\u26a0\ufe0f News'].map(tagSlug)).toEqual(['❤️', '\u26a0 News'].map(tagSlug));
});
