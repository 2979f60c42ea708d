import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { decodeHTML } from 'entities';
import { pageSamples } from '../../testing/contracts/page-samples.js';
import { PlainTheme } from './plain-theme.js';

const URL_OF_PAGE = 'https://site.example/page';
const theme = new PlainTheme();
const models = (text = 'A text', url = URL_OF_PAGE) => pageSamples(text, url);

function pagesOf(text?: string, url?: string): readonly string[] {
  const { page, post, list } = models(text, url);
  return [
    theme.post(page, { ...post, isDraft: true }),
    theme.ampPost(page, post),
    ...(['home', 'section', 'tag', 'author'] as const).map((kind) => theme.list(page, { ...list, kind })),
    theme.missing(page, { status: 404 }),
  ];
}

const { page, post, list, item, card } = models();
const postPage = theme.post(page, post);
const ampPage = theme.ampPost(page, post);

const TOKEN = /[^<>]+|<!doctype html>|<\/?([a-z][a-z0-9-]*)((?: [^\s"'<>/=]+(?:="[^"<>]*")?)*)>/y;
/** Attributes that the rules of AMP leave out when their values are of no use. */
const OPTIONAL = new Set(['srcset', 'sizes', 'id', 'disable-inline-width']);

/**
 * The tags of a page with the names of their attributes; fails on whatever is nothing but a tag or a text.
 */
function skeleton(html: string): string[] {
  const markup = html.replace(/(<script type="application\/ld\+json">|<style[^<>]*>)[^<]*(?=<\/)/g, '$1');
  const tags: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < markup.length; at = TOKEN.lastIndex) {
    const token = TOKEN.exec(markup);
    if (!token) throw new Error(`No token: ${markup.slice(at, at + 80)}`);
    const [tag, name, list = ''] = token;
    const names = [...list.matchAll(/ ([^\s=]+)(?:="[^"]*")?/g)].map(([, attribute = '']) => attribute);
    if (name !== undefined)
      tags.push([tag.slice(0, 2), name, ...names.filter((n) => !OPTIONAL.has(n))].join());
  }
  return tags;
}

describe('a hostile text stays a text', () => {
  const harmless = pagesOf().map(skeleton);
  const vectors = readFileSync(new URL('../../modules/content/hostile-html.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll('␀', '\0').replaceAll('⏎', '\n'));

  expect(vectors.length).toBeGreaterThanOrEqual(200);

  test.each(vectors)('%j', (vector) => {
    expect(pagesOf(vector).map(skeleton)).toEqual(harmless);
  });
});

test.each([
  ...['javascript:alert(1)', ' javascript:alert(1)', 'JaVaScRiPt:alert(1)', 'java\nscript:alert(1)'],
  ...[
    '\u0001javascript:alert(1)',
    'javascript&colon;alert(1)',
    'vbscript:x',
    'data:text/html,<script>1</script>',
  ],
  ...[
    'view-source:https://x.example',
    'file:///etc/passwd',
    'blob:https://x.example/1',
    '"><script>alert(1)</script>',
  ],
])('no link leads to %j', (url) => {
  for (const html of pagesOf('A text', url)) {
    for (const [, value = ''] of html.matchAll(/ (?:href|src)="([^"]*)"/g)) {
      const { protocol } = new URL(decodeHTML(value), URL_OF_PAGE);
      expect(['https:', 'http:', 'mailto:']).toContain(protocol);
    }
    expect(() => skeleton(html)).not.toThrow();
  }
});

describe('the head of a post', () => {
  test.each([
    '<html lang="en-GB" dir="ltr">',
    '<title>A text</title>',
    '<meta name="description" content="A text">',
    `<link rel="canonical" href="${URL_OF_PAGE}">`,
    `<link rel="amphtml" href="${URL_OF_PAGE}">`,
    `<link rel="prev" href="${URL_OF_PAGE}">`,
    `<link rel="next" href="${URL_OF_PAGE}">`,
    '<meta property="og:type" content="article">',
    '<meta property="og:locale" content="en_GB">',
    '<meta property="og:image:width" content="980">',
    '<meta property="article:published_time" content="A text">',
    '<meta property="article:modified_time" content="A text">',
    `<meta property="article:author" content="${URL_OF_PAGE}">`,
    '<meta property="article:section" content="A text">',
    '<meta property="article:tag" content="A text">',
    '<meta name="twitter:card" content="summary_large_image">',
    '<link rel="alternate" href="https://site.example/page" type="application/rss+xml" title="A text">',
    '<link rel="alternate" href="https://site.example/page" type="application/feed+json" title="A text">',
    '<meta name="theme-color" content="#171614" media="(prefers-color-scheme: dark)">',
    '<script type="application/ld+json">{"@type":"NewsArticle","headline":"A text"}</script>',
  ])('%s', (tag) => {
    expect(postPage).toContain(tag);
  });

  test('says nothing where there is nothing to say', () => {
    const bare = { ...page.head, amp: null, feeds: null, previous: null, next: null, description: '' };
    const html = theme.list({ ...page, head: { ...bare, kind: 'website' } }, list);
    expect(html).not.toMatch(/article:|amphtml|rel="prev" href="[^"]*">\n|name="description"/);
  });

  test.each([
    ['a page that is not indexed', theme.post({ ...page, head: { ...page.head, isIndexed: false } }, post)],
    ['a draft', theme.post(page, { ...post, isDraft: true })],
  ])('%s is kept from search engines', (_, html) => {
    expect(html).toContain('<meta name="robots" content="noindex">');
    expect(postPage).not.toContain('noindex');
  });
});

const levelsOf = (html: string) => [...html.matchAll(/<h([1-6])\b/g)].map(([, level]) => Number(level));

test.each([
  ['post', postPage],
  ['post with headings', theme.post(page, { ...post, bodyHtml: '<h1>a</h1><h4>b</h4><h3>c</h3><h2>d</h2>' })],
  ['AMP', ampPage],
  ['home', theme.list(page, { ...list, kind: 'home' })],
  ['author', theme.list(page, { ...list, kind: 'author', aboutHtml: '<h1>a</h1><h5>b</h5>' })],
  ['missing', theme.missing(page, { status: 410 })],
])('%s has one h1, and headings that skip no level', (_, html) => {
  const levels = levelsOf(html);
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  expect(levels[0]).toBe(1);
  levels.forEach((level, at) => {
    expect(level).toBeLessThanOrEqual((levels[at - 1] ?? 0) + 1);
  });
});

describe('the content of a post', () => {
  test('loads its first image at once, and no other', () => {
    expect(postPage).toContain('<img fetchpriority="high" src="/a.jpg" alt="a">');
    expect(postPage).toContain('<img src="/b.jpg" alt="b" loading="lazy">');
    expect(postPage.match(/fetchpriority/g)).toHaveLength(1);
  });

  test('shows the rest behind a button, without a script', () => {
    expect(postPage).toMatch(
      /<details class="p-more"><summary>.*A text.*1,234 words.*<\/summary>\s*<p>The rest/,
    );
    expect(postPage).not.toMatch(/<script(?! type="application\/ld\+json">)|<style| on[a-z]+=/);
  });

  test('says that it is a draft', () => {
    expect(theme.post(page, { ...post, isDraft: true })).toContain('<strong>Draft</strong>');
    expect(postPage).not.toContain('Draft');
  });

  test('links to a sponsor, and to a new tab, with a word on it', () => {
    expect(postPage).toMatch(/rel="sponsored noopener"><b>Sponsored<\/b>/);
    expect(postPage).toMatch(
      /target="_blank" rel="noopener">A text <span class="p-hidden">\(opens in a new tab\)/,
    );
  });
});

describe('a listicle', () => {
  const items = ['a', 'b', 'c'].map((anchor) => ({ ...item, anchor }));

  test('has an article to each item', () => {
    const html = theme.listicle({ layout: 'listicle', isBodyAbove: false, items }, 'en');
    expect(html.match(/<article class="p-item" id="item-[abc]">/g)).toHaveLength(3);
    expect(html).toMatch(
      /p-number">A text<\/span> An <em>item<\/em><\/h2>\s*<figure>.*<h3>In it<\/h3><p>Of the item/,
    );
  });

  test('has the body above the image where that is wanted', () => {
    const html = theme.listicle({ layout: 'listicle', isBodyAbove: true, items }, 'en');
    expect(html).toMatch(/item.<\/p><figure>/);
  });

  test.each([
    ['slideshow', '<section class="p-slides" '],
    ['fullscreen', '<section class="p-slides p-full" '],
  ] as const)('as a %s can be used by keyboard', (layout, start) => {
    const html = theme.listicle({ layout, isBodyAbove: false, items }, 'en');
    expect(html).toContain(start);
    expect(html).toContain('aria-roledescription="Slideshow"');
    expect(html).toMatch(/<div class="p-track"[^>]* tabindex="0">/);
    expect(html).toContain(
      'id="item-b" role="group" aria-roledescription="slide" aria-label="2 of 3" tabindex="-1"',
    );
    const links = [...html.matchAll(/class="p-(previous|next)" href="#item-(.)"/g)].map(
      ([, to, id]) => `${to} ${id}`,
    );
    expect(links).toEqual(['next b', 'previous a', 'next c', 'previous b']);
  });
});

describe('a list', () => {
  test('leads to the pages before and after it', () => {
    const html = theme.list(page, list);
    expect(html).toMatch(
      /rel="prev" class="p-previous">Previous page<.*rel="next" class="p-next">Next page</,
    );
    expect(html).toContain('aria-current="page"');
  });

  test('says so when it is empty', () => {
    expect(theme.list(page, { ...list, cards: [] })).toContain('Nothing has been published here yet.');
  });

  test('of home begins with the story of the day, on its first page only', () => {
    const first = theme.list(page, { ...list, kind: 'home', previous: null, cards: [card, card] });
    expect(first.match(/p-hero/g)).toHaveLength(1);
    expect(theme.list(page, { ...list, kind: 'home' })).not.toContain('p-hero');
  });
});

test('AMP has what it demands, and nothing that it refuses', () => {
  const bodyHtml = '<iframe src="https://x.example/"></iframe><table><tr><td>a</td></tr></table>';
  const html = theme.ampPost(page, { ...post, bodyHtml });
  expect(html).toMatch(/^<!doctype html>\n<html amp lang="en-GB" dir="ltr">\n<head>\n<meta charset="utf-8">/);
  const viewport = 'width=device-width,minimum-scale=1,initial-scale=1';
  expect(html).toContain(`<meta name="viewport" content="${viewport}">`);
  expect(html).toContain(`<link rel="canonical" href="${URL_OF_PAGE}">`);
  expect(html.match(/<style amp-boilerplate>/g)).toHaveLength(2);
  const scripts = [...html.matchAll(/<script(.*?)>/g)].map(([, list]) => list);
  expect(scripts).toEqual([
    ' async src="https://cdn.ampproject.org/v0.js"',
    ' async custom-element="amp-iframe" src="https://cdn.ampproject.org/v0/amp-iframe-0.1.js"',
    ' type="application/ld+json"',
  ]);
  expect(html).not.toMatch(/<(?:img|iframe|video|audio|form|input|base)\b|rel="stylesheet"| on[a-z]+=/);
  const [, css = ''] = /<style amp-custom>([^<]*)<\/style>/.exec(html) ?? [];
  expect(css.length).toBeLessThan(25_000);
  expect(css).not.toMatch(/!important|@import|@container|i-amphtml|behavior/);
  expect(html).toContain('<div class="p-wide" tabindex="0"');
});

test('all weighs little', () => {
  const [styles] = theme.files;
  expect(theme.files).toEqual([styles]);
  expect(styles?.name).toMatch(/^plain-[0-9a-f]{12}\.css$/);
  expect(postPage).toContain(`href="https://site.example/res/theme/${styles?.name ?? ''}"`);
  expect((styles?.content ?? '').length).toBeLessThan(25_000);
  expect(postPage.length + (styles?.content ?? '').length).toBeLessThan(100_000);
});
