import { expect, test } from '@jest/globals';
import type { LinkModel, ListModel, PageModel, PostModel } from '../models/page-models.js';
import { PlainTheme } from './plain-theme.js';
import { ENGLISH } from './i18n/messages.js';

const url = 'https://site.example';
const feeds = { rss: `${url}/feed.xml`, atom: `${url}/feed.atom`, json: `${url}/feed.json` };
const theme = new PlainTheme();
const plain: LinkModel = { title: 'Docks', url: `${url}/docks` };
const time = { iso: '2026-05-14', text: '2026' };

const pageIn = (locale: string, navigation: readonly LinkModel[] = []): PageModel => ({
  site: { name: 'X', description: '', url, locale, feeds },
  head: {
    ...{ title: 'X', description: '', canonical: `${url}/`, kind: 'website', amp: null, feeds: null },
    ...{ previous: null, next: null, isIndexed: true, data: [] },
    social: { title: '', description: '', image: null },
  },
  navigation,
});
const post: PostModel = {
  ...{ headline: 'H', subheadline: null, section: plain, published: time, updated: time, minutesToRead: 5 },
  ...{
    badges: [{ title: 'B', image: null, isSponsored: true, description: null, url: null }],
    tags: [plain],
  },
  authors: [{ ...plain, title: 'Ann', photo: '' }],
  ...{ leadHtml: null, bodyHtml: '<p>b</p>', isDraft: true },
  keepReading: { button: null, words: 3, restHtml: '<p>r</p>' },
  listicle: null,
  details: [{ kind: 'recipe', rows: [['a', 'b']] }],
  related: [],
};
const item = { number: null, headlineHtml: 'i', imageHtml: null, mediaHtml: null, bodyHtml: null };
const items = ['a', 'b'].map((anchor) => ({ ...item, anchor }));
const list: ListModel = {
  ...{ kind: 'section', title: 'S', aboutHtml: null, picture: null, above: [plain], sections: [plain] },
  ...{ cards: [], previous: url, next: url },
};

const bodiesIn = (locale: string) =>
  [
    theme.post(pageIn(locale), post),
    theme.list(pageIn(locale), list),
    theme.missing(pageIn(locale), { status: 404 }),
    theme.missing(pageIn(locale), { status: 410 }),
    theme.listicle({ layout: 'slideshow', isBodyAbove: false, items }, locale),
  ].map((html) => html.replace(/^[^]*<body>/, ''));

/** Texts of the theme that stand between tags; those of attributes cannot have a language of their own. */
const SAID = Object.entries(ENGLISH)
  .filter(([name]) => !['sections', 'path', 'pages', 'feeds', 'tags', 'related', 'newTab'].includes(name))
  .flatMap(([, text]) => (typeof text === 'string' && !text.includes('{}') ? [text] : []));

test('English in a page of another language says that it is English', () => {
  const bodies = bodiesIn('fa').join('');
  const spans = /<span lang="en" dir="ltr">([^<]*)<\/span>/g;
  const told = [...bodies.matchAll(spans)].map(([, text]) => text);
  expect(told).toEqual(
    expect.arrayContaining(['By', 'Updated', '5 min read', '3 words', 'Keep Reading', 'Draft']),
  );
  const rest = bodies
    .replace(spans, '')
    .replace(/<[^>]*>/g, '\n')
    .split('\n');
  expect(rest.map((text) => text.trim()).filter((text) => SAID.includes(text))).toEqual([]);
});

test.each(['en', 'de', 'ar', 'he'])('a theme that speaks the language marks nothing: %s', (locale) => {
  expect(bodiesIn(locale).join('')).not.toMatch(/ lang=/);
});

test.each(['ar', 'he'])('no English is left in %s', (locale) => {
  const rest = bodiesIn(locale)
    .join('')
    .replace(/<[^>]*>/g, '\n')
    .split('\n');
  expect(rest.map((text) => text.trim()).filter((text) => SAID.includes(text))).toEqual([]);
});

test.each([
  ['ar', 'rtl'],
  ['en', 'ltr'],
])('a page in %s is written %s', (locale, direction) => {
  expect(theme.list(pageIn(locale), list)).toContain(`<html lang="${locale}" dir="${direction}">`);
});

test('names are kept apart from the direction around them', () => {
  expect(theme.post(pageIn('ar'), post)).toContain(
    'بقلم <a href="https://site.example/docks" rel="author"><bdi>Ann</bdi></a>',
  );
});

test('a link that opens a new tab says so, wherever it is', () => {
  const marked = { ...plain, opensNewTab: true };
  const one =
    /<a href="[^"]*\/docks"[^>]* target="_blank" rel="noopener">Docks <span class="p-hidden">\(opens/g;
  const html = [
    theme.post(pageIn('en', [marked]), { ...post, section: marked, tags: [], authors: [] }),
    theme.list(pageIn('en', [marked]), { ...list, above: [marked], sections: [marked] }),
  ].map((page) => page.match(one)?.length);
  expect(html).toEqual([2, 3]);
  expect(theme.list(pageIn('en', [plain]), list)).not.toContain('_blank');
});

test('a link that pages of two languages share is in the language of each', () => {
  const navigation = [{ ...plain, opensNewTab: true }];
  const [english, german, again] = ['en', 'de', 'en'].map((locale) =>
    theme.list(pageIn(locale, navigation), list),
  );
  expect(english).toContain('(opens in a new tab)');
  expect(german).toContain('(öffnet in einem neuen Tab)');
  expect(again).toBe(english);
});

test.each([
  ['en', 'en_US'],
  ['en-GB', 'en_GB'],
  ['de', 'de_DE'],
  ['zh-Hant', 'zh_TW'],
  ['sr-Latn', 'sr_RS'],
])('networks are told the territory: %s is %s', (locale, territory) => {
  expect(theme.list(pageIn(locale), list)).toContain(`<meta property="og:locale" content="${territory}">`);
});

test.each(['eo', 'no such language'])('networks are told no territory that is none: %s', (locale) => {
  expect(theme.list(pageIn(locale), list)).not.toContain('og:locale');
});

test('networks are told no size that nobody knows', () => {
  const image = { src: `${url}/a`, srcset: null, sizes: null, width: null, height: null, alt: '' };
  const { head, ...page } = pageIn('en');
  const html = theme.list({ ...page, head: { ...head, social: { ...head.social, image } } }, list);
  expect(html).toContain('property="og:image" content');
  expect(html).not.toMatch(/og:image:(?:width|height)/);
});
