// Findings of the scraper in stored pages, beside what is expected: node scripts/scraper-report.mjs <folder>
// The folder holds <name>.html and expected.json: { "<name>": { title, byline,
// excerpt, siteName, publishedTime, lang } }.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergeFindings } from '../dist/modules/scraper/infrastructure/parsers/merge.js';
import { builtInParsers } from '../dist/modules/scraper/infrastructure/parsers/precedence.js';

const MIN_SHARE = 0.95;
/** Origin that the pages are said to come from. */
const ORIGIN = 'https://pages.example/test/';

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/scraper-report.mjs <folder>');
  process.exit(2);
}

const FIELDS = {
  title: ({ title }) => [title],
  byline: ({ extra }) => [extra.byline],
  excerpt: ({ extra, description }) => [extra.excerpt, description],
  siteName: ({ extra }) => [extra.site_name],
  publishedTime: ({ extra }) => [extra.published_time],
  lang: ({ extra }) => [extra.lang],
};

const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
const read = await reader();
const counts = Object.fromEntries(Object.keys(FIELDS).map((field) => [field, { expected: 0, hits: 0 }]));
const misses = [];

for (const file of readdirSync(folder).sort()) {
  const name = file.replace(/\.html$/, '');
  if (!file.endsWith('.html') || !Object.hasOwn(expected, name)) continue;
  const page = await scraped(name, readFileSync(join(folder, file)));
  for (const [field, valuesOf] of Object.entries(FIELDS)) {
    const value = expected[name][field];
    // Values that nobody expects may be found all the same.
    if (value === null || value === undefined) continue;
    const found = valuesOf(page).filter(Boolean);
    const isHit = found.some((one) => isSame(field, value, one));
    counts[field].expected++;
    if (isHit) counts[field].hits++;
    else misses.push({ page: name, field, expected: cut(value), found: found.map(cut).join(' / ') || '–' });
  }
}
await read.close();

const total = Object.values(counts).reduce(
  (sum, { expected, hits }) => ({ expected: sum.expected + expected, hits: sum.hits + hits }),
  { expected: 0, hits: 0 },
);
const percent = ({ expected, hits }) => (expected === 0 ? '–' : `${((100 * hits) / expected).toFixed(1)} %`);
console.table(
  Object.fromEntries(
    [...Object.entries(counts), ['all', total]].map(([field, count]) => [
      field,
      { ...count, misses: count.expected - count.hits, share: percent(count) },
    ]),
  ),
);
for (const miss of misses)
  console.log(`${miss.page}: ${miss.field}\n  expected ${miss.expected}\n  found    ${miss.found}`);
if (total.expected === 0) console.error('No page of the folder is expected.');
process.exit(total.expected > 0 && total.hits / total.expected >= MIN_SHARE ? 0 : 1);

async function reader() {
  const { WorkerPageReader } =
    await import('../dist/modules/scraper/infrastructure/extraction/worker-page-reader.js');
  const pages = new WorkerPageReader();
  return {
    facts: (bytes, url) => pages.read({ bytes, contentType: 'text/html', url }),
    close: () => pages.beforeApplicationShutdown(),
  };
}

async function scraped(name, bytes) {
  const url = `${ORIGIN}${name}.html`;
  const size = bytes.length;
  const facts = await read.facts(Uint8Array.from(bytes), url);
  const page = {
    requestedUrl: url,
    url,
    contentType: 'text/html',
    size,
    facts,
    head: Buffer.alloc(0),
  };
  const found = [];
  for (const parser of builtInParsers()) {
    const findings = await parser.parse(page);
    if (findings) found.push({ parser: parser.name, findings });
  }
  return mergeFindings(page, found);
}

function isSame(field, expected, found) {
  if (plain(expected) === plain(found)) return true;
  if (field === 'publishedTime')
    return (
      Date.parse(expected) === Date.parse(found) || found.startsWith(expected) || expected.startsWith(found)
    );
  // "By" stands before a name, it is none of its words.
  return field === 'byline' && plain(expected).replace(/^by:? /, '') === plain(found);
}

function plain(text) {
  return text
    .normalize('NFKC')
    .replace(/[‘’‚′`]/g, "'")
    .replace(/[“”„″]/g, '"')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}

function cut(value) {
  const text = String(value).replace(/\s+/g, ' ');
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
