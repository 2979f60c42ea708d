import { describe, expect, test } from '@jest/globals';
import { contentSettings } from '../content.settings.js';
import { settingsOf } from '../../../../test/support/settings.js';
import { attributes, escapeHtml, html, raw } from '../../../kernel/html.js';
import { htmlRules } from './html-rules.js';
import sanitize from './sanitize.worker.js';

const hostsOf = (content: object) => settingsOf(contentSettings, content).embedHosts;
const run = (text: string, hosts = hostsOf({})) => {
  const [sanitised] = sanitize({ texts: [text], rules: htmlRules(hosts) });
  if (!sanitised) throw new Error('Every text has a result.');
  return sanitised;
};

test('a frame of the service itself is never shown, whatever the settings say', () => {
  const texts = [
    '<iframe src="https://site.example/evil"></iframe><iframe src="https://a.site.example/"></iframe>',
  ];
  const site = new URL('https://site.example/');
  const [safe] = sanitize({ texts, rules: htmlRules(['site.example', '*.site.example'], site) });
  expect(safe?.html).toMatch(/^<iframe src="https:\/\/a\.site\.example\/"/);
  expect(safe?.removed).toEqual([expect.stringContaining('site.example/evil')]);
});

test.each([
  '',
  '/gists/../../../api/1.3/posts',
  '/gists/%2e%2e/%2e%2e/x',
  'x/gists/1',
  '/gists\\..\\..\\..\\x',
])('a frame of embeds%s of the service itself has no origin', (path) => {
  const site = new URL('http://localhost:3000/blog');
  const src = `http://localhost:3000/blog/res/embeds${path}`;
  const texts = [
    `<iframe src="http://localhost:3000/blog/res/embeds/gists/1"></iframe>`,
    `<iframe src="${src}"></iframe>`,
  ];
  const [safe, other] = sanitize({ texts, rules: htmlRules(['localhost:3000'], site) });
  expect(safe).toMatchObject({
    html: expect.stringMatching(/ sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"/),
    removed: [],
  });
  expect(other).toMatchObject({ html: '', removed: [expect.stringMatching(/localhost/)] });
});

describe('what editors use is kept', () => {
  test.each([
    '<h2 id="a-1" class="b" lang="de" dir="ltr" title="c &amp; &quot;d&quot;">e</h2>',
    '<p data-x="1" data-y-z="{&quot;a&quot;:1}" aria-label="b" role="note">c</p>',
    '<figure><img src="/a.jpg" srcset="/a.jpg 1x, https://x.example/a,b.jpg 2x" sizes="50vw" alt="" loading="lazy" /><figcaption>b</figcaption></figure>',
    '<picture><source srcset="/a.webp 100w" type="image/webp" media="(min-width: 1px)" /><img src="//x.example/a.jpg" alt="a" width="1" height="2" /></picture>',
    '<table border="1" cellpadding="2"><caption>a</caption><colgroup><col span="2" style="width:50%" /></colgroup><thead><tr><th scope="col" colspan="2">b</th></tr></thead><tbody><tr><td rowspan="2" valign="top" bgcolor="#fff">c</td></tr></tbody></table>',
    '<video src="https://x.example/a.mp4" poster="/a.jpg" controls autoplay muted loop playsinline><track src="/a.vtt" kind="captions" srclang="en" default /></video>',
    '<audio src="/a.mp3" controls></audio><details open><summary>a</summary>b</details><hr /><br /><wbr />',
    '<ol start="3" reversed type="a"><li value="2">a</li></ol><ul><li>b</li></ul><dl><dt>c</dt><dd>d</dd></dl>',
    '<blockquote cite="https://x.example/">a <q cite="/b">b</q></blockquote><pre><code>&lt;b&gt; &amp;amp;</code></pre>',
    '<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby> H<sub>2</sub>O <time datetime="2026-01-01">a</time> <del>b</del><ins>c</ins> <mark>d</mark>',
    '<listicle id="listicle-12"></listicle><center>a</center><span translate="no">b</span>',
    '<a href="mailto:a@x.example">a</a><a href="tel:1">b</a><a href="#c" name="d">c</a><a href="/e?f=1&amp;g=2" rel="nofollow sponsored" download="x">d</a>',
  ])('%s', (text) => {
    expect(run(text)).toMatchObject({ html: text, removed: [] });
  });

  test.each([
    [
      'text-align:center;float:left;clear:both;width:50%;height:10.5px;max-width:40em;min-width:0;max-height:3vw',
    ],
    [
      'color:red;background-color:#ff00aa80;background:rgba(1, 2, 3, .5);color:hsl(120deg 50% 50% / 0.3);color:rgb(1,2,3)',
    ],
    [
      'font-weight:700;font-style:italic;font-size:1.2em;font-size:x-large;text-decoration:underline dotted red;line-height:1.5',
    ],
    [
      'margin:0 auto;padding:1px 2px 3px 4px;margin-left:auto;padding-top:.5em;border:1px solid #ccc;border-top:none;border-radius:4px',
    ],
    [
      'vertical-align:middle;list-style-type:upper-roman;aspect-ratio:16 / 9;white-space:pre-wrap;border-collapse:collapse',
    ],
  ])('the style %s', (style) => {
    expect(run(`<p style="${style}">a</p>`)).toMatchObject({
      html: `<p style="${style}">a</p>`,
      removed: [],
    });
  });

  test.each([
    ['<p style=" COLOR : Red !important ; ">a</p>', '<p style="color:red">a</p>'],
    ['<font color="#f00" face="x">a</font>', '<span style="color:#f00">a</span>'],
    ['<form>a<dialog>b</dialog></form>', '<div>a<div>b</div></div>'],
    ['<a target="_blank" href="/a">a</a>', '<a target="_blank" href="/a" rel="noopener">a</a>'],
    ['<a target="_BLANK" rel="noopener ugc">a</a>', '<a target="_blank" rel="noopener ugc">a</a>'],
    ['<a target="_self">a</a><a target="x">b</a>', '<a target="_self">a</a><a>b</a>'],
    ['<p>a<noscript><img src="/a.jpg"></noscript>', '<p>a<img src="/a.jpg" /></p>'],
    ['<div/><iframe src="https://player.vimeo.com/video/1" />a', /^<div><\/div><iframe [^>]+><\/iframe>a$/],
    ['<img srcset=" /a 1x , javascript:x 2x,/b 2x, /c 3q, /d">', '<img srcset="/a 1x, /b 2x" />'],
    ['<img srcset="/a 1x, data:image/png;base64,x 2x" name="a" id="b">', '<img srcset="/a 1x" id="b" />'],
    [
      'a\0b<p id="gtag" class="c"><b id="p-main"></b>d&nbsp;e&copy;&shy;</p>',
      'ab<p class="c"><b></b>d\u00a0e©\u00ad</p>',
    ],
    ['<p><o:p>a</o:p></p>', '<p>a</p>'],
    [`<p data-a"b="c" aria-d'e="f" data-="g" data-h.i_1="j">a</p>`, '<p data-="g" data-h.i_1="j">a</p>'],
  ])('%s becomes %s', (text, expected) => {
    expect(run(text).html).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
  });
});

describe('a frame', () => {
  test('of a known host is kept, in a sandbox, without its content', () => {
    const given =
      '<p>a<iframe width="560" height="315" src="//www.youtube.com/embed/x?a=1&b=2" title="t" sandbox="allow-top-navigation" ' +
      'name="n" srcdoc="<b>" loading="eager" allow="camera *; autoplay \'self\'; fullscreen" allowfullscreen class="c" ' +
      'style="width:100%;position:fixed" data-d="1"><p>old <b>browser</b></p></iframe>b</p>';
    const { html: safe, removed } = run(given);
    expect(safe).toBe(
      '<p>a<iframe width="560" height="315" src="https://www.youtube.com/embed/x?a=1&amp;b=2" title="t" ' +
        'sandbox="allow-scripts allow-same-origin allow-popups allow-presentation allow-forms" loading="lazy" ' +
        'allowfullscreen class="c" style="width:100%" data-d="1" ' +
        'referrerpolicy="strict-origin-when-cross-origin" allow="autoplay; fullscreen"></iframe>b</p>',
    );
    expect(removed).toEqual([expect.stringContaining('position')]);
  });

  test.each([
    [
      'https://evil.example/x',
      'The iframe of evil.example/x is not shown: it is not among content.embedHosts.',
    ],
    [
      'https://www.google.com/search',
      'The iframe of www.google.com/search is not shown: it is not among content.embedHosts.',
    ],
    ...['/x', '', 'javascript:x', 'data:text/html,x', 'about:blank', 'https://'].map((source) => [
      ...[source, 'An iframe without an address of another site is not shown.'],
    ]),
  ])('of %j is left out with a report', (source, sentence) => {
    expect(run(`a<iframe src="${source}"><p>b</p></iframe>c`)).toEqual({
      html: 'ac',
      wordsCount: 1,
      removed: [sentence],
    });
  });

  test.each([
    [['x.example'], 'https://x.example/a', true],
    [['x.example'], 'http://x.example/a', true],
    [['x.example'], 'https://a.x.example/', false],
    [['x.example'], 'https://xxexample/', false],
    [['*.x.example'], 'https://a.b.x.example/', true],
    [['*.x.example'], 'https://x.example/', false],
    [['*.x.example'], 'https://evil.example/.x.example/', false],
    [['x.example/a/'], 'https://x.example/a/b', true],
    [['x.example/a/'], 'https://x.example/a/../b', false],
    [['x.example/a'], 'https://x.example/A', false],
    [[], 'https://www.youtube.com/embed/x', false],
  ])('where the site names %j: %s', (hosts, source, isShown) => {
    expect(run(`<iframe src="${source}"></iframe>`, hostsOf({ embedHosts: hosts })).html !== '').toBe(
      isShown,
    );
  });

  test.each([
    'https://x.example',
    'X.example',
    'x',
    '*',
    '*.*.example',
    'x.example:8080',
    'x.example/?a',
    'a b.example',
    '',
  ])('cannot be of %j', (host) => {
    expect(() => hostsOf({ embedHosts: [host] })).toThrow('content.embedHosts.0: must match pattern');
  });
});

describe('what was removed is reported', () => {
  test.each([
    ['<script>a</script><SCRIPT>b</SCRIPT>', ['<script> is not allowed and was left out.']],
    ['<object>a</object>', ['<object> is not allowed; what is in it is kept.']],
    ['<p hidden>a</p>', ['Readers see what is in <p hidden>: the attribute was left out.']],
    ['<p onclick=a onClick=b>', ['The attribute onclick is not allowed and was left out.']],
    [
      '<a href=" JavaScript:x">',
      ['The address " JavaScript:x" in <a href> is not allowed and was left out.'],
    ],
    [
      `<img src="data:${'x'.repeat(99)}">`,
      [`The address "data:${'x'.repeat(55)}…" in <img src> is not allowed and was left out.`],
    ],
    [
      '<p style="position:fixed;top:0;color:red;color:url(x)">',
      ['Styles that are not allowed were left out: position, top, color.'],
    ],
    [
      '<svg><script>a</script></svg><title>a</title><!-- b --><head><meta></head>',
      ['<svg> is not allowed and was left out.'],
    ],
    ['<b>'.repeat(210), ['Tags in more than 200 others were left out; what is in them is kept.']],
    ['<p>a</p>', []],
  ])('%.60s', (text, removed) => {
    expect(run(text).removed).toEqual(removed);
  });

  test('in twenty sentences at most', () => {
    const tags = Array.from({ length: 50 }, (_, n) => `<x-${n} on${n}=1>`);
    expect(run(tags.join('')).removed).toHaveLength(20);
  });
});

test.each([
  ['<p>one two</p>three', 3],
  ['<p>o<b>n</b>e<br>two</p>', 2],
  ['Tom &amp; Jerry&#39;s <iframe src="https://player.vimeo.com/video/1">x y</iframe>', 2],
  ['日本語 a-b c’d', 5],
  ['<script>a b</script><svg><text>c</text></svg>', 0],
])('words of %s: %i', (text, count) => {
  expect(run(text).wordsCount).toBe(count);
});

test('HTML of ours is written with everything escaped that comes from elsewhere', () => {
  const list = attributes({
    alt: `"'<&>`,
    width: 5,
    hidden: true,
    title: null,
    lang: undefined,
    draggable: false,
  });
  expect(list.html).toBe(' alt="&quot;&#39;&lt;&amp;&gt;" width="5" hidden');
  expect(html`<b${list}>${'<i>'}${raw('<i>')}${null}${undefined}${0}</b>`).toBe(
    `<b${list.html}>&lt;i&gt;<i>0</b>`,
  );
  expect(escapeHtml('a & b')).toBe('a &amp; b');
});
