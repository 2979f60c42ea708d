import { expect, test } from '@jest/globals';
import { utf8 } from './utf8.js';

const LONG = 5000;

test.each([
  ['nothing', ''],
  ['ASCII', 'plain'],
  ['Latin letters', 'Grüße, déjà vu'],
  ['quotes and dashes', '“Well” – it’s…'],
  ['other scripts', 'Новости 新闻 أخبار'],
  ['characters of two halves', 'a 🎉 and 𝒳'],
  ['half of a character', 'a \ud83c b \udf89 c'],
  ['zero and the last one', '\0 \u00ff \u0100 \uffff'],
])('%s is encoded as Node does, in a short text and in a long one', (_what, text) => {
  for (const one of [text, text + 'x'.repeat(LONG), `${'x'.repeat(LONG)}${text}`, text.repeat(LONG)])
    expect(utf8(one).equals(Buffer.from(one))).toBe(true);
});
