import { createRequire } from 'node:module';

/*
 * The used part of a DOM. The types of jsdom, and the library `dom` of TypeScript with them, would make the
 * globals of browsers known in every file of the service.
 */

export interface DomNode {
  readonly nodeType: number;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly parentNode: DomNode | null;
  readonly parentElement: DomElement | null;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
}

export interface DomElement extends DomNode {
  readonly textContent: string;
  /** Name of the tag, in lower case. */
  readonly localName: string;
  readonly innerHTML: string;
  readonly childElementCount: number;
  readonly firstElementChild: DomElement | null;
  readonly nextElementSibling: DomElement | null;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  querySelector(selector: string): DomElement | null;
  querySelectorAll(selector: string): Iterable<DomElement>;
}

export interface DomDocument extends DomNode {
  querySelector(selector: string): DomElement | null;
  createTreeWalker(root: DomNode, show: number): { nextNode(): DomNode | null };
}

interface Jsdom {
  readonly JSDOM: new (
    html: string,
    options: { url: string; virtualConsole: object },
  ) => { readonly window: { readonly document: DomDocument } };
  readonly VirtualConsole: new () => object;
}

const { JSDOM, VirtualConsole } = createRequire(import.meta.url)('jsdom') as Jsdom;

/** Neither runs a script nor loads anything: jsdom does so only when it is told to. Writes to no console. */
export function parseDocument(html: string, url: string): DomDocument {
  return new JSDOM(html, { url, virtualConsole: new VirtualConsole() }).window.document;
}

const SHOW_ELEMENTS = 1;

/** All elements in the order of the page. */
export function* elementsOf(document: DomDocument): Generator<DomElement> {
  const walker = document.createTreeWalker(document, SHOW_ELEMENTS);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) yield node as DomElement;
}
