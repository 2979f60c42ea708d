import { distance } from 'fastest-levenshtein';

/** How many letters may be wrong in a short name, and in one of at least LONG letters. */
const NEAR = 1;
const NEAR_OF_LONG = 2;
const LONG = 8;

/** The nearest of the names, if the given one differs in few letters; capitals do not count. Null if none is near. */
export function nearName(given: string, names: Iterable<string>): string | null {
  let least = given.length < LONG ? NEAR : NEAR_OF_LONG;
  let nearest: string | null = null;
  for (const name of names) {
    const letters = distance(given.toLowerCase(), name.toLowerCase());
    if (letters > least || (letters === least && nearest !== null)) continue;
    least = letters;
    nearest = name;
  }
  return nearest;
}
