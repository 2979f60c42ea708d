/** Elements that may stand inside a word; every other tag ends the word. */
export const INLINE: readonly string[] =
  'a abbr b bdi bdo cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  );
const INLINE_TAG = new RegExp(`</?(?:${INLINE.join('|')})\\b[^>]*>`, 'g');
const TAG = /<[^>]*>/g;
/** The sanitiser leaves the first five, renderers of shortcodes the last one. */
const REFERENCE = /&(?:amp|lt|gt|quot|#13|#39);/g;
/** Soft hyphens, which do not end a word. */
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

/** Number of words; scripts without blanks count by the character. */
export function countWords(text: string): number {
  return text.match(WORD)?.length ?? 0;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#13;': ' ',
  '&#39;': "'",
};
/** Shown as something else than words. */
const UNREAD = /<(figcaption|iframe|audio|video|table)\b[^>]*>[\s\S]*?<\/\1>/g;
/** Begin of a text in which its first words are, whatever stands between them. */
const HEAD_CHARACTERS = 20_000;
const EXCERPT_CHARACTERS = { least: 250, most: 300 };

/**
 * The first words of HTML that was made safe, as plain text of at most 300
 * characters: cut between words from the 250th character on.
 */
export function excerptOf(safe: string): string {
  const head = safe.slice(0, HEAD_CHARACTERS).replace(/<[^>]*$/, '');
  const text = head
    .replace(UNREAD, ' ')
    .replace(SOFT_HYPHEN, '')
    .replace(INLINE_TAG, '')
    .replace(TAG, ' ')
    .replace(REFERENCE, (reference) => CHARACTERS[reference] ?? ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const { least, most } = EXCERPT_CHARACTERS;
  if (text.length <= most) return text;
  const end = text.lastIndexOf(' ', most);
  return text
    .slice(0, end < least ? most : end)
    .toWellFormed()
    .replace(/\ufffd$/, '');
}
