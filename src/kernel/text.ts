/**
 * A text without the letters at its end. A pattern that is anchored to the end looks at a run of them again
 * from each of its letters: a path of 15,000 slashes takes it a third of a second.
 *
 * @param letter matches one of them
 */
export function withoutEnd(text: string, letter: RegExp): string {
  let end = text.length;
  while (end > 0 && letter.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** `/a` of `/a//`. */
export const withoutSlash = (path: string): string => withoutEnd(path, /\//);

/** `a b` of `a%20b`; the text itself where its percent signs are none of an encoding. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A run of marks, and of the two letters that become marks: no language needs more than the first 30 (UAX
 * #15, 13, Stream-Safe Text Format).
 */
const MARKS = /([\p{M}\uff9e\uff9f]{30})[\p{M}\uff9e\uff9f]+/gu;

/**
 * A text in a normal form of Unicode. Of a run of marks the first 30 are kept: to put them in order takes
 * time by the square of their number, for 100,000 of them some seconds.
 */
export const normalForm = (text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD' = 'NFC'): string =>
  text.replace(MARKS, '$1').normalize(form);

/** The words of a list that is written as a text: `words('b i u')` is `['b', 'i', 'u']`. */
export const words = (list: string): string[] => list.trim().split(/\s+/);

export const wordSet = (list: string): Set<string> => new Set(words(list));

/** For `JSON.stringify`: equal objects have one text, whatever the order of their fields. */
export function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** The rule that a text breaks; null for one that can be kept. */
export function faultOfText(text: string): string | null {
  if (!text.isWellFormed()) return 'well-formed Unicode';
  return text.includes('\0') ? 'without the character U+0000' : null;
}

/**
 * The same for all keys and texts in an object, and numbers that JSON cannot hold, such as 1e400. Not
 * recursive: a client decides how deep an object is.
 */
export function faultOfValuesIn(root: object): string | null {
  for (const pending: unknown[] = [root]; pending.length > 0;) {
    const value = pending.pop();
    if (typeof value === 'number' && !Number.isFinite(value)) return 'numbers only that are finite';
    const texts = typeof value === 'string' ? [value] : [];
    if (typeof value === 'object' && value !== null) {
      // A spread would put them on the stack.
      for (const name of Object.keys(value)) texts.push(name);
      for (const item of Object.values(value) as unknown[]) pending.push(item);
    }
    for (const text of texts) {
      const wrong = faultOfText(text);
      if (wrong !== null) return `texts only that are ${wrong}`;
    }
  }
  return null;
}
