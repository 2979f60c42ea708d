import { describe, expect, test } from '@jest/globals';
import { expectProportional } from '../../../test/support/cpu-time.js';
import { withoutBlocks } from './listicle-items.js';

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
