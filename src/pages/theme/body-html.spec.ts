import { expect, test } from '@jest/globals';
import { expectProportional } from '../../../test/support/cpu-time.js';
import { phrasesOf } from './i18n/i18n.js';
import { bodyHtml } from './body-html.js';

const english = phrasesOf('en');

test.each([
  ['headings begin below that of the page', '<h1>a</h1><h3>b</h3>', '<h2>a</h2><h3>b</h3>'],
  ['headings skip no level', '<h3>a</h3><h6>b</h6><h3>c</h3>', '<h2>a</h2><h3>b</h3><h2>c</h2>'],
  ['a page has one main', '<main class="a"><p>b</p></main>', '<div class="a"><p>b</p></div>'],
  ['a role of the page is none of its text', '<section id="a" role="main">', '<section id="a">'],
  ['what takes a script is plain', '<p role="tab" aria-controls="x" id="a">b</p>', '<p id="a">b</p>'],
  [
    'a link with nothing in it leads nowhere',
    '<a name="a" href="#a"> <b></b></a>c',
    '<a name="a"> <b></b></a>c',
  ],
  ['an image of which nothing is said is silent', '<img src="/a">', '<img alt="" loading="lazy" src="/a">'],
  [
    'a link has a name',
    '<a href="/"><img src="/a" alt=" "></a>',
    '<a href="/"><img alt="Image" loading="lazy" src="/a"></a>',
  ],
  [
    'a link with words has one',
    '<a href="/">b<img src="/a" alt=""></a>',
    '<a href="/">b<img alt="" loading="lazy" src="/a"></a>',
  ],
  [
    'images are chosen for the column',
    '<img src="/a" alt="b" loading="lazy" sizes="100vw" srcset="/a 9w">',
    '<img src="/a" alt="b" loading="lazy" sizes="(max-width: 42rem) 92vw, 38rem" srcset="/a 9w">',
  ],
  [
    'quotes are letters of names',
    '<img src="/a" data-a"b=" sizes=" alt="y onerror=x ">',
    '<img loading="lazy" src="/a" data-a"b=" sizes=" alt="y onerror=x ">',
  ],
  ['what scrolls can be reached', '<pre>a</pre>', '<pre tabindex="0">a</pre>'],
  [
    'a wide table scrolls in its place',
    '<table><tr></tr></table>',
    '<div class="p-wide" role="group" tabindex="0" aria-label="Table"><table><tr></tr></table></div>',
  ],
  [
    'a frame has a name and a shape',
    '<iframe src="//a" width="4" height="3"></iframe>',
    '<iframe title="Embedded content" style="aspect-ratio:4 / 3" src="//a" width="4" height="3"></iframe>',
  ],
  ['a text about tags stays as it is', '&lt;h1&gt; role="main"', '&lt;h1&gt; role="main"'],
])('%s', (_, safe, shown) => {
  expect(bodyHtml(safe, english)).toBe(shown);
});

test('a long text of open tags takes no long time', () => {
  const open = (count: number) =>
    bodyHtml('<a '.repeat(5 * count) + '<a href="/">'.repeat(count) + '<h2>'.repeat(count), english);
  expectProportional(open, { pieces: 20_000, withinMs: 1000 });
});

test.each([
  ['<img src="x" alt=" sizes=" title="x onerror=alert(1) " />', ' alt=" sizes=" title="x onerror=alert(1) "'],
  ['<img src="x" alt=" loading=" title="lazy" />', ' alt=" loading=" title="lazy"'],
  ['<img src="x" title=" alt=" />', ' alt="" loading="lazy" src="x" title=" alt="'],
  ['<p title=" role=" lang="main" role="main">a</p>', '<p title=" role=" lang="main">'],
])('what looks like an attribute in a value is left alone: %s', (safe, expected) => {
  expect(bodyHtml(safe, english)).toContain(expected);
  expect(bodyHtml(safe, english, true)).toContain(
    expected.replace(' loading="lazy"', ' fetchpriority="high"'),
  );
});
