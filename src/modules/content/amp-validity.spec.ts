import { describe, expect, test } from '@jest/globals';
import { decodeHTML } from 'entities';
import fc from 'fast-check';
import { fuzzed } from '../../../test/support/fuzz.js';
import { ampHtml } from './amp.js';
import { htmlRules } from './html-rules.js';
import sanitize from './sanitize.worker.js';

const rules = htmlRules(['www.youtube.com', 'x.example']);
const sanitised = (html: string) => sanitize({ texts: [html], rules })[0]?.html ?? '';

const words = (text: string) => text.trim().split(/\s+/);
const pieces = (text: string) => text.trim().split(/ \| |\n/);

/**
 * What AMP accepts in a body, as validator-main.protoascii has it: the attributes of tags, after `=` the pattern of
 * a whole value or the name of a kind of values.
 */
const ACCEPTED: Readonly<Record<string, string>> = {
  'address article aside center dd dl dt figcaption figure footer header hgroup hr main nav pre section summary':
    '',
  'abbr acronym b bdi bdo big br cite code data dfn em i kbd mark rb rp rt rtc ruby s samp small strike': '',
  'strong sub sup tt u ul var wbr caption tbody tfoot thead': '',
  span: 'fallback= placeholder=',
  'div h1 h2 h3 h4 h5 h6 p': 'align',
  'col colgroup': 'span',
  'del ins': 'cite=WEB datetime',
  a: 'download href=LINK hreflang name=NAME rel=RELATIONS target=_blank|_self|_top',
  blockquote: 'align cite=WEB',
  details: 'open=',
  li: 'value=[0-9]*',
  ol: 'reversed= start=[0-9]* type=[1AaIi]',
  q: 'cite=WEB',
  table: 'align bgcolor border=[01] cellpadding cellspacing width',
  td: 'align bgcolor colspan headers height rowspan valign width',
  th: 'abbr align bgcolor colspan headers height rowspan scope valign width',
  time: 'datetime',
  tr: 'align bgcolor height valign',
  'amp-img':
    'alt disable-inline-width= height=SIZE layout=intrinsic|responsive object-fit referrerpolicy sizes src=PICTURE srcset=SOURCES width=SIZE',
  'amp-iframe':
    'allow allowfullscreen= frameborder=[01] height=SIZE layout=responsive|fixed-height referrerpolicy sandbox scrolling=auto|no|yes src=WHOLE width=SIZE',
  'amp-video':
    'autoplay= controls= height=SIZE layout=responsive|fixed-height loop= muted= poster preload=auto|metadata|none src=SECURE width=SIZE',
  'amp-audio': 'controls loop= preload=auto|metadata|none src=SECURE',
  source: 'media src=SECURE type',
  track: 'default= kind=captions|chapters|descriptions|metadata label src=WHOLE srclang',
};
const GLOBAL = `class=CLASS dir id=ID lang role style=STYLE title translate ${words(`
  activedescendant atomic autocomplete busy checked controls current describedby disabled dropeffect errormessage
  expanded flowto grabbed haspopup hidden invalid label labelledby level live modal multiline multiselectable orientation
  owns posinset pressed readonly relevant required selected setsize sort valuemax valuemin valuenow valuetext`)
  .map((name) => `aria-${name}`)
  .join(' ')}`;
const PATTERNS = new Map(
  Object.entries(ACCEPTED).flatMap(([tags, list]) => {
    const patterns = new Map<string, string>();
    for (const [, name = '', pattern = 'ANY'] of `${GLOBAL} ${list}`.matchAll(/([^\s=]+)(?:=(\S*))?/g))
      patterns.set(name, pattern);
    return words(tags).map((tag) => [tag, patterns] as const);
  }),
);
const FIXED = ' layout="fixed-height"';
const SIZED = `(?=.* height=)(?:(?=.* width=)(?!.*${FIXED})|(?!.* width=)(?=.*${FIXED}))`;
const REQUIRED: Readonly<Record<string, RegExp>> = {
  'amp-img': /^(?=.* src(?:set)?=)(?=.* layout=)(?=.* width=)(?=.* height=)/s,
  'amp-iframe': new RegExp(`^(?=.* src=)${SIZED}`, 's'),
  'amp-video': new RegExp(`^${SIZED}`, 's'),
  source: / src=/,
  track: / src=/,
};
/** What a tag has to follow, for its parent to be the right one whatever way a browser reads the rest. */
const AFTER: Readonly<Record<string, RegExp>> = {
  summary: /^details$/,
  source: /^(?:amp-audio|amp-video|source|track)$/,
  track: /^(?:amp-audio|amp-video|source|track)$/,
};

const isAddress = (value: string, ...schemes: string[]) => {
  const url = URL.parse(value, 'https://site.example/');
  if (!url || !schemes.includes(url.protocol) || value.includes('__amp_source_origin')) return false;
  return (
    !url.protocol.startsWith('http') || /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*\.?|\[.*\])(?::\d+)?$/.test(url.host)
  );
};
const isPicture = (value: string) => value !== '' && isAddress(value, 'http:', 'https:');
const isSecure = (value: string) => value !== '' && isAddress(value, 'https:');
const areSources = (value: string) => {
  const sources = value.split(/,\s+/).map((source) => /^(\S{2,}) ([1-9]\d*w|\d+(?:\.\d+)?x)$/.exec(source));
  const descriptors = new Set(sources.map((source) => source?.[2]));
  return (
    descriptors.size === sources.length && sources.every((source) => source && isPicture(source[1] ?? ''))
  );
};
const KINDS: Readonly<Record<string, (value: string) => boolean>> = {
  LINK: (value) => isAddress(value, 'http:', 'https:', 'mailto:', 'sms:', 'tel:'),
  WEB: (value) => isAddress(value, 'http:', 'https:'),
  PICTURE: isPicture,
  SECURE: isSecure,
  WHOLE: (value) => isSecure(value) && /^https:\/\//i.test(value),
  SOURCES: areSources,
  SIZE: (value) => /^\d+(?:\.\d+)?$/.test(value),
  ANY: () => true,
  NAME: (value) => !/^(?:toString|__.*)$/i.test(value),
  ID: (value) => !/(?:^|\s)(?:amp|i-amphtml-.*|__.*|tostring|tagname|mozdropzone)(?:\s|$)/i.test(value),
  CLASS: (value) => !/(?:^|\W)i-amphtml-/i.test(value),
  RELATIONS: (value) => !/\b(?:import|manifest|pre[a-z]+|stylesheet)\b/i.test(value),
  STYLE: (value) => value.length <= 1000 && /^[a-z-]+:[^;:!{}]+(?:;[a-z-]+:[^;:!{}]+)*$/.test(value),
};
const TOKEN = /([^<]+)|<(\/?)([a-z][a-z0-9-]*)((?: [^\s"'<>/=]+(?:="[^"<>]*")?)*)>/y;
const VOID = ['br', 'col', 'hr', 'wbr', 'source', 'track'];

function isAccepted(tag: string, name: string, value: string): boolean {
  const pattern = PATTERNS.get(tag)?.get(name);
  if (pattern === undefined) return /^data-[A-Za-z0-9_:.-]*$/.test(name);
  return KINDS[pattern]?.(value) ?? new RegExp(`^(?:${pattern})$`).test(value);
}

/** What the validator would refuse, and what it could read in another way than a browser does. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  let previous = '';
  let styles = 0;
  TOKEN.lastIndex = 0;
  for (let at = 0; at < html.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(html);
    if (!token) return [...faults, `no token at ${html.slice(at, at + 50)}`];
    const [, text, slash, tag = '', list = ''] = token;
    if (text !== undefined) {
      if (text.trim() !== '') previous = '';
      continue;
    }
    if (slash) {
      if (open.pop() !== tag) faults.push(`unbalanced ${tag}`);
    } else {
      if (!PATTERNS.has(tag)) faults.push(`tag ${tag}`);
      if (REQUIRED[tag]?.test(list) === false) faults.push(`missing in ${tag}${list}`);
      if (AFTER[tag]?.test(previous) === false) faults.push(`${tag} after ${previous}`);
      for (const [, name = '', value = ''] of list.matchAll(/ ([^\s=]+)(?:="([^"]*)")?/g)) {
        if (!isAccepted(tag, name, decodeHTML(value))) faults.push(`${tag} ${name}="${value}"`);
        if (name === 'style') styles += value.length;
      }
      if (!VOID.includes(tag)) open.push(tag);
      // What the validator can bear is 110; half of them may be added by its parser, around cells.
      if (open.length > 50) faults.push('too deep');
    }
    previous = `${slash}${tag}`;
  }
  if (styles > 75_000) faults.push(`${styles} characters of styles`);
  return open.length > 0 ? [...faults, `open ${open.join()}`] : faults;
}

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

/** What a reader gets to read. */
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
