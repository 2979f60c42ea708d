import { describe, expect, test } from '@jest/globals';
import { decodeHTML } from 'entities';
import fc from 'fast-check';
import { ampFaultsOf as faultsOf } from '../../../../test/support/amp-body.js';
import { fuzzed } from '../../../../test/support/fuzz.js';
import { ampHtml } from './amp.js';
import { htmlRules } from '../sanitising/html-rules.js';
import sanitize from '../sanitising/sanitize.worker.js';

const rules = htmlRules(['www.youtube.com', 'x.example']);
const sanitised = (html: string) => sanitize({ texts: [html], rules })[0]?.html ?? '';

const pieces = (text: string) => text.trim().split(/ \| |\n/);

test.each(
  pieces(`
<script></script> | <font></font> | <img src="/a"> | <p> | </p> | <p onclick="a"></p> | <p aria-details="a"></p>
<p id="amp"></p> | <p class="a i-amphtml-b"></p> | <p style="color:red !important"></p> | <p style="color"></p>
<a href="javascript:a"></a> | <a href="http://a b/"></a> | <a target="_parent"></a> | <q cite="mailto:a"></q> | <p a=b></p>
<amp-img src="/a"></amp-img> | <amp-img layout="responsive" width="1" height="1"></amp-img> | <source src="/a">
<amp-img src="/a" layout="responsive" width="100%" height="1"></amp-img> | <details>a<summary></summary></details>
<amp-img srcset="/aa 1x, /bb 1x" layout="responsive" width="1" height="1"></amp-img> | <amp-audio><track src="/a"></amp-audio>
<amp-iframe src="http://x.example/" layout="responsive" width="1" height="1"></amp-iframe>
<amp-video layout="responsive" width="1" height="1"><p></p><source src="/a"></amp-video>
<amp-video layout="fixed-height" width="1" height="1"></amp-video>`),
)('the judge of these tests sees the fault of %s', (html) => {
  expect(faultsOf(html)).not.toEqual([]);
});

test('the judge of these tests counts styles and levels', () => {
  const style = 'color:red;'.repeat(99);
  expect(faultsOf(`<p style="${style}color:red;a:b"></p>`)).toHaveLength(1);
  expect(faultsOf(`<p style="${style}a:b"></p>`.repeat(76))).toEqual(['75468 characters of styles']);
  expect(faultsOf('<b>'.repeat(51) + '</b>'.repeat(51))).toEqual(['too deep']);
});

const VALUES = [
  ...pieces(`
a | 1 | -1 | 1.5 | 100% | 50% | 640 | 300px | auto | none | _blank | _parent | A | disc | /a | https://x.example/a
http://x.example/a | //x.example/a | mailto:a@b | tel:1 | a=__amp_source_origin | http://a b/ | http://a..b/ | // | a:b
http://x.example:99999/ | /aa 1x, /bb 1x | /a 9w, /bb 2x, tel:x 3x | amp | a i-amphtml-b | toString | __proto__ | "><b>
noopener preload | subtitles | captions | &quot; | color:red | width:300px;height:2em | width:50%;aspect-ratio:3/2`),
  ...['', 'aspect-ratio:0', 'color:red;'.repeat(200)],
];
const TAGS = [...rules.fates].flatMap(([tag, fate]) => (fate === 'kept' ? tag : [])).concat('iframe');
const NAMES = [...new Set(Object.values(rules.attributes).flat())]
  .filter((name) => !name.endsWith('*'))
  .concat('aria-label', 'aria-details', 'data-a', 'data-é', 'is', 'layout', 'on');
const AROUND: Readonly<Record<string, string>> = { source: 'video', track: 'audio', summary: 'details' };
const quoted = (value: string) => `"${value.replaceAll('"', '&quot;')}"`;

describe.each(TAGS)('%s', (tag) => {
  const around = AROUND[tag] ?? 'div';
  const src = tag === 'iframe' ? 'https://x.example/' : '/a';

  test('is valid with any attribute and any value', () => {
    for (const name of NAMES) {
      const elements = VALUES.map((value) => {
        const given = `${name}=${quoted(value)}${name === 'src' ? '' : ` src="${src}"`}`;
        return `<${around}><${tag} ${given}>a</${tag}></${around}>`;
      });
      expect({ name, faults: faultsOf(ampHtml(elements.join(''))) }).toEqual({ name, faults: [] });
    }
  });
});

/** The text that a reader sees. */
const readable = (html: string) =>
  decodeHTML(
    html
      .replace(/<(?:amp-)?img\b(?:[^>]* alt="([^"]*)")?[^>]*>/g, (_, alt?: string) => alt ?? '')
      .replace(/<[^>]*>/g, ''),
  );

const attribute = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...VALUES));
const opening = fc
  .tuple(fc.constantFrom(...TAGS, 'font', 'form'), fc.array(attribute, { maxLength: 3 }))
  .map(([tag, list]) => `<${tag}${list.map(([name, value]) => ` ${name}=${quoted(value)}`).join('')}>`);
const closing = fc.constantFrom(...TAGS).map((tag) => `</${tag}>`);
const noise = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('<', '<p', '&amp;', '&', ' '));
const soup = fc.array(fc.oneof(opening, closing, noise), { maxLength: 40 }).map((parts) => parts.join(''));
const RUNS = fuzzed(1_000);

test('any text of the sanitiser becomes valid, and can be read as before', () => {
  fc.assert(
    fc.property(soup.map(sanitised), (safe) => {
      const amp = ampHtml(safe);
      expect(faultsOf(amp)).toEqual([]);
      expect(readable(amp)).toBe(readable(safe));
    }),
    RUNS,
  );
});

test('any text at all becomes valid', () => {
  fc.assert(
    fc.property(soup, (text) => {
      expect(faultsOf(ampHtml(text))).toEqual([]);
    }),
    RUNS,
  );
});

test('what is AMP already stays as it is', () => {
  const media = /<(?:img|audio|video|iframe)\b[^>]*>/g;
  fc.assert(
    fc.property(soup, (text) => {
      const amp = ampHtml(sanitised(text.replace(media, '')));
      expect(ampHtml(amp)).toBe(amp);
    }),
    RUNS,
  );
});

const PLACES = pieces(`
<% | <p % | <p %> | <p a="%"> | <p a='% | <p id="%"> | <p class="%"> | <p style="%"> | <p style="a:%"> | <img src="%">
<img src="/a" srcset="%"> | <img src="/a" width="%"> | <a href="http://%"> | <a rel="%">`);

test.each(PLACES)('%s with a long text in it becomes valid', (place) => {
  for (const piece of [
    'a',
    '-a',
    'a.',
    'a@',
    ' ',
    '=',
    '="',
    '=\'"',
    ', ',
    'a, ',
    '__',
    'a ',
    ';',
    'a:b;',
    '1',
  ]) {
    const text = place.replace('%', piece.repeat(100_000));
    expect({ piece, faults: faultsOf(ampHtml(text)) }).toEqual({ piece, faults: [] });
  }
});
