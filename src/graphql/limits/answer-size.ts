/** Characters of the texts of an answer: twice what a list of REST may have. */
export const MAX_CHARACTERS = 64 * 1024 * 1024;

/** Whether an answer is too large to be written out. The same text may be in it many times, under as many names. */
export function isTooLarge(data: unknown): boolean {
  let characters = 0;
  const waiting: unknown[] = [data];
  while (waiting.length > 0 && characters <= MAX_CHARACTERS) {
    const value = waiting.pop();
    if (typeof value === 'string') characters += value.length;
    else if (typeof value === 'object' && value !== null)
      for (const inner of Object.values(value)) waiting.push(inner);
  }
  return characters > MAX_CHARACTERS;
}
