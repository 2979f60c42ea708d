import { distance } from 'fastest-levenshtein';

/** Letters of a short name that may be wrong, and of a longer one. */
const NEAR = 1;
const NEAR_OF_LONG = 2;
const LONG = 8;

/** The name that was probably meant by another one, in which few letters or only capitals are wrong; null for no name. */
export function nearName(given: string, names: Iterable<string>): string | null {
  const limit = given.length < LONG ? NEAR : NEAR_OF_LONG;
  const far = (name: string) => distance(given.toLowerCase(), name.toLowerCase());
  const [nearest] = [...names].sort((one, other) => far(one) - far(other));
  return nearest !== undefined && far(nearest) <= limit ? nearest : null;
}
