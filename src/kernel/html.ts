import { decodeHTML } from 'entities';

/** HTML that {@link html} inserts as it is. */
export class RawHtml {
  constructor(readonly html: string) {}
}

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const SPECIAL = /[&<>"']/;

/**
 * Makes text safe between tags and in quoted attributes. URLs need more: their scheme has to be looked at.
 */
export function escapeHtml(text: string): string {
  return SPECIAL.test(text) ? text.replace(/[&<>"']/g, (character) => ESCAPED[character] ?? character) : text;
}

/** Inserts HTML that is known to be safe. */
export function raw(safe: string): RawHtml {
  return new RawHtml(safe);
}

/**
 * Attributes with a blank before each; null, undefined and false leave one out, true writes its name alone.
 */
export function attributes(
  values: Readonly<Record<string, string | number | boolean | null | undefined>>,
): RawHtml {
  let text = '';
  for (const name in values) {
    const value = values[name];
    if (value === null || value === undefined || value === false) continue;
    text += value === true ? ` ${name}` : ` ${name}="${escapeHtml(String(value))}"`;
  }
  return new RawHtml(text);
}

type Inserted = string | number | RawHtml | null | undefined;

/** A template that escapes whatever is inserted but {@link RawHtml}; null and undefined insert nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Inserted[]): string {
  let text = parts[0] ?? '';
  for (let index = 0; index < values.length; index++)
    text += inserted(values[index]) + (parts[index + 1] ?? '');
  return text;
}

function inserted(value: Inserted): string {
  if (typeof value === 'string') return escapeHtml(value);
  if (value instanceof RawHtml) return value.html;
  return value === null || value === undefined ? '' : String(value);
}

const BREAK = /<(?:br|\/?(?:p|div|li|h\d|blockquote))\b[^>]*>/gi;

/** The text of HTML that is safe, in one line. */
export function plainText(safe: string): string {
  return decodeHTML(safe.replace(BREAK, ' ').replace(/<[^>]*>/g, ''))
    .replace(/\s+/g, ' ')
    .trim();
}
