import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { fuzzed } from '../../../../test/support/fuzz.js';
import { autop } from './autop.js';

const flat = (html: string) => html.replace(/>\s+</g, '><').trim();

test.each([
  ['', ''],
  ['a', '<p>a</p>'],
  ['a\n\nb', '<p>a</p><p>b</p>'],
  ['a\r\n\r\n\r\nb', '<p>a</p><p>b</p>'],
  ['a\nb', '<p>a<br />\nb</p>'],
  ['a<br>\nb', '<p>a<br>\nb</p>'],
  ['<h2>t</h2>\ntext <b>x\ny</b>', '<h2>t</h2><p>text <b>x<br />\ny</b></p>'],
  ['<em>a</em>\n\n<a href="x\ny">b</a>', '<p><em>a</em></p><p><a href="x\ny">b</a></p>'],
  ['<div>a</div>', '<div>a</div>'],
  ['<div>a\n\nb</div>', '<div><p>a</p><p>b</p></div>'],
  ['<blockquote>a</blockquote>', '<blockquote><p>a</p></blockquote>'],
  ['x\n<ul>\n<li>a</li>\n<li>b\nc</li>\n</ul>\ny', '<p>x</p><ul><li>a</li><li>b<br />\nc</li></ul><p>y</p>'],
  ['<pre>a\n\nb</pre>\nz', '<pre>a\n\nb</pre><p>z</p>'],
  ['<pre>a <b>\n\nnot closed', '<pre>a <b>\n\nnot closed'],
  [
    '<figure><img src="x"><figcaption>a</figcaption></figure>\ntext',
    '<figure><img src="x"><figcaption>a</figcaption></figure><p>text</p>',
  ],
  ['<p>a</p>\n\nb', '<p>a</p><p>b</p>'],
  ['<table><tr><td>a\nb</td></tr></table>', '<table><tr><td>a<br />\nb</td></tr></table>'],
  ['a\n\n<hr />\n\nb', '<p>a</p><hr /><p>b</p>'],
  ['2 < 3\n\n4 > 3', '<p>2 < 3</p><p>4 > 3</p>'],
  ['<!-- a -->\n\nb', '<!-- a --><p>b</p>'],
])('%j becomes %j', (text, html) => {
  expect(flat(autop(text))).toBe(flat(html));
});

test('whatever a text is, its words stay, in their order', () => {
  const part = fc.constantFrom(
    'a',
    '\n',
    '\n\n',
    '<p>',
    '</p>',
    '<div>',
    '</div>',
    '<pre>',
    '</pre>',
    '<b>',
    '<',
    '>',
    '<!--',
    '-->',
    ' ',
  );
  const wordsOf = (html: string) => html.replace(/<\/?p>|<br \/>|\s/g, '');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      const text = parts.join('');
      expect(wordsOf(autop(text))).toBe(wordsOf(text));
    }),
    fuzzed(300),
  );
});
