import { parseFragment, serialize } from 'parse5';

/** One way to write what can be written in several, without a change to the tree. */
const canonical = (html: string) =>
  html.replaceAll('&nbsp;', '\u00a0').replaceAll('&#13;', '\r').replace(/ ?\/>/g, '>').replaceAll('=""', '');

/** HTML as it is written, and as a parser has read it: equal when it is the tree that it shows. */
export function writtenAndRead(html: string): { readonly written: string; readonly read: string } {
  return { written: canonical(html), read: canonical(serialize(parseFragment(html))) };
}
