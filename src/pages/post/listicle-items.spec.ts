import { describe, expect, test } from '@jest/globals';
import { expectProportional } from '../../../test/support/cpu-time.js';
import { placeListicle, withoutBlocks } from './listicle-items.js';

const PLACE = '<listicle id="listicle-7"></listicle>';
const placed = (safe: string) => placeListicle(safe.replaceAll('@', PLACE), 7, () => '<div>$&</div>');

describe('A listicle stands', () => {
  test.each([
    ['<p>a</p>@<p>b</p>', '<p>a</p><div>$&</div><p>b</p>'],
    ['<p class="x">&nbsp;<em> @ </em><br /></p>', '<div>$&</div>'],
    ['<p>a<b>@</b>b</p>c', '<p>a<b></b>b</p><div>$&</div>c'],
    ['<p>a</p><blockquote>@</blockquote>', '<p>a</p><blockquote><div>$&</div></blockquote>'],
    ['<ul><li><p>a @</p></li></ul>', '<ul><li><p>a </p><div>$&</div></li></ul>'],
    ['<p><img src="/a" />@</p>', '<p><img src="/a" /></p><div>$&</div>'],
    ['<pre>a</pre>@<p>b</p>', '<pre>a</pre><div>$&</div><p>b</p>'],
    ['<p>@<p>', '<p><div>$&</div><p>'],
    ['<listicle title="x" id="listicle-7">\n</listicle>', '<div>$&</div>'],
    ['<listicle id="listicle-8"></listicle>@a@', '<div>$&</div>a'],
  ])('in %j as in %j', (safe, html) => {
    expect(placed(safe)).toEqual({ html, isPlaced: true });
  });

  test.each([
    ['', ''],
    ['<p>a</p>', '<p>a</p>'],
    ['a<listicle id="listicle-77"></listicle>', 'a'],
    ['a<listicle title=" id=listicle-7 "></listicle>', 'a'],
  ])('nowhere in %j', (safe, html) => {
    expect(placed(safe)).toEqual({ html, isPlaced: false });
  });

  test('in long texts, too', () => {
    const betweenBlanks = (count: number) => {
      const blanks = ' '.repeat(count);
      expect(placed(`<p>${blanks}@${blanks}x</p>`).html).toContain('x</p><div>');
    };
    const afterParagraphs = (count: number) => {
      expect(placed(`${'<p>x</p>'.repeat(count)}<p>@</p>`).html).toMatch(/<\/p><div>\$&<\/div>$/);
    };
    expectProportional(betweenBlanks, { pieces: 100_000, withinMs: 2000 });
    expectProportional(afterParagraphs, { pieces: 100_000, withinMs: 2000 });
  });
});

describe('A heading holds of blocks what is in them', () => {
  test.each([
    ['One', 'One'],
    ['<h2 class="x">One</h2>', 'One'],
    ['<p><b>One</b> two</p>', '<b>One</b> two'],
    ['<p>One</p>\n<P>two</P>three<hr />four', 'One two three four'],
    ['<div><ul><li>One</li><li>two</li></ul></div>', 'One two'],
    [
      '<figure><img src="/a" alt="&lt;p&gt;" /><figcaption>A</figcaption></figure>',
      '<img src="/a" alt="&lt;p&gt;" /> A',
    ],
    ['<pre>a</pre><param><picture></picture>', 'a <param><picture></picture>'],
    ['<h2> </h2>', ''],
  ])('of %j is %j', (safe, inline) => {
    expect(withoutBlocks(safe)).toBe(inline);
  });

  test('in long texts, too', () => {
    const ofTags = (count: number) => {
      expect(withoutBlocks('<p>'.repeat(count))).toBe('');
    };
    const ofOpenTags = (count: number) => {
      expect(withoutBlocks('<p '.repeat(count))).toHaveLength(3 * count - 1);
    };
    const ofBlanks = (count: number) => {
      expect(withoutBlocks(`<p>a${' '.repeat(count)}b</p>`)).toHaveLength(count + 2);
    };
    expectProportional(ofTags, { pieces: 500_000, withinMs: 2000 });
    expectProportional(ofOpenTags, { pieces: 500_000, withinMs: 2000 });
    expectProportional(ofBlanks, { pieces: 100_000, withinMs: 2000 });
  });
});
