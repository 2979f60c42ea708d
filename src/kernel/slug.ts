import type * as Transliteration from 'transliteration';
import { requirePackage } from './packages.js';
import { normalForm } from './text.js';

/** Characters that nobody sees, and that tell no two words apart: soft hyphens, variants of emoji. */
export const INVISIBLE = /[\u00ad\u200b\u2060\ufeff]|\p{Variation_Selector}/gu;

const SPELLED_OUT: readonly [RegExp, string][] = [
  [INVISIBLE, ''],
  [/['’‘`´]/gu, ''],
  [/&/gu, ' and '],
  [/(?<=[\p{L}\p{N}+])\+/gu, ' plus '],
  [/(?<=\p{L})#/gu, ' sharp '],
];

/** Characters that are read for each of a slug, which may leave out most of them; the rest is not. */
const READ_FOR_EACH = 20;

/** Latin letters in lower case that are not plain ASCII, with the marks that belong to them. */
const FOREIGN_LATIN = /[a-z]\p{M}+|(?![a-z])\p{Script=Latin}\p{M}*/gu;

/**
 * The slug of a text: lower case, words joined by single hyphens. Latin letters lose their diacritics (`é` →
 * `e`, `ß` → `ss`, `ə` → `e`); letters of other scripts stay as they are, because no romanisation is right
 * for every language and two different words must not become one. Empty when the text has no letter and no
 * digit.
 *
 * @param maxLength in characters; a longer slug is cut at a word's end where there is one.
 */
export function slugify(text: string, maxLength = 200): string {
  let spelled = normalForm(text.slice(0, maxLength * READ_FOR_EACH));
  for (const [pattern, replacement] of SPELLED_OUT) spelled = spelled.replace(pattern, replacement);
  const words = inAscii(spelled).match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu) ?? [];
  return cutAtWord(normalForm(words.join('-')), maxLength);
}

/** The ASCII letters and digits of a text, lower case, without separators: `Paul Berry` → `paulberry`. */
export function asciiName(text: string): string {
  return transliterate(inAscii(text))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 80);
}

/** Like {@link slugify}, and never empty: a text of symbols alone gets the code points of its characters. */
export function tagSlug(title: string): string {
  const symbols = normalForm(title).trim();
  return (
    slugify(title, 500) ||
    Array.from(
      symbols.replace(INVISIBLE, '') || symbols,
      (symbol) => `u${symbol.codePointAt(0)?.toString(16) ?? ''}`,
    )
      .join('-')
      .slice(0, 500)
  );
}

/**
 * Ends a name that another one has: nothing at the first attempt, then `-<id>`, then `-<id>-2` …
 *
 * @param attempt from 0 on
 */
export function idEnding(id: number, attempt: number): string {
  if (attempt === 0) return '';
  return attempt === 1 ? `-${id}` : `-${id}-${attempt}`;
}

/** The name without the ending that {@link idEnding} gave it. */
export const withoutIdEnding = (name: string, id: number): string =>
  name.replace(new RegExp(`-${id}(-\\d+)?$`), '');

/** The text in lower case, its Latin letters in ASCII. Letters of which the library knows nothing stay. */
function inAscii(text: string): string {
  return normalForm(text.toLowerCase()).replace(FOREIGN_LATIN, foldLatin);
}

function foldLatin(letter: string): string {
  if (letter === 'ə') return 'e';
  const withoutMarks = () => normalForm(letter, 'NFKD').replaceAll(/\p{M}+/gu, '');
  for (const spelling of [() => letter, () => letter.toUpperCase(), withoutMarks]) {
    const text = transliterate(spelling());
    if (/^[a-z]/i.test(text)) return text.toLowerCase();
  }
  return letter.toLowerCase();
}

const ASCII = /^[\x20-\x7e]*$/;

/** The tables of the library take 4 MB, and it changes nothing in ASCII. */
function transliterate(text: string): string {
  if (ASCII.test(text)) return text;
  return (requirePackage('transliteration') as typeof Transliteration).transliterate(text);
}

function cutAtWord(slug: string, maxLength: number): string {
  if (slug.length <= maxLength) return slug;
  const cut = Array.from(slug.slice(0, maxLength));
  if (/[\uD800-\uDBFF]$/.test(cut.at(-1) ?? '')) cut.pop();
  const text = cut.join('');
  const lastHyphen = text.lastIndexOf('-');
  return lastHyphen > maxLength / 2 ? text.slice(0, lastHyphen) : text;
}
