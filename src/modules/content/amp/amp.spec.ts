import { describe, expect, test } from '@jest/globals';
import { AMP_SCRIPTS, ampComponentsOf, ampHtml, ampHtmlInSteps } from './amp.js';
import { embedHtml, embedOf } from '../embeds/embeds.js';

describe('the element of AMP', () => {
  test.each([
    [
      'of an image in a figure, with all that readers get of it',
      '<figure class="image"><img src="/a.jpg" srcset="/a.jpg 300w, /b.jpg 600w" sizes="100vw" width="600" height="400" alt="a &quot;b&quot;" title="c" loading="lazy" decoding="async" data-image-id="1"><figcaption>d</figcaption></figure>',
      '<figure class="image"><amp-img src="/a.jpg" srcset="/a.jpg 300w, /b.jpg 600w" sizes="100vw" alt="a &quot;b&quot;" title="c" data-image-id="1" disable-inline-width layout="intrinsic" width="600" height="400"></amp-img><figcaption>d</figcaption></figure>',
    ],
    [
      'of a picture, which is its image',
      '<picture><source srcset="/a.webp 100w" type="image/webp" /><img src="//x.example/a.jpg" alt="b" width="3px" height="2" /></picture>',
      '<amp-img src="//x.example/a.jpg" alt="b" layout="intrinsic" width="3" height="2"></amp-img>',
    ],
    [
      'of an image of unknown size',
      '<img src="/a" style="float:left;max-width:50%" />',
      '<amp-img src="/a" style="float:left;max-width:50%" layout="responsive" width="16" height="9" object-fit="contain"></amp-img>',
    ],
    [
      'of an image of known width',
      '<img src="/a" width="300" />',
      '<amp-img src="/a" layout="intrinsic" width="300" height="169" object-fit="contain"></amp-img>',
    ],
    [
      'of an image of known height',
      '<img src="/a" style="height:90px" />',
      '<amp-img src="/a" layout="intrinsic" width="160" height="90" object-fit="contain"></amp-img>',
    ],
    [
      'of an image of known shape',
      '<img src="/a" style="aspect-ratio:3/2" width="300" />',
      '<amp-img src="/a" layout="intrinsic" width="300" height="200"></amp-img>',
    ],
    [
      'of an image that is as wide as a part of the page',
      '<img src="/a" style="width:50%;height:auto;object-fit:cover" width="600" height="400" />',
      '<amp-img src="/a" style="width:50%" layout="responsive" width="600" height="400" object-fit="cover"></amp-img>',
    ],
    [
      'of an image of two sources for one density',
      '<img srcset="/aa, /bb 1x, /cc 2.0x, mailto:d 3x, /ee 0x" width="0" height="1" />',
      '<amp-img srcset="/aa 1x, /cc 2x" layout="intrinsic" width="1" height="1"></amp-img>',
    ],
    ['of an image without an address, which is its text', 'a <img alt="b &lt; c" /> d', 'a b &lt; c d'],
    [
      'of a frame with a shape',
      '<iframe src="https://x.example/a" title="b" style="aspect-ratio:4 / 3;width:100%" sandbox="allow-scripts" loading="lazy" allow="fullscreen" allowfullscreen></iframe>',
      '<amp-iframe src="https://x.example/a" title="b" sandbox="allow-scripts" allow="fullscreen" allowfullscreen layout="responsive" width="4" height="3"><span placeholder></span></amp-iframe>',
    ],
    [
      'of a frame, whatever has its name at the end of another',
      `<iframe data-a"src="https://evil.example/" data-b"sandbox="allow-top-navigation" src="https://x.example/a" style="height:300px"></iframe>`,
      '<amp-iframe src="https://x.example/a" layout="fixed-height" height="300"><span placeholder></span></amp-iframe>',
    ],
    [
      'of a frame with a height',
      '<iframe src="http://x.example/a" style="height:300px;width:100%"></iframe>',
      '<amp-iframe src="https://x.example/a" layout="fixed-height" height="300"><span placeholder></span></amp-iframe>',
    ],
    [
      'of a frame with a width and a height',
      '<iframe src="//x.example/a" width="560" height="315" frameborder="0"></iframe>',
      '<amp-iframe src="https://x.example/a" frameborder="0" layout="responsive" width="560" height="315"><span placeholder></span></amp-iframe>',
    ],
    ['of a frame without an address, which is none', '<p>a<iframe src="/b"></iframe>c</p>', '<p>ac</p>'],
    [
      'of a video, whose sources go before what is shown instead',
      '<video controls autoplay muted playsinline poster="/p.jpg" width="640" height="360"> <p>No <b>video</b></p><p>c</p><source src="http://x.example/a.mp4" type="video/mp4" /><track src="//x.example/a.vtt" kind="subtitles" srclang="en" default /></video>b',
      '<amp-video controls autoplay muted poster="/p.jpg" layout="responsive" width="640" height="360"><source src="https://x.example/a.mp4" type="video/mp4"><track src="https://x.example/a.vtt" srclang="en" default> <span fallback><p>No <b>video</b></p><p>c</p></span></amp-video>b',
    ],
    [
      'of a sound',
      '<audio src="/a.mp3" controls preload="none">b</audio>',
      '<amp-audio src="/a.mp3" controls preload="none"><span fallback>b</span></amp-audio>',
    ],
  ])('%s', (_, safe, amp) => {
    expect(ampHtml(safe)).toBe(amp);
  });
});

describe('what AMP refuses is left out or takes its form', () => {
  test.each([
    [
      '<a href=" /a" target="_PARENT" rel="stylesheet noopener" type="b">c</a>',
      '<a href="/a" target="_top" rel="noopener">c</a>',
    ],
    ['<a href="http://a..b/">c</a><a href="javascript:d">e</a>', '<a>c</a><a>e</a>'],
    ['<q cite="mailto:a@x.example">b</q>', '<q>b</q>'],
    [
      '<p id="AMP" class="i-amphtml-a">b</p><p id="tostring">c</p><p id="d" class="e">f</p>',
      '<p>b</p><p>c</p><p id="d" class="e">f</p>',
    ],
    ['<p aria-label="a" aria-details="b" data-c="d" data-é="e">f</p>', '<p aria-label="a" data-c="d">f</p>'],
    ['<ol start="-3" type="disc" reversed><li value="a">b</li></ol>', '<ol reversed><li>b</li></ol>'],
    [
      '<table border="5" summary="a"><tr><td width="1">b</td></tr></table>',
      '<table border="1"><tr><td width="1">b</td></tr></table>',
    ],
    ['<details open><summary>a</summary>b</details>', '<details open><summary>a</summary>b</details>'],
    ['<details>a<summary>b</summary></details>', '<details>a<div>b</div></details>'],
    ['<listicle id="a"></listicle><font color="red">b</font>', '<span id="a"></span>b'],
    ['<p style="color:red!important;margin:1px;background:url(/a)">b</p>', '<p style="margin:1px">b</p>'],
    ['<p width="1" onclick="a" is="b" nonce="c" on="tap:d" __proto__="e">f</p>', '<p>f</p>'],
    ['<track src="/a" /><source src="/b" />c', 'c'],
  ])('%s', (safe, amp) => {
    expect(ampHtml(safe)).toBe(amp);
  });
});

test.each([
  ['<p', '&lt;p'],
  ['a < b<', 'a &lt; b&lt;'],
  ['<1>', '&lt;1>'],
  ['<p>a<b>b', '<p>a<b>b</b></p>'],
  ['</p>a</b>', 'a'],
  ['<b>a<i>b</b>c</i>', '<b>a<i>b</i></b>c'],
  ["<P CLASS=a CLASS=b TITLE='&quot;c&quot;'>d</P>", '<p class="a" title="&quot;c&quot;">d</p>'],
])('%s, which the sanitiser does not write, becomes %s', (text, amp) => {
  expect(ampHtml(text)).toBe(amp);
});

test('styles are cut where AMP would count too many', () => {
  const amp = ampHtml(`<p style="${'color:red;'.repeat(150)}">a</p>`.repeat(100));
  expect(amp).toMatch(/^(?:<p style="(?:color:red;){99}color:red">a<\/p>){50}(?:<p>a<\/p>){50}$/);
});

test('a page is told which scripts it needs', () => {
  const amp = ampHtml('<audio src="/a"></audio><img src="/a"><iframe src="https://x.example/"></iframe>');
  expect(ampComponentsOf(amp).map((name) => AMP_SCRIPTS[name])).toEqual([
    'https://cdn.ampproject.org/v0/amp-audio-0.1.js',
    'https://cdn.ampproject.org/v0/amp-iframe-0.1.js',
  ]);
  expect(ampComponentsOf('<p>&lt;amp-video></p>')).toEqual([]);
});

test.each([
  'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  'https://open.spotify.com/episode/4rOoJ6Egrf8K2IrywzwOMk',
])('the embed of %s is a frame', (url) => {
  const embed = embedOf(url);
  expect(embed).not.toBeNull();
  const amp = ampHtml(embed ? embedHtml(embed) : '');
  expect(amp).toMatch(/<amp-iframe [^>]+><span placeholder><\/span><\/amp-iframe><\/figure>$/);
});

test('tags in too many others are left out; what is in them is kept, and what is after them', () => {
  const deep = ampHtml(`${'<div>'.repeat(100_000)}a<img src="/b">${'</div>'.repeat(100_000)}<p>c</p>`);
  expect(deep).toMatch(/^(?:<div>){48}a<amp-img [^>]+><\/amp-img>(?:<\/div>){48}<p>c<\/p>$/);
});

test('tags in too many others are matched with their own', () => {
  const [before, after] = ['<div>'.repeat(48), '</div>'.repeat(48)];
  expect(ampHtml(`${before}<div>a<div>b</div>c</div>d${after}`)).toBe(`${before}abcd${after}`);
  expect(ampHtml(`${before}<b>a${after}<p>b</p>`)).toBe(`${before}a${after}<p>b</p>`);
});

test('a table is kept where its cells are kept', () => {
  const table = '<table><tr><td>a</td></tr></table>';
  const [before, after] = ['<div>'.repeat(45), '</div>'.repeat(45)];
  expect(ampHtml(before + table + after + table)).toBe(`${before}a${after}${table}`);
});

/** Work that grows by the square of the length does not end before the test's limit. */
describe('many times', () => {
  test.each([
    ['<div>', 'a</div></div>'],
    ['</div>', 'a'],
    ['<', '&lt;a'],
    ['<a ', '&lt;a a'],
    ['<b>a<i></b>', '<b>a<i></i></b>a'],
    ['<img src="/a" srcset="/aa 1x, /bb 2x">', '</amp-img>a'],
    ['<video><source src="/a">', 'a</span></amp-video></span>'],
    ['<details> <summary>', 'a</summary></details></summary>'],
    ['<table><td>', 'a</td></table></td>'],
  ])('%s', (piece, end) => {
    const amp = ampHtml(`${piece.repeat(1_000_000 / piece.length)}a`);
    expect(amp.slice(-1000)).toContain(end);
  });

  test.each([
    ['<p style="%">a</p>', 'b-', '<p>a</p>'],
    ['<a href="http://%">a</a>', 'b.', '<a>a</a>'],
  ])('what is in %s, of %s', (place, piece, amp) => {
    expect(ampHtml(place.replace('%', piece.repeat(3_500_000)))).toBe(amp);
  });

  test('what an article is made of', () => {
    const article = '<p class="a">b <b>c</b> <a href="https://x.example/">d</a></p>\n'.repeat(5_000_000 / 64);
    expect(ampHtml(article) === article).toBe(true);
  });
});

test('a text that is converted in steps becomes the same, and lets others in between', async () => {
  const text = `<p>${'word <b>x</b> <img src="/a" width="3" height="2" /> '.repeat(2_000)}</p>`;
  let turns = 0;
  const turn = () => {
    turns++;
    return Promise.resolve();
  };
  expect(await ampHtmlInSteps(text, turn)).toBe(ampHtml(text));
  expect(turns).toBeGreaterThan(3);
});
