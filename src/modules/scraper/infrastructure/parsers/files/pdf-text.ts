const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
const MAX_CHARACTERS = 4000;

/** The text of a string object of PDF: `(literal)` or `<68 65 78>`; empty when none begins there. */
export function pdfString(source: string, start: number): string {
  let at = start;
  while (at < source.length && /\s/.test(source[at] ?? '')) at++;
  if (source[at] === '(') return decoded(literal(source, at + 1));
  if (source[at] === '<' && source[at + 1] !== '<') return decoded(hexadecimal(source, at + 1));
  return '';
}

/** Brackets may stand in pairs; a backslash escapes one, names a character, or joins two lines. */
function literal(source: string, start: number): string {
  let text = '';
  let depth = 1;
  const limit = Math.min(source.length, start + MAX_CHARACTERS);
  for (let at = start; at < limit; at++) {
    const character = source[at] ?? '';
    if (character === '\\') {
      const [, octal] = /^([0-7]{1,3})/.exec(source.slice(at + 1, at + 4)) ?? [];
      const next = source[at + 1] ?? '';
      if (octal !== undefined) text += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      else if (next !== '\n' && next !== '\r') text += ESCAPES[next] ?? next;
      at += octal?.length ?? 1;
      continue;
    }
    if (character === '(') depth++;
    if (character === ')' && --depth === 0) return text;
    text += character;
  }
  return '';
}

function hexadecimal(source: string, start: number): string {
  const end = source.indexOf('>', start);
  if (end < 0 || end - start > MAX_CHARACTERS * 2) return '';
  const digits = source.slice(start, end).replace(/[^\da-f]/gi, '');
  return Buffer.from(digits.length % 2 ? `${digits}0` : digits, 'hex').toString('latin1');
}

/** UTF-16 or UTF-8 with their marks, else what is close to Latin-1. */
function decoded(bytes: string): string {
  const buffer = Buffer.from(bytes, 'latin1');
  if (bytes.startsWith('\xfe\xff')) return new TextDecoder('utf-16be').decode(buffer);
  if (bytes.startsWith('\xff\xfe')) return new TextDecoder('utf-16le').decode(buffer);
  if (bytes.startsWith('\xef\xbb\xbf')) return buffer.toString('utf8').slice(1);
  return new TextDecoder('windows-1252').decode(buffer);
}
