import { distance } from 'fastest-levenshtein';

/** Most wrong letters in a short name, and in one of at least LONG letters. */
const NEAR = 1;
const NEAR_OF_LONG = 2;
const LONG = 8;

/** Whether two neighbouring letters of one word have changed places in the other. */
function hasSwapped(one: string, other: string): boolean {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const swapped = one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2);
  return at < one.length && swapped === other;
}

/** Edit distance, with a swap of two letters as one edit. */
function mistakes(one: string, other: string): number {
  return hasSwapped(one, other) ? 1 : distance(one, other);
}

/**
 * The nearest of the names, if the given one differs in few letters; capitals
 * do not count. Null if none is near.
 */
export function nearName(given: string, names: Iterable<string>): string | null {
  let least = given.length < LONG ? NEAR : NEAR_OF_LONG;
  let nearest: string | null = null;
  for (const name of names) {
    const letters = mistakes(given.toLowerCase(), name.toLowerCase());
    if (letters > least || (letters === least && nearest !== null)) continue;
    least = letters;
    nearest = name;
  }
  return nearest;
}
