import { describe, expect, test } from '@jest/globals';
import { expectProportional } from '../../../../test/support/cpu-time.js';
import { placeListicle, withOutermostPlace } from './listicle-place.js';

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
    ['a<listicle id="listicle-7">b<br /></listicle>c', 'a<div>$&</div>b<br />c'],
    ['@<listicle id="listicle-8">b</listicle>c', '<div>$&</div>bc'],
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

describe('The place of a listicle is lifted out of the elements around it', () => {
  test.each([
    ['<p>a</p>@<p>b</p>', '<p>a</p>@<p>b</p>'],
    ['<div><p>a</p>@<p>b</p></div>', '<div><p>a</p></div>@<div><p>b</p></div>'],
    ['<div>@<p>b</p></div>', '@<div><p>b</p></div>'],
    ['<div class="x"><p>a</p>@ </div>c', '<div class="x"><p>a</p></div>@c'],
    ['<div><section>@</section></div>', '@'],
    ['<ul><li>a<br />@b</li><li>c</li></ul>', '<ul><li>a<br /></li></ul>@<ul><li>b</li><li>c</li></ul>'],
    ['<div><p>a @ b</p>c</div>', '<div><p>a  b</p></div>@<div>c</div>'],
    ['<div><p>@</p></div>', '@'],
    ['<div>a<listicle id="listicle-8">b</listicle></div>', '<div>ab</div>'],
  ])('of %j', (safe, html) => {
    expect(withOutermostPlace(safe.replaceAll('@', PLACE), 7)).toBe(html.replaceAll('@', PLACE));
  });

  test('that are deep, in time linear in the length of the text', () => {
    const DEPTH = 100;
    const lifted = (count: number) => {
      const inside = `${'<div>a'.repeat(DEPTH)}@${'b</div>'.repeat(DEPTH)}`;
      const html = withOutermostPlace(`<p>${'x'.repeat(count)}</p>${inside}`.replace('@', PLACE), 7);
      const behind = `${'<div>'.repeat(DEPTH)}${'b</div>'.repeat(DEPTH)}`;
      expect(html.endsWith(`a${'</div>'.repeat(DEPTH)}${PLACE}${behind}`)).toBe(true);
    };
    expectProportional(lifted, { pieces: 2_000_000, withinMs: 100 });
  });
});
