/** The words of a list that is written as a text: `words('b i u')` is `['b', 'i', 'u']`. */
export const words = (list: string): string[] => list.trim().split(/\s+/);

export const wordSet = (list: string): Set<string> => new Set(words(list));
