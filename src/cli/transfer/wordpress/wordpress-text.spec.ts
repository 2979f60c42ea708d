import { describe, expect, test } from '@jest/globals';
import { expectProportional } from '../../../../test/support/cpu-time.js';
import { footnotesOf } from './footnotes.js';
import { textOfWordPress } from './wordpress-text.js';

const IMAGE = { id: '7', url: 'https://old.example/a.jpg', alt: 'Alt', caption: 'A & B' };
const convert = (content: string) => textOfWordPress(content, (ids) => (ids.includes('8') ? [] : [IMAGE]));
const htmlOf = (content: string) => convert(content).html;
const reasonsOf = (content: string) => convert(content).notes.map(({ reason }) => reason);

describe('Footnotes', () => {
  const text =
    '<!-- wp:paragraph --><p>A<sup data-fn="n1"><a href="#n1" id="n1-link">1</a></sup></p><!-- /wp:paragraph --><!-- wp:footnotes /-->';
  const convertWith = (meta: string | undefined) => textOfWordPress(text, () => [], footnotesOf(meta));

  test('stand where their block is', () => {
    const { html, notes } = convertWith(JSON.stringify([{ id: 'n1', content: 'Said <em>so</em>.' }]));
    expect(html).toMatch(/<\/p><ol><li id="n1">Said <em>so<\/em>\. <a href="#n1-link">↩<\/a><\/li><\/ol>$/);
    expect(notes).toEqual([]);
  });

  test.each([undefined, '', '{', '{}', '[]', '[1, null, {"id": "a\\"b", "content": "x"}, {"id": "c"}]'])(
    'that cannot be read (%s) are told as a block that is gone',
    (meta) => {
      expect(convertWith(meta).notes.map(({ reason }) => reason)).toEqual(['block:footnotes']);
    },
  );
});

describe('A shortcode', () => {
  test.each([
    [
      '[caption id="a" width="3"]<img src="a.jpg" /> A <b>new</b> one[/caption]',
      '<figure><img src="a.jpg" /><figcaption>A <b>new</b> one</figcaption></figure>',
    ],
    [
      '[caption caption="Said so"]<a href="b"><img src="a.jpg"></a>[/caption]',
      '<figure><a href="b"><img src="a.jpg"></a><figcaption>Said so</figcaption></figure>',
    ],
    [
      '[gallery ids="7"]',
      '<figure><img class="wp-image-7" src="https://old.example/a.jpg" alt="Alt"><figcaption>A &amp; B</figcaption></figure>',
    ],
    [
      '[embed width="3"]https://youtu.be/dQw4w9WgXcQ[/embed]',
      '<p>[youtube https://youtu.be/dQw4w9WgXcQ]</p>',
    ],
    [
      '[embed]https://unknown.example/x?a=1&amp;b=2[/embed]',
      '<p><a href="https://unknown.example/x?a=1&amp;b=2">https://unknown.example/x?a=1&amp;b=2</a></p>',
    ],
    [
      '[video mp4="https://old.example/v.mp4"][/video]',
      '<figure><video src="https://old.example/v.mp4" controls></video></figure>',
    ],
    [
      '[audio src="https://old.example/s.mp3"]',
      '<figure><audio src="https://old.example/s.mp3" controls></audio></figure>',
    ],
    ['[video mp4="javascript:alert(1)"]', '<p>[video mp4="javascript:alert(1)"]</p>'],
    ['[[gallery ids="7"]]', '<p>[[gallery ids="7"]]</p>'],
    ['[sic] and [1]', '<p>[sic] and [1]</p>'],
    ['[caption]<img src="a.jpg">', '<p>[caption]<img src="a.jpg"></p>'],
  ])('%j becomes %j', (content, html) => {
    expect(htmlOf(content).replace(/>\n+</g, '><')).toBe(html);
  });

  test('of a plugin stays, and is told; words in brackets are none', () => {
    expect(reasonsOf('[contact-form-7 id="1"] [box]text[/box] [sic] [youtube https://youtu.be/x]')).toEqual([
      'shortcode:contact-form-7',
      'shortcode:box',
    ]);
    expect(htmlOf('[box]text[/box]')).toBe('<p>[box]text[/box]</p>');
  });

  test('that shows nothing any more is told', () => {
    expect(reasonsOf('[gallery ids="8"][playlist ids="1"]')).toEqual(['gallery', 'playlist']);
  });
});

describe('A URL that is alone in its line', () => {
  test.each([
    [
      'a\n\nhttps://youtu.be/dQw4w9WgXcQ\n\nb',
      '<p>a</p><p>[youtube https://youtu.be/dQw4w9WgXcQ]</p><p>b</p>',
    ],
    ['a\nhttps://youtu.be/dQw4w9WgXcQ', '<p>a</p><p>[youtube https://youtu.be/dQw4w9WgXcQ]</p>'],
    ['<pre>\nhttps://youtu.be/dQw4w9WgXcQ\n</pre>', '<pre>\nhttps://youtu.be/dQw4w9WgXcQ\n</pre>'],
    ['see https://youtu.be/dQw4w9WgXcQ', '<p>see https://youtu.be/dQw4w9WgXcQ</p>'],
  ])('%j becomes %j', (content, html) => {
    expect(htmlOf(content).replace(/>\n+</g, '><')).toBe(html);
  });
});

describe('Blocks', () => {
  test('leave their HTML behind, and no paragraphs are made of it', () => {
    const content = '<!-- wp:paragraph {"a":1} -->\n<p>One\ntwo</p>\n<!-- /wp:paragraph -->';
    expect(htmlOf(content)).toBe('<p>One\ntwo</p>');
  });

  test('that WordPress makes when it shows them are told', () => {
    expect(reasonsOf('<!-- wp:block {"ref":3} /-->\n<!-- wp:acme/map /-->')).toEqual([
      'block:block',
      'block:acme/map',
    ]);
  });
});

test('the marks of pages and of the beginning are removed; pages are told', () => {
  expect(htmlOf('a\n<!--more Read on-->\nb')).toBe('<p>a</p>\n<p>b</p>');
  expect(reasonsOf('a<!--nextpage-->b')).toEqual(['nextpage']);
});

test.each([
  '<',
  '[',
  '[caption ',
  '[gallery ids="',
  '<!--',
  '<a ',
  '[caption]',
  '<p>',
  '</p>',
  '\n',
  'https://a.b\n',
  '<div>',
  '"',
  '[/x]',
])('a text of nothing but %j is converted in time linear in its length', (piece) => {
  expectProportional((pieces) => convert(piece.repeat(pieces)), {
    pieces: 80_000 / piece.length,
    withinMs: 20_000,
  });
});
