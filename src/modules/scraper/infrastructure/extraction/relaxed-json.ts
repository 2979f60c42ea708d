import { decodeHTMLStrict } from 'entities';

/*
 * JSON as it stands in pages: in comments of HTML or CDATA, with comments, commas too many, line breaks
 * within strings, or escaped as if it were HTML.
 */

/** @returns undefined when it is no JSON, however it is read */
export function parseRelaxed(text: string): unknown {
  for (const attempt of [() => text, () => tidied(text), () => tidied(decodeHTMLStrict(text))]) {
    try {
      return JSON.parse(attempt()) as unknown;
    } catch {
      // The next attempt is more lenient.
    }
  }
  return undefined;
}

/** One token: a string, a comment, a wrapper of the whole, a comma, a run of anything else. */
const TOKEN =
  /"(?:[^"\\]|\\[^])*"?|\/\/\s*(?:<!\[CDATA\[|\]\]>)|<!--|-->|<!\[CDATA\[|\]\]>|\/\*|\/\/|,|[^"/<\-\],]+|[^]/y;

/** In time proportional to its length. */
function tidied(text: string): string {
  const kept: string[] = [];
  let comma = false;
  for (let at = 0; at < text.length;) {
    TOKEN.lastIndex = at;
    const token = TOKEN.exec(text)?.[0] ?? text.slice(at);
    at += token.length;
    if (token === '/*') at = after(text, '*/', at);
    else if (token === '//') at = after(text, '\n', at);
    else if (token === ',') comma = true;
    else if (!IGNORED.test(token)) {
      const part = token.startsWith('"') ? token.replace(CONTROLS, ' ') : token;
      const isBlank = part.trim() === '';
      if (comma && !isBlank && !/^\s*[\]}]/.test(part)) kept.push(',');
      if (!isBlank) comma = false;
      kept.push(part);
    }
  }
  return kept.join('').replace(/[;\s]{1,100}$/, '');
}

const IGNORED = /^(?:\/\/\s*(?:<!\[CDATA\[|\]\]>)|<!--|-->|<!\[CDATA\[|\]\]>)$/;
// eslint-disable-next-line no-control-regex -- these are what JSON forbids in a string
const CONTROLS = /[\0-\x1f]/g;

function after(text: string, mark: string, from: number): number {
  const found = text.indexOf(mark, from);
  return found < 0 ? text.length : found + mark.length;
}
