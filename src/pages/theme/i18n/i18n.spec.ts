import { expect, test } from '@jest/globals';
import { phrasesOf } from './i18n.js';

test.each([
  ['en-GB', 'ltr', '5 min read', '1,234 words', '1 word', '2 of 3'],
  ['de-AT', 'ltr', '5 Min. Lesezeit', '1.234 Wörter', '1 Wort', '2 von 3'],
  ['fa', 'rtl', '5 min read', '1,234 words', '1 word', '2 of 3'],
  ['az-Arab', 'rtl', '5 min read', '1,234 words', '1 word', '2 of 3'],
  ['ar-AE', 'rtl', 'مدة القراءة 5 د', '1,234 كلمة', 'كلمة واحدة', '2 من 3'],
  ['ar-EG', 'rtl', 'مدة القراءة ٥ د', '١٬٢٣٤ كلمة', 'كلمة واحدة', '٢ من ٣'],
  ['he', 'rtl', 'זמן קריאה: 5 דק׳', '1,234 מילים', 'מילה אחת', '2 מתוך 3'],
  ['no such language', 'ltr', '5 min read', '1,234 words', '1 word', '2 of 3'],
])('%s', (locale, direction, minutes, words, word, position) => {
  const i18n = phrasesOf(locale);
  expect(i18n.direction).toBe(direction);
  expect(i18n.minutes(5)).toBe(minutes);
  expect(i18n.words(1234).replace(/\u00a0/g, '.')).toBe(words);
  expect(i18n.words(1)).toBe(word);
  expect(i18n.position(2, 3)).toBe(position);
});

test.each([
  [0, '0 كلمة'],
  [1, 'كلمة واحدة'],
  [2, 'كلمتان'],
  [3, '3 كلمات'],
  [11, '11 كلمة'],
  [100, '100 كلمة'],
])('%d words in Arabic', (count, words) => {
  expect(phrasesOf('ar').words(count)).toBe(words);
});

test.each([
  ['en', '&lt;a&gt;'],
  ['ar', '&lt;a&gt;'],
  ['ja', '<span lang="en" dir="ltr">&lt;a&gt;</span>'],
  ['fa', '<span lang="en" dir="ltr">&lt;a&gt;</span>'],
])('what the theme says is told from the language around it: %s', (locale, markup) => {
  expect(phrasesOf(locale).told('<a>').html).toBe(markup);
});

test.each([
  [0, ['']],
  [1, ['', '']],
  [2, ['', ' and ', '']],
  [3, ['', ', ', ' and ', '']],
])('what stands between %d names', (count, between) => {
  expect(phrasesOf('en-GB').enumeration(count)).toEqual(between);
});
