import { expect, test } from '@jest/globals';
import { imagesIn } from './text-images.js';

/** The parts of a text that stand for images, and what is known of them. */
const found = (html: string) =>
  imagesIn(html).map(({ start, end, src, alt, caption, link }) => [
    html.slice(start, end),
    [src, alt, caption, link].join('|'),
  ]);

test.each([
  ['<p>a <img src="x.jpg" alt="A &amp; B"> b</p>', [['<img src="x.jpg" alt="A &amp; B">', 'x.jpg|A & B||']]],
  ['<a href="/b"> <img src=x /> </a>', [['<a href="/b"> <img src=x /> </a>', 'x|||/b']]],
  ['<a href="/b">text <img src="x"></a>', [['<img src="x">', 'x|||']]],
  [
    '<figure class="w"><a href="/b"><img src="x"></a><figcaption>A <i>word</i></figcaption></figure>c',
    [
      [
        '<figure class="w"><a href="/b"><img src="x"></a><figcaption>A <i>word</i></figcaption></figure>',
        'x||A word|/b',
      ],
    ],
  ],
  [
    '<figure><img src="x"><img src="y"></figure>',
    [
      ['<img src="x">', 'x|||'],
      ['<img src="y">', 'y|||'],
    ],
  ],
  [
    '<figure><figure><img src="x"></figure><figcaption>All</figcaption></figure>',
    [['<figure><img src="x"></figure>', 'x|||']],
  ],
  ['<img alt="no source"><img src="">', []],
  ['<!-- <img src="x"> --><img src="y"', []],
  ['<img src="a>b" alt="<img src=c>">', [['<img src="a>b" alt="<img src=c>">', 'a>b|<img src=c>||']]],
])('%j has the images %j', (html, expected) => {
  expect(found(html)).toEqual(expected);
});
