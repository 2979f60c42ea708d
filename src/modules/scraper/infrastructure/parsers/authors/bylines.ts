import { words } from '../../../../../kernel/text.js';
import { cleanText } from '../text.js';
import { writtenDate } from '../times/written-dates.js';
import { bareName } from './roles.js';

const MAX_AUTHORS = 20;
const MAX_NAME_CHARACTERS = 200;
const MAX_BYLINE_CHARACTERS = 500;

const oneOf = (list: string) => words(list).join('|');
const PREFIX = new RegExp(
  `^(?:(?:${oneOf('written posted published reported words story text')}) )?by(?:[:\\s]|$)\\s*|^(?:${oneOf('authors? autore? autora? auteur')}):\\s*`,
  'i',
);
/** German, French and Spanish; a name may begin with `Von`, and is short then. */
const FOREIGN_PREFIX = /^(?:Von(?= \S+ \S)|Par|Por) (?=\p{Lu})/u;
const ADDRESS = /https?:\/\/|www\.|^[\w-]+(?:\.[\w-]+)*\.[a-z]{2,6}\//i;
const MAIL = /(?:mailto:)?[<([]?[^\s,;|()<>[\]@]*@[^\s,;|()<>[\]]*[>)\]]?/g;
const SEPARATORS = /[|•]|\s[·–—/-]\s/;
/** Separators of names in a list. */
const LIST = /(,? (?:and|und|et|y) |, | & |; )/;
/** Begins what stands behind a name; all that follows goes with it. */
const BESIDE = new RegExp(
  `(?:^|[\\s,;(])(?:${[
    String.raw`(?:last |first |also )?(?:updated|published|posted|modified|reviewed|fact[- ]checked|medically reviewed)\b`,
    String.raw`\d{1,2}:\d\d`,
    String.raw`\d{1,5} ?(?:seconds?|minutes?|mins?|hours?|days?|weeks?|months?|years?) ago`,
    String.raw`(?:reading time|read time|time to read)\b`,
    String.raw`\d{1,3}[ -]?min(?:ute)?s?\b`,
    String.raw`\d[\d.,]{0,9}[km]?\+? (?:shares?|comments?|views?|likes?|followers?|reads?|replies)\b`,
    String.raw`\d{1,2}[/.]\d{1,2}[/.]\d{2,4}(?!\d)`,
    String.raw`(?:follow|view all posts|see all|more (?:from|by)|contact)\b`,
  ].join('|')})`,
  'i',
);
const WEEKDAY =
  /[\s,]*\b(?:on )?(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|mon|tue|wed|thu|fri|sat|sun)\.?[\s,]*$/i;
/** Buttons whose texts run into a name. */
const BUTTON = /^(?:share|tweet|email|e-mail|print|facebook|twitter|comments?|subscribe|bio|profile)$/i;
/** Names of others than the author. */
const OTHERS = /^(?:photo(?:graph)?s?|photography|pictures?|illustrations?|video|graphics?)(?: by\b|:)/i;
/** Placeholders for a missing name. */
const NOBODY =
  /^(?:admin|administrator|anonymous|author|null|undefined|none|n\/a|unknown|false|true|by|on|webmaster)$/i;

/** The byline: names without "By", roles, dates, counts, addresses and repetitions. */
export function cleanByline(values: readonly unknown[]): string {
  const names = new Map<string, string>();
  const parts = new Set<string>();
  for (const value of values.slice(0, MAX_AUTHORS * 2)) {
    const name = cleanName(value);
    const key = name.toLowerCase();
    if (name === '' || names.has(key) || parts.has(key) || names.size === MAX_AUTHORS) continue;
    names.set(key, name);
    // One word may be the surname of several.
    for (const part of key.split(LIST).filter((text) => text.includes(' '))) parts.add(part);
  }
  return cleanText([...names.values()].join(', '), MAX_BYLINE_CHARACTERS);
}

/** The names of a byline, which stand between commas or "and". */
export function namesIn(byline: string): readonly string[] {
  return byline.split(LIST).filter((_part, index) => index % 2 === 0);
}

function cleanName(value: unknown): string {
  const text = cleanText(value, MAX_NAME_CHARACTERS);
  if (typeof value !== 'string' || ADDRESS.test(text)) return '';
  const bare = trimmed(text.replace(MAIL, ''));
  if (/ edited by /i.test(bare)) return bare;
  const parts = withoutPrefix(bare)
    .split(SEPARATORS)
    .map((part) => nameOf(withoutPrefix(part)))
    .filter((part) => part !== '');
  return withoutDoubles(parts.join(', '));
}

function withoutPrefix(text: string): string {
  return trimmed(text).replace(PREFIX, '').replace(FOREIGN_PREFIX, '');
}

/** @returns empty for what holds no name */
function nameOf(part: string): string {
  if (OTHERS.test(part)) return '';
  const ends = [BESIDE.exec(part)?.index, writtenDate(part)?.index, part.length];
  const before = part.slice(0, Math.min(...ends.filter((end) => end !== undefined)));
  const isCut = before.length < part.length;
  const [, behind] = isCut && before === '' ? (/ by (.+)$/i.exec(part) ?? []) : [];
  if (behind !== undefined) return nameOf(behind);
  const name = bareName(withoutButtons(trimmed(isCut ? before.replace(WEEKDAY, '') : before)));
  return NOBODY.test(name) || !/\p{L}/u.test(name) ? '' : name;
}

function withoutButtons(text: string): string {
  const all = text.split(' ');
  while (all.length > 2 && BUTTON.test(all.at(-1) ?? '')) all.pop();
  return all.join(' ');
}

/** `Ann Lee` of `Ann Lee Ann Lee` and of `Ann Lee, ann lee`. */
function withoutDoubles(text: string): string {
  const names = text.split(LIST).map((part, index) => (index % 2 === 0 ? halved(withoutPrefix(part)) : part));
  const kept: string[] = [];
  const keys = new Set<string>();
  const isOneName = new Set(names.filter((_part, index) => index % 2 === 0).map(keyOf)).size === 1;
  for (let index = 0; index < names.length; index += 2) {
    const name = names[index] ?? '';
    const key = keyOf(name);
    if (keys.has(key) && (isOneName || key.includes(' '))) continue;
    keys.add(key);
    if (kept.length > 0) kept.push(names[index - 1] ?? '');
    kept.push(name);
  }
  return kept.join('');
}

function halved(name: string): string {
  const all = name.split(' ');
  const half = all.slice(0, all.length / 2).join(' ');
  const isTwice = all.length % 2 === 0 && all.length > 2;
  return isTwice && keyOf(half) === keyOf(all.slice(all.length / 2).join(' ')) ? half : name;
}

const keyOf = (name: string): string => name.toLowerCase();

const EDGE = /^[\s,;:|•·–—-]$/;

function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && EDGE.test(text[start] ?? '')) start++;
  while (end > start && EDGE.test(text[end - 1] ?? '')) end--;
  return text.slice(start, end);
}
