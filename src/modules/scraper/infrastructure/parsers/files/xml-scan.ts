import { decodeHTMLStrict } from 'entities';

const MAX_DEPTH = 100;
const MAX_TEXT_CHARACTERS = 20_000;

/**
 * An element that has ended: its name, those that it stands in, and what it
 * says. Names are in lower case, with their prefixes.
 */
export interface XmlElement {
  readonly name: string;
  /** Names of the elements around it, the outermost first. */
  readonly path: readonly string[];
  readonly attributes: ReadonlyMap<string, string>;
  /** Its own text, without that of inner elements. */
  readonly text: string;
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  text: string;
}

/**
 * Reads XML from its start to its end once, as far as it is understandable: no entities are declared, nothing
 * is loaded. What was cut off in the middle is read up to there.
 *
 * @param onElement called at the end of each; false ends the reading
 */
export function scanXml(xml: string, onElement: (element: XmlElement) => boolean): void {
  const open: Open[] = [];
  let at = 0;
  while (at < xml.length) {
    const start = xml.indexOf('<', at);
    if (start < 0) return;
    addText(open, decodeHTMLStrict(xml.slice(at, Math.min(start, at + MAX_TEXT_CHARACTERS))));
    if (xml.startsWith('<![CDATA[', start)) {
      const end = xml.indexOf(']]>', start);
      if (end < 0) return;
      addText(open, xml.slice(start + 9, Math.min(end, start + MAX_TEXT_CHARACTERS)));
      at = end + 3;
      continue;
    }
    const isComment = xml.startsWith('<!--', start);
    const end = xml.indexOf(isComment ? '-->' : '>', start);
    if (end < 0) return;
    at = end + (isComment ? 3 : 1);
    if (isComment || xml[start + 1] === '!' || xml[start + 1] === '?') continue;
    if (!passTag(xml.slice(start + 1, end), open, onElement)) return;
  }
}

function passTag(tag: string, open: Open[], onElement: (element: XmlElement) => boolean): boolean {
  if (tag.startsWith('/')) {
    const name = nameOf(tag.slice(1));
    const index = open.findLastIndex((element) => element.name === name);
    if (index < 0) return true;
    open.length = index + 1;
    return close(open, onElement);
  }
  if (open.length >= MAX_DEPTH) return false;
  open.push({ name: nameOf(tag), attributes: attributesOf(tag), text: '' });
  return tag.endsWith('/') ? close(open, onElement) : true;
}

function close(open: Open[], onElement: (element: XmlElement) => boolean): boolean {
  const element = open.pop();
  return !element || onElement({ ...element, path: open.map(({ name }) => name) });
}

function addText(open: readonly Open[], text: string): void {
  const element = open.at(-1);
  if (element && element.text.length < MAX_TEXT_CHARACTERS) element.text += text;
}

function nameOf(tag: string): string {
  return (/^[^\s/>]{1,100}/.exec(tag)?.[0] ?? '').toLowerCase();
}

const ATTRIBUTE = /([^\s=/"']{1,100})=(?:"([^"]*)"|'([^']*)')/g;
const MAX_TAG_CHARACTERS = 4000;

function attributesOf(tag: string): ReadonlyMap<string, string> {
  const matches = tag.slice(0, MAX_TAG_CHARACTERS).matchAll(ATTRIBUTE);
  return new Map(
    [...matches].map(([, name = '', quoted, single = '']) => [
      name.toLowerCase(),
      decodeHTMLStrict(quoted ?? single),
    ]),
  );
}
