import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fuzzed } from '../../../../test/support/fuzz.js';
import { writtenAndRead } from '../../../../test/support/html-trees.js';
import { contentSettings } from '../content.settings.js';
import { settingsOf } from '../../../../test/support/settings.js';
import { htmlRules } from './html-rules.js';
import sanitize from './sanitize.worker.js';

const HOSTS = settingsOf(contentSettings).embedHosts;
const rules = htmlRules(HOSTS);
const sanitised = (html: string) => sanitize({ texts: [html], rules })[0]?.html ?? '';

const VOID = ['br', 'col', 'hr', 'img', 'source', 'track', 'wbr'];
const FORBIDDEN_TAGS =
  /^(?:script|style|svg|math|object|embed|applet|base|meta|link|form|input|button|select|option|textarea|template|noscript|noembed|noframes|xmp|plaintext|title|frame|frameset|marquee|dialog|isindex|keygen|html|head|body|portal|fencedframe|slot|image)$/;
const FORBIDDEN_ATTRIBUTES =
  /^(?:on.*|.*:.*|action|background|codebase|contenteditable|data|dynsrc|form.*|http-equiv|is|lowsrc|manifest|ping|popover.*|srcdoc|usemap|xmlns|autofocus|accesskey|slot)$/;
/** Variables of scripts that pages have, and that an id would stand in for. */
const GLOBALS = ['ga', 'gtag', 'datalayer', 'googletag', 'fbq', 'jquery', '_satellite', 's_account'];
const ADDRESSES = ['href', 'src', 'poster', 'cite'];
const SCHEMES = ['http:', 'https:', 'mailto:', 'tel:', 'sms:'];
const TOKEN = /([^<>]+)|<(\/?)([a-z][a-z0-9]*)((?: [^\s"'<>/=]+(?:="[^"<>]*")?)*)( \/)?>/y;

const decoded = (value: string) =>
  value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** The text holds only balanced, harmless tags with quoted attributes, however a browser parses it. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < html.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(html);
    if (!token) return [...faults, `no token at ${html.slice(at, at + 50)}`];
    const [, text, slash, tag = '', attributes = ''] = token;
    if (text !== undefined) {
      if (open.at(-1) === 'iframe' || text.includes('\0')) faults.push(`text ${text}`);
    } else if (slash) {
      if (open.pop() !== tag) faults.push(`unbalanced ${tag}`);
    } else {
      if (FORBIDDEN_TAGS.test(tag)) faults.push(`tag ${tag}`);
      if (open.at(-1) === 'iframe') faults.push(`${tag} in an iframe`);
      if (!VOID.includes(tag)) open.push(tag);
      const list = [...attributes.matchAll(/ ([^\s=]+)(?:="([^"]*)")?/g)];
      for (const [, name = '', value = ''] of list)
        faults.push(...faultsOfAttribute(tag, name, decoded(value)));
      if (tag === 'iframe')
        faults.push(...faultsOfFrame(new Map(list.map(([, name = '', value]) => [name, value]))));
    }
  }
  return open.length > 0 ? [...faults, `open ${open.join()}`] : faults;
}

function faultsOfAttribute(tag: string, name: string, value: string): string[] {
  if (FORBIDDEN_ATTRIBUTES.test(name)) return [`attribute ${name}`];
  if (name === 'name' && tag !== 'a') return [`name of ${tag}`];
  if (name === 'id' && GLOBALS.includes(value.toLowerCase())) return [`id ${value}`];
  if (name === 'style') {
    return /[\\@<>{}]|url|expression|import|behaviou?r|binding|position|content|var\(|\/\*/i.test(value)
      ? [value]
      : [];
  }
  const addresses = name === 'srcset' ? value.split(/,\s+/) : ADDRESSES.includes(name) ? [value] : [];
  // The parser of addresses is that of browsers.
  return addresses.filter(
    (address) => !SCHEMES.includes(URL.parse(address, 'https://site.example/')?.protocol ?? 'https:'),
  );
}

function faultsOfFrame(attributes: ReadonlyMap<string, string | undefined>): string[] {
  const url = URL.parse(decoded(attributes.get('src') ?? ''));
  const isKnown = url?.protocol === 'https:' && HOSTS.some((host) => host.split('/')[0] === url.host);
  const sandbox = 'allow-scripts allow-same-origin allow-popups allow-presentation allow-forms';
  return isKnown && attributes.get('sandbox') === sandbox ? [] : [`iframe ${[...attributes].join()}`];
}

const HANDLERS = (
  'abort afterprint animationend animationiteration animationstart auxclick beforecopy beforecut beforeinput beforematch ' +
  'beforepaste beforeprint beforetoggle beforeunload begin blur bounce cancel canplay canplaythrough change click close ' +
  'command contentvisibilityautostatechange contextmenu copy cuechange cut dblclick drag dragend dragenter dragexit ' +
  'dragleave dragover dragstart drop durationchange emptied end ended error finish focus focusin focusout formdata ' +
  'fullscreenchange gesturestart gotpointercapture hashchange input invalid keydown keypress keyup load loadeddata ' +
  'loadedmetadata loadstart lostpointercapture message mousedown mouseenter mouseleave mousemove mouseout mouseover ' +
  'mouseup mousewheel page pagehide pagereveal pageshow pageswap paste pause play playing pointercancel pointerdown ' +
  'pointerenter pointerleave pointermove pointerout pointerover pointerrawupdate pointerup popstate progress ' +
  'propertychange ratechange readystatechange repeat reset resize scroll scrollend scrollsnapchange ' +
  'securitypolicyviolation search seeked seeking select selectionchange selectstart show slotchange stalled start storage ' +
  'submit suspend timeupdate toggle touchend touchmove touchstart transitionend unhandledrejection unload ' +
  'volumechange webkitanimationstart wheel'
).split(' ');

/** ⏎ is a line break, ␀ the character U+0000, ‵ a backtick, ␠ a blank. */
const real = (text: string) =>
  text.replaceAll('⏎', '\n').replaceAll('␀', '\0').replaceAll('‵', '`').replaceAll('␠', ' ');
const pieces = (text: string) =>
  text
    .trim()
    .split(/\s\|\s|\n/)
    .map((piece) => real(piece.trim()));

const SCRIPT_ADDRESSES = pieces(String.raw`
javascript:alert(1) | JaVaScRiPt:alert(1) | ␠javascript:alert(1) | javascript&colon;alert(1) | vbscript:msgbox(1)
java⏎script:alert(1) | jav&#x09;ascript:alert(1) | &#1;javascript:alert(1) | ␀java␀script:alert(1) | livescript:x
jav&Tab;ascript:alert(1) | java&NewLine;script:alert(1) | &#106;&#97;&#118;&#97;script:alert(1) | mocha:x
&#x6A&#x61&#x76&#x61script:alert(1) | &#0000106avascript:alert(1) | javascript://x.example/%0aalert(1)
javascript:/*-->*/alert(1) | java<!-- -->script:alert(1) | ␠&#14;␠javascript:alert(1) | blob:https://x.example/1
data:text/html,<script>alert(1)</script> | data:text/html;base64,PHNjcmlwdD4= | data:image/svg+xml,<svg onload=alert(1)>
filesystem:https://x.example/t | feed:javascript:alert(1) | view-source:x | jar:javascript:x!/ | wyciwyg:x
javascript:javascript:alert(1) | about:blank`);

const ADDRESSED = pieces(String.raw`
<a href=@>x</a> | <img src=@> | <img srcset="@ 2x, /a 1x"> | <img srcset=@> | <video poster=@></video> | <video src=@>
<audio src=@> | <source src=@> | <picture><source srcset=@></picture> | <track src=@> | <iframe src=@></iframe>
<blockquote cite=@> | <q cite=@> | <a xlink:href=@>x</a> | <svg><a xlink:href=@><text>x</text></a></svg> | <embed src=@>
<object data=@></object> | <form action=@><input type=submit></form> | <button formaction=@>x</button> | <base href=@>
<link rel=stylesheet href=@> | <table background=@> | <body background=@> | <area href=@> | <input type=image src=@>
<div style="background:url(@)"> | <meta http-equiv=refresh content="0;url=@"> | <math href=@>x</math> | <isindex action=@>`);

const VECTORS = readFileSync(new URL('../hostile-html.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map(real);

describe('nothing of a hostile text can run', () => {
  test.each(VECTORS)('%s', (vector) => {
    for (const html of [
      vector,
      `<p>a ${vector} b</p>`,
      `<table><tr><td>${vector}`,
      `<a title="${vector}">x</a>`,
    ]) {
      const safe = sanitised(html);
      expect(faultsOf(safe)).toEqual([]);
      expect(sanitised(safe)).toBe(safe);
      const { written, read } = writtenAndRead(safe);
      expect(read).toBe(written);
    }
  });

  test('there are more than 200 of them', () => {
    expect(VECTORS.length).toBeGreaterThanOrEqual(200);
  });

  test.each(HANDLERS)('the handler on%s', (event) => {
    const faults = [
      'img',
      'p',
      'a',
      'video',
      'listicle',
      'iframe src=//www.youtube.com/embed/x',
      'svg',
      'x',
    ].map((tag) => faultsOf(sanitised(`<${tag} on${event}=alert(1) ON${event}="alert(2)" src=x>`)));
    expect(faults.flat()).toEqual([]);
  });

  test.each(SCRIPT_ADDRESSES)('the address %j', (address) => {
    for (const place of ADDRESSED) {
      for (const written of [address, `"${address}"`, `'${address}'`]) {
        const html = place.replace(/(?<=")@|@(?=[") ])/, address).replace('@', written);
        expect({ html, faults: faultsOf(sanitised(html)) }).toEqual({ html, faults: [] });
      }
    }
  });
});

test.each(
  pieces(String.raw`
<script> | <p onclick="x">a</p> | <a href="javascript:x">a</a> | <p> | </p> | <p title="<">a</p> | a > b | <p a=b>c</p>
<iframe src="https://evil.example"></iframe> | <img src=x> | <img srcset="/a 1x, data:x 2x" /> | <!-- --> | <img name="x" />
<p style="background:url(x)">a</p> | <svg></svg> | ␀ | <a href="java&#115;cript:x">a</a`),
)('the judge of these tests sees the fault of %j', (html) => {
  expect(faultsOf(html)).not.toEqual([]);
});

test('any soup of tags becomes safe, and is the same when it is made safe again', () => {
  const tag = fc.constantFrom(
    ...pieces(`p b a div li ul table tr td tbody h2 form center dialog font x-y svg style script iframe math title textarea
      select option dd dt rt img br input noscript hr pre figure source template object menu legend listicle thead
      button a/ svg/ dir em span i th fieldset section
      code figcaption ol dl caption col colgroup tfoot h3 summary details ruby rp rb video audio track picture wbr center`).flatMap(
      (line) => line.split(/\s+/),
    ),
  );
  const text = fc.string({ unit: 'binary' });
  const value = fc.oneof(
    fc.constantFrom(
      ...pieces(
        `"x" | '>' | javascript:x | "//www.youtube.com/embed/x" | "color:RED ; x:y" | "<b" | _blank | "a 2x, b"`,
      ),
    ),
    text,
  );
  const name = fc.constantFrom(
    ...'href src style onclick id class target rel srcset allow data-x " <'.split(' '),
  );
  const opening = fc
    .tuple(tag, fc.array(fc.tuple(name, value), { maxLength: 3 }))
    .map(([element, list]) => `<${element}${list.map(([key, given]) => ` ${key}=${given}`).join('')}>`);
  const closing = tag.map((element) => `</${element}>`);
  const noise = fc.constantFrom(
    ...pieces(
      '<!-- | --> | <![CDATA[ | ]]> | < | > | & | &lt; | &#60; | " | \' | ␀ | /> | </ | x | <? | &amp;lt;',
    ),
  );
  const part = fc.oneof(
    { weight: 5, arbitrary: opening },
    { weight: 2, arbitrary: closing },
    { weight: 1, arbitrary: noise },
    { weight: 1, arbitrary: text },
  );
  fc.assert(
    fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
      const safe = sanitised(parts.join(''));
      expect(faultsOf(safe)).toEqual([]);
      expect(sanitised(safe)).toBe(safe);
      const { written, read } = writtenAndRead(safe);
      expect(read).toBe(written);
    }),
    fuzzed(2_000),
  );
});
