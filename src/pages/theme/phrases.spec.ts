import { expect, test } from '@jest/globals';
import { phrasesOf } from './phrases.js';

test.each([
  ['en-GB', 'ltr', '5 min read', '1,234 words', '1 word', '2 of 3'],
  ['de-AT', 'ltr', '5 Min. Lesezeit', '1.234 Wörter', '1 Wort', '2 von 3'],
  ['fa', 'rtl', '5 min read', '1,234 words', '1 word', '2 of 3'],
  ['az-Arab', 'rtl', '5 min read', '1,234 words', '1 word', '2 of 3'],
  ['no such language', 'ltr', '5 min read', '1,234 words', '1 word', '2 of 3'],
])('%s', (locale, direction, minutes, words, word, position) => {
  const phrases = phrasesOf(locale);
  expect(phrases.direction).toBe(direction);
  expect(phrases.minutes(5)).toBe(minutes);
  expect(phrases.words(1234).replace(/\u00a0/g, '.')).toBe(words);
  expect(phrases.words(1)).toBe(word);
  expect(phrases.position(2, 3)).toBe(position);
});

test.each([
  [0, ['']],
  [1, ['', '']],
  [2, ['', ' and ', '']],
  [3, ['', ', ', ' and ', '']],
])('what stands between %d names', (count, between) => {
  expect(phrasesOf('en-GB').enumeration(count)).toEqual(between);
});
