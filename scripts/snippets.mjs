/**
 * Puts the code of examples/ into the documentation: a block of code after the comment `<!-- examples/… -->`
 * is the file that it names, from the first line that is no import when it ends with `, without imports`.
 *
 *   node scripts/snippets.mjs            writes
 *   node scripts/snippets.mjs --check    names what is stale
 */
import { readFileSync, writeFileSync } from 'node:fs';

const DOCUMENTS = ['docs/extending.md', 'docs/graphql.md', 'docs/integration.md'];
const SNIPPET = /(<!-- (examples\/\S+?)(, without imports)? -->\n\n```(\w+)\n)([^]*?)(\n```\n)/g;
const IMPORTS = /^(?:import[^;]*;\n)*\n*/;

/** @returns the document with the code as it is now, and the files whose code it has not */
export function withSnippets(document) {
  const stale = [];
  const text = document.replace(SNIPPET, (_all, start, file, isShort, _language, code, end) => {
    const content = readFileSync(file, 'utf8').trimEnd();
    const wanted = isShort ? content.replace(IMPORTS, '') : content;
    if (wanted !== code) stale.push(file);
    return start + wanted + end;
  });
  return { text, stale };
}

/** Blocks of TypeScript that are cut out of no file. */
export const uncut = (document) =>
  [...document.replace(SNIPPET, '').matchAll(/^```ts\n([^]*?)\n```/gm)].map(([, code]) => code);

if (process.argv[1] === new URL(import.meta.url).pathname) {
  for (const name of DOCUMENTS) {
    const { text, stale } = withSnippets(readFileSync(name, 'utf8'));
    if (process.argv[2] !== '--check') writeFileSync(name, text);
    else if (stale.length > 0) {
      console.error(`${name} is behind ${stale.join(', ')}: run node scripts/snippets.mjs`);
      process.exitCode = 1;
    }
  }
}
