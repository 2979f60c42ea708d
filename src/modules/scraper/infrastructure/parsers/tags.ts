import { decodeHTMLStrict } from 'entities';
import { cleanText } from './text.js';

const MAX_TAGS = 50;
const MAX_TAG_CHARACTERS = 100;
const MAX_LIST_CHARACTERS = 10_000;

/** Tags of texts, each of them one tag or a list with commas; each tag once, whatever its case. */
export function tagsOf(values: readonly unknown[]): readonly string[] {
  const tags = new Map<string, string>();
  for (const value of values.slice(0, MAX_TAGS * 4)) {
    if (typeof value !== 'string') continue;
    for (const part of decodeHTMLStrict(value.slice(0, MAX_LIST_CHARACTERS)).split(/[,;，、]/)) {
      const tag = cleanText(part, MAX_TAG_CHARACTERS);
      const key = tag.toLowerCase();
      if (tag !== '' && !tags.has(key) && tags.size < MAX_TAGS) tags.set(key, tag);
    }
  }
  return [...tags.values()];
}
