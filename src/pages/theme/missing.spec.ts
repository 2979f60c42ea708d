import { expect, test } from '@jest/globals';
import type { PageModel } from '../models/page-models.js';
import { PlainTheme } from './plain-theme.js';

const url = 'https://site.example';
const feeds = { rss: `${url}/feed.xml`, atom: `${url}/feed.atom`, json: `${url}/feed.json` };
const social = { title: '', description: '', image: null };
const head = { title: 'Courier', description: '', canonical: `${url}/`, kind: 'website', social } as const;
const pageIn = (locale: string): PageModel => ({
  site: { name: 'Courier', description: '', url, locale, feeds },
  head: { ...head, amp: null, feeds: null, previous: null, next: null, isIndexed: false, data: [] },
  navigation: [],
});

test.each([
  ['en', 404, 'There is nothing here'],
  ['en', 410, 'This is gone'],
  ['de-AT', 404, 'Hier ist nichts'],
  ['fr', 410, 'Cette page n’existe plus'],
  ['he', 410, 'הדף הזה כבר לא כאן'],
] as const)('what is not there is told in %s with %i', (locale, status, words) => {
  const html = new PlainTheme().missing(pageIn(locale), { status });
  expect(html).toContain(`<h1>${words}</h1>`);
  expect(html).toContain(`<title>${words} – Courier</title>`);
  expect(html).toContain('content="noindex"');
  expect(html).not.toMatch(/canonical|og:url/);
});
