import { cleanText } from './text.js';

const MAX_AUTHORS = 20;
const MAX_NAME_CHARACTERS = 200;
const MAX_BYLINE_CHARACTERS = 500;

const PREFIX =
  /^(?:(?:written|posted|published|reported|words|story|text) )?by(?:[:\s]|$)\s*|^(?:authors?|autor|auteur):\s*/i;
const ADDRESS = /https?:\/\/|www\.|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}\//i;
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
/** A date after a name, and all that follows it. */
const DATE = new RegExp(
  String.raw`[\s,|•·–—-](?:on |updated |published |posted )?(?:(?:${MONTHS})\.? \d{1,2},? (?:19|20)\d\d|\d{1,2} (?:${MONTHS})\.?,? (?:19|20)\d\d|(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[/.]\d{1,2}[/.](?:19|20)?\d\d)(?!\d)`,
  'i',
);
/** Placeholders for a missing name. */
const NOBODY =
  /^(?:admin|administrator|anonymous|author|null|undefined|none|n\/a|unknown|false|true|by|webmaster)$/i;

/** The byline: names without "By", addresses, dates and repetitions. */
export function cleanByline(values: readonly unknown[]): string {
  const names = new Map<string, string>();
  for (const value of values.slice(0, MAX_AUTHORS * 2)) {
    const name = cleanName(value);
    const key = name.toLowerCase();
    if (name !== '' && !names.has(key) && names.size < MAX_AUTHORS) names.set(key, name);
  }
  return cleanText([...names.values()].join(', '), MAX_BYLINE_CHARACTERS);
}

function cleanName(value: unknown): string {
  const text = cleanText(value, MAX_NAME_CHARACTERS);
  if (typeof value !== 'string' || ADDRESS.test(text)) return '';
  const bare = trimmed(text);
  const unprefixed = / edited by /i.test(bare) ? bare : bare.replace(PREFIX, '');
  const date = DATE.exec(` ${unprefixed}`);
  const name = trimmed(date ? ` ${unprefixed}`.slice(0, date.index) : unprefixed);
  return NOBODY.test(name) || !/\p{L}/u.test(name) ? '' : name;
}

const EDGE = /^[\s,;|•·–—-]$/;

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && EDGE.test(text[start] ?? '')) start++;
  while (end > start && EDGE.test(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}
