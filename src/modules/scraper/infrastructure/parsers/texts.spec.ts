import { describe, expect, test } from '@jest/globals';
import { joinImages, scrapedImage } from './images.js';
import { tagsOf } from './tags.js';
import { cleanText, webUrl } from './text.js';
import { cleanTime } from './times/times.js';
import { withoutLastPart, withoutSiteName } from './titles.js';

test.each([
  ['  A\n\t text ', 'A text'],
  ['Caf&eacute; &amp;amp; bar &#8211; &#x41;', 'Café & bar – A'],
  ['<p>One</p><p>two &lt;b&gt;three&lt;/b&gt;</p>', 'One two three'],
  ['a < b, the <video> element', 'a < b, the <video> element'],
  ['H<sub>2</sub>O, 10<sup>-5</sup>, the 1<sup class="th">st</sup>', 'H₂O, 10⁻⁵, the 1st'],
  ['if a <b and c> d, $x<b$ and x &lt; y', 'if a <b and c> d, $x<b$ and x < y'],
  ['<math><msup><mi>c</mi><mn>2</mn></msup></math> of <math>', 'c² of <math>'],
  ['\\(\\frac{a}{b}\\) &sum; $\\alpha_1$', '\\(\\frac{a}{b}\\) ∑ $\\alpha_1$'],
  ['zero\u200bwidth\u0000', 'zerowidth'],
  ['half \ud83d', 'half \ufffd'],
  [12, '12'],
  [Number.NaN, ''],
  [null, ''],
  [{}, ''],
])('the clean text of %j', (text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

test.each([
  ['2024-03-01', '2024-03-01'],
  ['2018-04-05T06:00', '2018-04-05T06:00'],
  ['2017-11-16T14:15+0000', '2017-11-16T14:15+0000'],
  ['20240301', '2024-03-01'],
  ['2024/3/1', '2024-03-01'],
  [1709287200, '2024-03-01T10:00:00.000Z'],
  ['Wed, 12 Apr 2017 12:00:00 GMT', '2017-04-12T12:00:00.000Z'],
  ['April 12, 2017', '2017-04-12'],
  ['2024-13-45', ''],
  ['yesterday', ''],
  ['0000-00-00', ''],
  [{}, ''],
])('the time of %j', (value, expected) => {
  expect(cleanTime(value)).toBe(expected);
});

test.each([
  ['A story | The News', 'The News', [], 'A story'],
  ['The News: A story', 'The News', [], 'The News: A story'],
  ['The News - A story', 'the news', [], 'A story'],
  ['A story - The Washington Post', 'Washington Post', [], 'A story'],
  ['A story - World - The News', '', ['A story'], 'A story'],
  ['A well-known story', 'story', [], 'A well-known story'],
  ['A - B', '', [], 'A - B'],
])('%s without the name of the site %s', (title, site, headings, expected) => {
  expect(withoutSiteName(title, site, headings)).toBe(expected);
});

test.each([
  ['A story of five words — The News', 'A story of five words'],
  ['Short — The News', 'Short — The News'],
  ['Without a dash | The News', null],
])('%s without its last part', (title, expected) => {
  expect(withoutLastPart(title)).toBe(expected);
});

test('tags are unique, and not too many', () => {
  expect(tagsOf(['one, Two &amp; three', 'two & three', 4, null])).toEqual(['one', 'Two & three']);
  expect(tagsOf(Array.from({ length: 1000 }, (_, index) => `tag ${index}`))).toHaveLength(50);
});

test.each([
  ['/a?b#c', 'https://news.example/a?b#c'],
  ['//cdn.example/a', 'https://cdn.example/a'],
  ['javascript:alert(1)', ''],
  ['data:text/html,x', ''],
  ['https://user:secret@example.org/', ''],
  ['http://', ''],
  [7, ''],
])('the address %j', (value, expected) => {
  expect(webUrl(value, 'https://news.example/x/y')).toBe(expected);
});

describe('images', () => {
  const image = (url: string, weight: number, width = 0, height = 0) =>
    scrapedImage({ url, width, height }, weight, 'https://news.example/');

  test('the best comes first, what is no picture last', () => {
    const images = joinImages([
      ...image('/pixel.gif', 0.5, 1, 1),
      ...image('/img/logo.png', 0.5, 600, 400),
      ...image('/inline.jpg', 0.5, 600, 400),
      ...image('/declared.jpg', 0.9, 1200, 800),
      ...image('data:image/png;base64,AA', 0.9),
    ]);
    expect(images.map(({ url }) => new URL(url).pathname)).toEqual([
      ...['/declared.jpg', '/inline.jpg', '/img/logo.png', '/pixel.gif'],
    ]);
    expect(images.at(-1)?.weight).toBe(0);
    expect(images.every(({ weight }) => weight >= 0 && weight <= 1)).toBe(true);
  });

  test('each once, the largest of all sizes', () => {
    expect(
      joinImages([
        ...image('/a.jpg?w=100', 0.3, 100, 50),
        ...image('/a.jpg?w=800', 0.3, 800, 400),
        ...image('/a-150x150.jpg', 0.3, 150, 150),
        ...image('/b.jpg?id=1', 0.3),
        ...image('/b.jpg?id=2', 0.3),
      ]).map(({ url }) => url),
    ).toEqual([
      'https://news.example/a.jpg?w=800',
      'https://news.example/b.jpg?id=1',
      'https://news.example/b.jpg?id=2',
    ]);
    expect(
      joinImages(Array.from({ length: 100 }, (_, index) => image(`/${index}.jpg`, 0.5)).flat()),
    ).toHaveLength(30);
  });
});
