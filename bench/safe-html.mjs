/**
 * Makes safe HTML of each text of a folder, in the folders below it, too, and looks whether a parser reads it
 * as the tree that it shows: the tree, written out, is the HTML. Texts are whole files `*.html`, and the
 * `body` of each line of `*.jsonl`. Ends with 1 when one differs.
 *
 *   npm run -s build && node bench/safe-html.mjs <folder>
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseFragment, serialize } from 'parse5';
import { contentSettings } from '../dist/modules/content/content.settings.js';
import { htmlRules } from '../dist/modules/content/sanitising/html-rules.js';
import sanitize from '../dist/modules/content/sanitising/sanitize.worker.js';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('Usage: node bench/safe-html.mjs <folder>');
  process.exit(2);
}
const { embedHosts } = contentSettings.properties;
const rules = htmlRules(embedHosts.default, new URL('https://site.example'));

/** One way to write what can be written in several, without a change to the tree. */
const canonical = (html) =>
  html.replaceAll('&nbsp;', '\u00a0').replaceAll('&#13;', '\r').replace(/ ?\/>/g, '>').replaceAll('=""', '');

let [texts, differing] = [0, 0];
for (const [name, text] of textsOf(folder)) {
  const [{ html }] = sanitize({ texts: [text], rules });
  const [written, read] = [html, serialize(parseFragment(html))].map(canonical);
  texts += 1;
  if (written === read) continue;
  differing += 1;
  const at = [...written].findIndex((character, n) => character !== read[n]);
  console.log(`${name}, at ${at}: ${JSON.stringify(written.slice(at, at + 80))}`);
}
console.log(`${differing} of ${texts} texts differ from the tree that a parser makes of their safe HTML`);
process.exitCode = differing === 0 && texts > 0 ? 0 : 1;

function* textsOf(path) {
  for (const name of readdirSync(path, { recursive: true })) {
    if (name.endsWith('.html')) yield [name, readFileSync(join(path, name), 'utf8')];
    if (!name.endsWith('.jsonl')) continue;
    const lines = readFileSync(join(path, name), 'utf8').split('\n').filter(Boolean);
    for (const [n, line] of lines.entries()) yield [`${name}:${n + 1}`, JSON.parse(line).body ?? ''];
  }
}
