import { normalForm } from '../../../kernel/text.js';
import { INVISIBLE } from '../../../kernel/slug.js';

/** Scripts that are written without blanks between words: every two neighbours stand for a word. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]`;
/** The apostrophe U+02BC counts as a letter to Unicode. */
const LETTER = String.raw`[[\p{L}\p{N}\p{M}]--${UNSPACED}--[ʼ]]`;
/**
 * A run of such a script, a flag, an emoji, or a run of letters and digits with apostrophes in it. Runs have
 * limits, because a hostile one of millions of letters would exhaust the stack of the matcher.
 */
const TOKEN = new RegExp(
  String.raw`(${UNSPACED}[${UNSPACED}\p{M}]{0,9999})|(\p{RI}\p{RI}|\p{Extended_Pictographic})|(${LETTER}{1,250}(?:['’ʼ＇]${LETTER}{1,250}){0,9})`,
  'gv',
);
const APOSTROPHE = /['’ʼ＇]/u;
/** Trade marks and footnotes stand beside a word, but NFKD makes them part of it. */
const SUPERSCRIPT = /[™℠®©\u00b9\u00b2\u00b3\u2070\u2074-\u2079]/g;
/** The marks that Latin, Greek and Cyrillic letters carry. */
const ACCENT = /[\u0300-\u036f]/g;
/** Letters that are a base letter to readers, but not to Unicode. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ŧ: 't',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ς: 'σ',
};
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'g');

/** A text as it is compared: any case, accents and widths folded (café = CAFE, ﬁ = fi, Straße = STRASSE). */
function fold(text: string): string {
  const letters = normalForm(text.replace(INVISIBLE, '').replace(SUPERSCRIPT, ' '), 'NFKD');
  return normalForm(letters.replace(ACCENT, ''))
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter);
}

/** The words under which a text is found, some of them more than once. */
export function wordsOf(text: string): Iterable<string> {
  return wordsIn(text, true);
}

/**
 * The words that a text has to hold to be found by a phrase; none when there is
 * no letter, digit or emoji in it.
 */
export function wordsOfPhrase(phrase: string): Set<string> {
  return new Set(wordsIn(phrase, false));
}

/** @param isIndexed whether spellings are added under which a phrase may ask for a word */
function* wordsIn(text: string, isIndexed: boolean): Iterable<string> {
  for (const [, unspaced, emoji, word] of fold(text).matchAll(TOKEN)) {
    if (emoji !== undefined) yield emoji;
    else if (unspaced !== undefined) yield* neighboursOf(Array.from(unspaced), isIndexed);
    else if (word !== undefined) yield* spellingsOf(word, isIndexed);
  }
}

/** `don't` is found as `don't`, `don’t` and `dont`; `l'eau` also as `eau`. */
function spellingsOf(word: string, isIndexed: boolean): readonly string[] {
  const parts = word.split(APOSTROPHE);
  return isIndexed && parts.length > 1 ? [...parts, parts.join('')] : parts;
}

function* neighboursOf(characters: readonly string[], isIndexed: boolean): Iterable<string> {
  if (isIndexed || characters.length === 1) yield* characters;
  for (let index = 1; index < characters.length; index++)
    yield `${characters[index - 1] ?? ''}${characters[index] ?? ''}`;
}
