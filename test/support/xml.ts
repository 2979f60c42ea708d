import { createRequire } from 'node:module';

/** The part of jsdom that the tests use; its own types want a browser. */
export interface Element {
  readonly tagName: string;
  readonly textContent: string;
  readonly children: Iterable<Element>;
  readonly attributes: Iterable<{ readonly name: string; readonly value: string }>;
  getAttribute(name: string): string | null;
  getElementsByTagName(name: string): Iterable<Element>;
  querySelectorAll(selector: string): Iterable<Element>;
}
interface Jsdom {
  readonly JSDOM: new (
    text: string,
    options?: { contentType: string },
  ) => { readonly window: { readonly document: Element & { readonly documentElement: Element } } };
}
const { JSDOM } = createRequire(import.meta.url)('jsdom') as Jsdom;

/** @throws when it is not well-formed */
export const parseXml = (text: string): Element =>
  new JSDOM(text, { contentType: 'text/xml' }).window.document.documentElement;

/** As browsers read it. */
export const parseHtml = (text: string): Element => new JSDOM(text).window.document;

/** Texts of all elements of a name, at any depth. */
export const textsOf = (within: Element, name: string): string[] =>
  Array.from(within.getElementsByTagName(name), ({ textContent }) => textContent);
