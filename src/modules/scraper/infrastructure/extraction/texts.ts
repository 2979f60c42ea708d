import type { DomElement, DomNode } from './markup/dom.ts';
import { inPlainText } from './markup/formulas.ts';

/** Limit of any single text of the facts. */
export const MAX_STRING = 10_000;

/** As HTML has it, and those that must not break; the wide blanks of Chinese and Japanese texts stay. */
const BLANKS = /[\t\n\v\f\r \u00a0\u2028\u2029]+/g;

/** Whitespace collapsed, without NUL and halves of characters, cut after `limit`. */
export function collapse(text: string, limit = MAX_STRING): string {
  return clip(text, limit * 4)
    .replaceAll('\0', '')
    .replace(BLANKS, ' ')
    .trim()
    .slice(0, limit)
    .toWellFormed()
    .trimEnd();
}

/** The text without NUL and halves of characters, cut after `limit`; blanks stay. */
export function clip(text: string, limit = MAX_STRING): string {
  return text.slice(0, limit).replaceAll('\0', '').toWellFormed();
}

export function collapseOrNull(text: string | null | undefined, limit?: number): string | null {
  return text ? collapse(text, limit) || null : null;
}

const MAX_ADDRESS = 4_096;

/** Makes the addresses of a page absolute. */
export class Addresses {
  private readonly base: string;

  /** @param base absolute, or what stands in `<base href>` of a page */
  constructor(url: string, base: string | null) {
    const isBase = base !== null && URL.canParse(base, url) && isOfWeb(new URL(base, url));
    this.base = isBase ? new URL(base, url).href : url;
  }

  /** @returns null when it is no address over http or https */
  absolute(address: string | null | undefined): string | null {
    const trimmed = address?.trim();
    if (!trimmed || trimmed.length > MAX_ADDRESS || !URL.canParse(trimmed, this.base)) return null;
    const url = new URL(trimmed, this.base);
    return isOfWeb(url) && url.href.length <= MAX_ADDRESS ? url.href : null;
  }
}

function isOfWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

const TEXT_NODE = 3;
const ELEMENT_NODE = 1;
const MAX_VISITED = 5_000;
const SILENT = new Set(['script', 'style', 'template', 'noscript']);

/** The text within an element, collapsed; reads no further than it needs to. */
export function textOf(element: DomElement, limit = MAX_STRING): string {
  const parts: string[] = [];
  let length = 0;
  let node: DomNode | null = element.firstChild;
  for (let visited = 0; node && visited < MAX_VISITED && length < limit * 2; visited += 1) {
    if (node.nodeType === TEXT_NODE) {
      const text = node.nodeValue ?? '';
      parts.push(inPlainText(text.slice(0, limit * 2), node.parentElement?.localName));
      length += text.length;
    }
    node = following(node, element);
  }
  return collapse(parts.join(''), limit);
}

/** The next node in the order of the page that is still within `root`. */
function following(node: DomNode, root: DomNode): DomNode | null {
  if (node.firstChild && (node.nodeType !== ELEMENT_NODE || isRead(node as DomElement)))
    return node.firstChild;
  let current: DomNode | null = node;
  while (current && current !== root) {
    if (current.nextSibling) return current.nextSibling;
    current = current.parentNode;
  }
  return null;
}

/** Formulas are in a page twice: once for readers, once for programs that read aloud. */
function isRead(element: DomElement): boolean {
  return !SILENT.has(element.localName) && element.getAttribute('aria-hidden') !== 'true';
}
