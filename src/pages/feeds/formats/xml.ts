import { attributes, escapeHtml } from '../../../kernel/html.js';

/**
 * Characters that XML 1.0 excludes, even as references: most control
 * characters, lone surrogates, U+FFFE, U+FFFF.
 */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The text without characters that XML does not allow. */
export function onlyCharacters(text: string): string {
  return text.replace(FORBIDDEN, '');
}

/** A text as it stands between tags and in quoted attributes. */
function escapeXml(text: string): string {
  return escapeHtml(onlyCharacters(text));
}

type Attributes = Readonly<Record<string, string | number>>;

/** An element with a text; nothing where there is none. */
export function element(name: string, text: string | null, given: Attributes = {}): string {
  return text === null ? '' : `${start(name, given)}>${escapeXml(text)}</${name}>`;
}

/** An element with others, which may be none. */
export function parent(name: string, inner: readonly string[], given: Attributes = {}): string {
  const elements = inner.filter((one) => one !== '');
  if (elements.length === 0) return `${start(name, given)}/>`;
  return `${start(name, given)}>\n${elements.join('\n')}\n</${name}>`;
}

function start(name: string, given: Attributes): string {
  const clean = Object.entries(given).map(([key, value]) => [key, onlyCharacters(String(value))]);
  return `<${name}${attributes(Object.fromEntries(clean) as Record<string, string>).html}`;
}
