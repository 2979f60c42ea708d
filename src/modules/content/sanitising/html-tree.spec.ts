import { describe, expect, test } from '@jest/globals';
import { writtenAndRead } from '../../../../test/support/html-trees.js';
import { expectProportional } from '../../../../test/support/cpu-time.js';
import { asTree } from './html-tree.js';

test.each([
  ['<p>a<div>b</div>c</p>', '<p>a</p><div>b</div><p>c</p>'],
  ['<p class="x" id="y">a<div>b</div>c</p>', '<p class="x" id="y">a</p><div>b</div><p class="x">c</p>'],
  [
    '<a href=" id=" title="javascript:x"><p>a</p><p>b</p></a>',
    '<p><a href=" id=" title="javascript:x">a</a></p><p><a href=" id=" title="javascript:x">b</a></p>',
  ],
  ['a<img alt=" src=" title="x" />b', 'ab'],
  ['<p><div>b</div></p>', '<div>b</div>'],
  ['<b>a<p>b</p>c</b>', '<b>a</b><p><b>b</b></p><b>c</b>'],
  ['<p>a<b>b<ul><li>c</li></ul>d</b></p>', '<p>a<b>b</b></p><ul><li><b>c</b></li></ul><p><b>d</b></p>'],
  ['<span><div><p>a</p></div></span>', '<div><p><span>a</span></p></div>'],
  ['<code><p>a</p><p>b</p></code>', '<p><code>a</code></p><p><code>b</code></p>'],
  [
    '<a href="/x"><div>a</div> <div>b</div></a>',
    '<div><a href="/x">a</a></div> <div><a href="/x">b</a></div>',
  ],
  ['<a href="/x">a<a href="/y">b</a>c</a>', '<a href="/x">a</a><a href="/y">b</a>c'],
  ['<h2>a<div>b</div><p>c</p></h2>', '<h2>a<br />b<br />c</h2>'],
  ['<h2><p>a</p></h2>', '<h2>a</h2>'],
  ['<pre>\n\na<div>b</div></pre>', '<pre>a\nb</pre>'],
  ['<li>a</li> <li>b</li>c', '<ul><li>a</li> <li>b</li></ul>c'],
  ['<ul>a<ul><li>b</li></ul></ul>', '<ul><li>a<ul><li>b</li></ul></li></ul>'],
  ['<ul><i>a</i> <li>b</li></ul>', '<ul><li><i>a</i> </li><li>b</li></ul>'],
  ['<dd>a</dd><dt>b</dt>', '<dl><dd>a</dd><dt>b</dt></dl>'],
  ['<dl><div><dt>a</dt><dd>b</dd></div></dl>', '<dl><div><dt>a</dt><dd>b</dd></div></dl>'],
  ['<table><tr><td>a</td></tr></table>', '<table><tbody><tr><td>a</td></tr></tbody></table>'],
  [
    '<table>a<tr><td>b</td></tr></table>',
    '<table><tbody><tr><td>a</td></tr><tr><td>b</td></tr></tbody></table>',
  ],
  [
    '<table><col /><tr><td>b</td></tr></table>',
    '<table><colgroup><col /></colgroup><tbody><tr><td>b</td></tr></tbody></table>',
  ],
  ['<tr><td class="x">a</td><td>b</td></tr>', '<div>a</div><div>b</div>'],
  ['<b><table><tr><td>a</td></tr></table></b>', '<table><tbody><tr><td><b>a</b></td></tr></tbody></table>'],
  ['<div><figcaption class="x">a</figcaption></div>', '<div><div class="x">a</div></div>'],
  ['<img alt="a" />b<img src="" />', 'b'],
  ['<video src="/v"><p>a</p></video>', '<video src="/v">a</video>'],
  ['<rt>a</rt><ruby>b<rt>c<rt>d</rt></rt></ruby>', 'a<ruby>b<rt>cd</rt></ruby>'],
])('%s becomes %s', (html, expected) => {
  expect(asTree(html)).toBe(expected);
  const { written, read } = writtenAndRead(expected);
  expect(read).toBe(written);
  expect(asTree(expected)).toBe(expected);
});

describe('the work, and what is written, is proportional to the length', () => {
  test.each([
    ['formatting around many blocks', '<b>'.repeat(190) + '<div>a</div>'.repeat(50_000) + '</b>'.repeat(190)],
    ['long tags around many blocks', `<b title="${'x'.repeat(50_000)}">${'<div>a</div>'.repeat(50_000)}</b>`],
    ['a paragraph of many blocks', `<p title="${'x'.repeat(50_000)}">${'<hr />a'.repeat(50_000)}</p>`],
    ['lists in lists', '<ul>'.repeat(100_000) + 'a' + '</ul>'.repeat(100_000)],
  ])('%s', (_name, html) => {
    expect(asTree(html).length).toBeLessThan(5 * html.length);
  });

  test('many attributes, opened again for each block', () => {
    const written = (count: number) => {
      const names = Array.from({ length: count }, (_, n) => ` data-${n}`).join('');
      return asTree(`<h2${names}>${'a<hr />'.repeat(count)}</h2>`);
    };
    expectProportional(written, { pieces: 4000, withinMs: 1000 });
  });
});
