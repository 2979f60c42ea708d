/** Elements that may stand inside a word; every other tag ends the word. */
export const INLINE: readonly string[] =
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  );
const INLINE_TAG = new RegExp(`</?(?:${INLINE.join('|')})\\b[^>]*>`, 'g');
const TAG = /<[^>]*>/g;
/** The sanitiser leaves the first five, renderers of shortcodes the last one. */
const REFERENCE = /&(?:amp|lt|gt|quot|#13|#39);/g;
/** Where a word may be broken; not the end of one. */
const SOFT_HYPHEN = /\u00ad|&shy;/g;
/** A run of letters and digits is a word; scripts that are written without blanks count by the character. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[\p{L}\p{M}\p{N}]+(?:['’-][\p{L}\p{M}\p{N}]+)*/gu;

/** The text of HTML that was made safe, for counting and searching its words. */
export function textOf(safe: string): string {
  return safe
    .replace(SOFT_HYPHEN, '')
    .replace(INLINE_TAG, '')
    .replace(TAG, ' ')
    .replace(REFERENCE, (reference) => (reference === '&#39;' ? "'" : ' '));
}

/** How many words a text has; those of scripts without blanks count by the character. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}
