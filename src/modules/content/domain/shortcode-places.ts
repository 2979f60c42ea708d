import { isBlock, isUnseen, type OpenTag, OpenTags, type Paragraph, type Position } from './safe-html.js';
import { withoutAttributes } from './tag-attributes.js';
import { readShortcode, type Shortcode } from './shortcode.js';

/** Limit of shortcodes in one text; the rest is shown as text. */
export const MAX_SHORTCODES = 500;
export const MAX_CHARACTERS = 1_000_000;

/** A part of a text for which something else is shown. */
export interface Place {
  readonly start: number;
  readonly end: number;
  /** Null where the source itself shall be shown. */
  readonly shortcode: Shortcode | null;
  readonly source: string;
  /** Position in a paragraph that may be divided there. */
  readonly position: Position | null;
}

export interface Found {
  readonly places: readonly Place[];
  /** Apparent shortcodes that are shown as text, and why. */
  readonly warnings: ReadonlySet<string>;
}

/**
 * Finds shortcodes between the tags of HTML that was made safe, in linear time. Inside of links, of code and
 * of players they stay text, in attributes anyway. `[[name …]]` stands for the text `[name …]`.
 *
 * @param openings global pattern of the bracket and the name of all shortcodes that there are
 */
export function findShortcodes(safe: string, openings: RegExp): Found {
  const places: Place[] = [];
  const warnings = new Set<string>();
  const tags = new OpenTags(safe);
  let attempts = 0;
  let characters = 0;
  openings.lastIndex = 0;
  for (let match = openings.exec(safe); match; match = openings.exec(safe)) {
    const start = match.index;
    tags.passTo(start);
    if (tags.at > start) openings.lastIndex = tags.at;
    else if (tags.isVerbatim) {
      if (tags.isInLink) warnings.add(`${match[0]} …] stands inside of a link and is shown as text.`);
    } else if (++attempts > MAX_SHORTCODES || characters > MAX_CHARACTERS) {
      warnings.add(
        `A text may have ${MAX_SHORTCODES} shortcodes of ${MAX_CHARACTERS} characters in all; those after them are shown as text.`,
      );
      break;
    } else {
      const { shortcode, end } = readShortcode(safe, start);
      characters += end - start;
      if (shortcode) {
        places.push(placeOf(safe, { start, end, shortcode }, places.at(-1)?.end ?? 0, tags));
        openings.lastIndex = places.at(-1)?.end ?? end;
      } else warnings.add(`${match[0]} … is not a whole shortcode and is shown as text.`);
    }
  }
  if (places.length > 0) tags.passTo(safe.length);
  return { places, warnings };
}

/** A bracket, a name, and either a URL or the key of a value. */
const APPARENT =
  /(?<!\[)\[([a-z][a-z0-9_-]{0,63})\s{1,9}(?:[a-z_][a-z0-9_-]{0,63}=|(?:<a\s[^<>]{0,500}>)?https?:\/\/)/gi;
/** More of them tell a client nothing. */
const MAX_UNKNOWN = 20;

/**
 * Warnings about names of apparent shortcodes that nothing renders, in HTML that was made safe. Words in
 * brackets, such as `[sic]` and `[1]`, are no shortcodes.
 */
export function unknownShortcodes(safe: string, isKnown: (name: string) => boolean): ReadonlySet<string> {
  const warnings = new Set<string>();
  let tags: OpenTags | null = null;
  for (const { index, 1: name = '' } of safe.matchAll(APPARENT)) {
    if (warnings.size >= MAX_UNKNOWN) break;
    if (isKnown(name.toLowerCase())) continue;
    tags ??= new OpenTags(safe);
    tags.passTo(index);
    const isText = tags.at <= index && !tags.isVerbatim;
    if (isText) warnings.add(`There is no shortcode "${name}": [${name} …] is shown as text.`);
  }
  return warnings;
}

/** @param free where nothing has a place yet */
function placeOf(
  safe: string,
  { start, end, shortcode }: { start: number; end: number; shortcode: Shortcode },
  free: number,
  { position }: OpenTags,
): Place {
  const isEscaped = start > free && safe[start - 1] === '[' && safe[end] === ']';
  return isEscaped
    ? { start: start - 1, end: end + 1, shortcode: null, source: safe.slice(start, end), position }
    : { start, end, shortcode, source: shortcode.source, position };
}

interface Filled extends Place {
  readonly fragment: string;
}

/**
 * Puts HTML in the places. A paragraph is divided around blocks, and is gone when nothing else was in it.
 *
 * @param fragments one for each place
 */
export function fill(safe: string, { places }: Found, fragments: readonly string[]): string {
  let result = '';
  let at = 0;
  for (const { paragraph, filled } of byParagraph(places, fragments)) {
    if (paragraph) {
      result += safe.slice(at, paragraph.start) + divided(safe, paragraph, filled);
      at = paragraph.end;
      continue;
    }
    for (const { start, end, fragment } of filled) {
      result += safe.slice(at, start) + fragment;
      at = end;
    }
  }
  return result + safe.slice(at);
}

/** Groups places by paragraph: places of one paragraph follow each other, or it could not be divided. */
function byParagraph(places: readonly Place[], fragments: readonly string[]) {
  const groups: { readonly paragraph: Paragraph | null; readonly filled: Filled[] }[] = [];
  for (const [index, place] of places.entries()) {
    const filled = { ...place, fragment: fragments[index] ?? '' };
    const paragraph = place.position?.paragraph.isDivisible ? place.position.paragraph : null;
    const group = groups.at(-1);
    if (group?.paragraph === paragraph) group.filled.push(filled);
    else groups.push({ paragraph, filled: [filled] });
  }
  return groups;
}

function divided(safe: string, { start: from, end: to }: Paragraph, filled: readonly Filled[]): string {
  let result = '';
  let part = '';
  let at = from;
  for (const { start, end, position, fragment } of filled) {
    const around = position?.around ?? [];
    part += safe.slice(at, start);
    at = end;
    if (isBlock(fragment)) {
      result += seen(part + closing(around)) + fragment;
      part = opening(around);
    } else part += fragment;
  }
  return result + seen(part + safe.slice(at, to));
}

function seen(part: string): string {
  return isUnseen(part) ? '' : part;
}

function closing(tags: readonly OpenTag[]): string {
  return tags.reduceRight((html, { name }) => `${html}</${name}>`, '');
}

/** A longer tag, full of attributes, is not written again for every part of a paragraph. */
const MAX_REPEATED_TAG = 300;

function opening(tags: readonly OpenTag[]): string {
  return tags
    .map(({ name, source }) =>
      source.length > MAX_REPEATED_TAG ? `<${name}>` : withoutAttributes(source, 'id'),
    )
    .join('');
}
