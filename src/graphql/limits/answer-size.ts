/** Characters of the texts and names of an answer: twice what a list of REST may have. */
export const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Whether an answer is too large to be written out. The same text, or name, may be in it many times. */
export function isTooLarge(data: unknown): boolean {
  return charactersIn(data) > MAX_CHARACTERS;
}

/** Stops counting once there are too many. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  let characters = 0;
  if (Array.isArray(value)) {
    for (const inner of value as unknown[]) {
      characters += charactersIn(inner);
      if (characters > MAX_CHARACTERS) break;
    }
    return characters;
  }
  // Unlike Object.values, this makes no list of every object.
  for (const name in value) {
    characters += name.length + charactersIn((value as Record<string, unknown>)[name]);
    if (characters > MAX_CHARACTERS) break;
  }
  return characters;
}
