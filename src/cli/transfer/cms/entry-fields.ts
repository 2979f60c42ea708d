import { plainText } from '../../../kernel/html.js';
import type { EntryNote } from './source-entry.js';

const MAX_TAGS = 500;
const MAX_TAG = 255;
/** A headline that is made of the text. */
const MAX_MADE_HEADLINE = 80;

export const UNKNOWN_STATUS: EntryNote = {
  reason: 'status',
  text: 'posts of an unknown status become drafts',
};
const MADE_HEADLINE: EntryNote = {
  reason: 'no-title',
  text: 'posts without a title get the beginning of their text',
};
const MANY_TAGS: EntryNote = { reason: 'tags', text: `tags beyond ${MAX_TAGS}, or too long, are left out` };

/** Every article has a headline. */
export function headlineOf(title: string, html: string): [string, readonly EntryNote[]] {
  if (title !== '') return [title, []];
  const text = Array.from(
    plainText(html.slice(0, 10_000))
      .replace(/\[[^\]]*\]/g, ' ')
      .trim(),
  );
  const beginning = text.slice(0, MAX_MADE_HEADLINE).join('').trim();
  return [text.length > MAX_MADE_HEADLINE ? `${beginning} …` : beginning || 'Untitled', [MADE_HEADLINE]];
}

export function tagsField(titles: readonly string[]): [string[], readonly EntryNote[]] {
  const tags = [...new Set(titles)].filter((tag) => tag !== '');
  const fitting = tags.filter(({ length }) => length <= MAX_TAG).slice(0, MAX_TAGS);
  return [fitting, fitting.length < tags.length ? [MANY_TAGS] : []];
}

/** Fields that have a text. */
export function metaFields(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const texts = Object.entries(fields).map(([name, text]) => [
    name,
    typeof text === 'string' ? text.trim() : '',
  ]);
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as Record<string, string>;
}
