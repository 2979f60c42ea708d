/** Separators between a headline and the name of its site. */
const SEPARATORS = ['|', '-', '–', '—', '·', '•', '»', '«', '::', ':', '/', '>', '_', '✩', '~'];
const SPACED = new RegExp(
  `\\s(?:${SEPARATORS.map((separator) => separator.replace(/[|/]/g, '\\$&')).join('|')})\\s|\\s_|[|｜＿]`,
  'g',
);
const MAX_PARTS = 20;

/** Letters and digits in lower case, for comparing. */
export function comparable(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/**
 * The title without the name of its site, before or after it: where the site's name is known, or where
 * another text of the page (its heading, what it tells others) is the rest.
 *
 * @param others what the same is called elsewhere on the page
 */
export function withoutSiteName(title: string, siteName: string, others: readonly string[] = []): string {
  const parts = cuts(title);
  if (parts.length === 0) return title;
  const headings = new Set(others.map(comparable).filter((other) => other !== ''));
  for (const { before, after } of parts) {
    if (headings.has(comparable(before)) && !headings.has(comparable(title))) return before;
    if (headings.has(comparable(after)) && !headings.has(comparable(title))) return after;
  }
  const site = comparable(siteName);
  if (site === '') return title;
  for (const { before, after } of parts) {
    if (isName(after, site)) return before;
    if (isName(before, site)) return after;
  }
  return title;
}

/** `The Washington Post` at the end of a title, where the site calls itself `Washington Post`. */
function isName(text: string, site: string): boolean {
  const part = comparable(text);
  return part === site || part === `the ${site}` || `the ${part}` === site || part === site.replace(/ /g, '');
}

function cuts(title: string) {
  return [...title.matchAll(SPACED)]
    .slice(0, MAX_PARTS)
    .map((match) => ({
      before: title.slice(0, match.index).trim(),
      after: title.slice(match.index + match[0].length).trim(),
    }))
    .filter(({ before, after }) => before !== '' && after !== '' && !cutsFormula(before));
}

/**
 * Whether a part of a title ends, or begins, within a formula: `Why $a` of `Why $a - b$ is even`. What stands
 * between `$`, `\\(` and `\\)` or `\\[` and `\\]` is a formula.
 */
export function cutsFormula(part: string): boolean {
  const count = (mark: string) => part.split(mark).length - 1;
  return count('$') % 2 === 1 || count('\\(') !== count('\\)') || count('\\[') !== count('\\]');
}

const MIN_WORDS = 3;
/** A shorter text is no title by itself. */
const MIN_TITLE_WORDS = 5;

/**
 * A title before the dash that parts it from what follows on all pages of a
 * site. Readability knows other separators, but no dashes.
 *
 * @returns null when there is no dash, or another separator
 */
export function withoutLastPart(title: string): string | null {
  const dashes = [...title.matchAll(/\s[–—]\s/g)];
  const [last, first] = [dashes.at(-1), dashes[0]];
  if (!last || !first || /\s[|\-\\/>»]\s/.test(title)) return null;
  const before = title.slice(0, last.index);
  const part = wordsIn(before) < MIN_WORDS ? title.slice(first.index + first[0].length) : before;
  return wordsIn(part) < MIN_TITLE_WORDS ? title : part;
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}
