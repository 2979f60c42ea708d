import { describe, expect, test } from '@jest/globals';
import type { FetchedPage } from '../../page-parser.js';
import { mergeFindings } from './merge.js';
import { fileWith, metas, PAGE_URL, pageWith } from '../../../../../test/support/fetched-pages.js';
import { builtInParsers, PRECEDENCE } from './precedence.js';

async function scraped(page: FetchedPage) {
  const found = [];
  for (const parser of builtInParsers()) {
    const findings = await parser.parse(page);
    if (findings) found.push({ parser: parser.name, findings });
  }
  return mergeFindings(page, found);
}

test('of nothing, every key is there', () => {
  expect(mergeFindings(pageWith({}), [])).toEqual({
    ...{
      title: '',
      headline: '',
      description: '',
      body: '',
      url: PAGE_URL,
      favicon: '',
      parser: '',
      type: 'website',
    },
    ...{ cacheable: true, extra: {}, tags: [], images: [], videos: [] },
    embed: { shortcode: '', media_html: '', shortcode_id: '', shortcode_adapter: '' },
  });
});

test('all built-in parsers have a place', () => {
  const names: readonly string[] = PRECEDENCE;
  expect(builtInParsers().filter(({ name }) => !names.includes(name))).toEqual([]);
});

describe('precedence', () => {
  test('the first that has a field decides; lists are joined', () => {
    const page = mergeFindings(pageWith({}), [
      { parser: 'html', findings: { title: 'HTML', body: '<p>x</p>', extra: { lang: 'en', byline: 'Bob' } } },
      { parser: 'open-graph', findings: { title: 'OG', tags: ['One'], extra: { lang: 'de', byline: '' } } },
      { parser: 'json-ld', findings: { title: '', tags: ['one', 'two'], extra: { byline: 'Ann' } } },
    ]);
    expect(page).toMatchObject({ title: 'OG', body: '<p>x</p>', parser: 'json-ld', tags: ['one', 'two'] });
    expect(page.extra).toEqual({ byline: 'Ann', lang: 'en' });
  });

  test('parsers of extensions keep their places', () => {
    const own = { parser: 'own', findings: { title: 'Own', cacheable: false } };
    const jsonLd = { parser: 'json-ld', findings: { title: 'JSON-LD' } };
    expect(mergeFindings(pageWith({}), [own, jsonLd])).toMatchObject({
      title: 'Own',
      cacheable: false,
      parser: 'own',
    });
    expect(mergeFindings(pageWith({}), [jsonLd, own])).toMatchObject({ title: 'JSON-LD', cacheable: false });
  });

  test('the text of microdata is no description where there is another', () => {
    const microdata = { parser: 'microdata', findings: { description: 'All of the text.' } };
    const metaTags = { parser: 'meta-tags', findings: { description: 'In short.' } };
    expect(mergeFindings(pageWith({}), [microdata, metaTags]).description).toBe('In short.');
    expect(mergeFindings(pageWith({}), [microdata]).description).toBe('All of the text.');
  });
});

describe('the title', () => {
  const article = { '@type': 'Article', headline: 'For readers' };

  test('is that of the page, not the headline of its article', async () => {
    const page = pageWith({ title: 'Of the page', jsonLd: [article] });
    expect(await scraped(page)).toMatchObject({ title: 'Of the page', headline: 'For readers' });
    const shared = { ...page.facts, metas: metas({ 'og:title': 'To share' }) };
    expect(await scraped(pageWith(shared))).toMatchObject({ title: 'To share', headline: 'For readers' });
    expect(await scraped(pageWith({ jsonLd: [article] }))).toMatchObject({ title: 'For readers' });
  });

  test('is not cut within a formula', async () => {
    for (const title of ['Why every $a - b$ is even', 'When is \\(n - 1\\) a prime number'])
      expect((await scraped(pageWith({ title }))).title).toBe(title);
    const heading = 'All solutions of x - 1 = 0 here';
    expect((await scraped(pageWith({ title: heading, headings: [heading] }))).title).toBe(heading);
  });
});

describe('the byline', () => {
  const bylineOf = async (facts: Parameters<typeof pageWith>[0]) =>
    (await scraped(pageWith(facts))).extra.byline;
  const article = {
    '@type': 'Article',
    headline: 'A',
    publisher: { '@type': 'Organization', name: 'The News' },
  };

  test('is a person, where any parser knows one', async () => {
    expect(await bylineOf({ jsonLd: [{ ...article, author: 'News' }], bylines: ['By Ann Lee'] })).toBe(
      'Ann Lee',
    );
    expect(
      await bylineOf({ metas: metas({ 'og:site_name': 'The Post', author: 'The Post, Ann Lee' }) }),
    ).toBe('Ann Lee');
    const agency = { ...article, author: { '@type': 'Organization', name: 'Agency' } };
    expect(await bylineOf({ jsonLd: [agency], metas: metas({ author: 'Ann Lee' }) })).toBe('Ann Lee');
  });

  test('is the publisher, where nobody else is named', async () => {
    expect(await bylineOf({ jsonLd: [{ ...article, author: 'The News' }], bylines: ['News'] })).toBe(
      'The News',
    );
  });

  test('of an extension is certain', () => {
    const own = { parser: 'own', findings: { extra: { byline: 'The News', site_name: 'The News' } } };
    const html = { parser: 'html', findings: { extra: { byline: 'Ann Lee' } } };
    expect(mergeFindings(pageWith({}), [own, html]).extra.byline).toBe('The News');
  });
});

test('the time is what is marked as one, else that of the address, else that of a line', async () => {
  const url = 'https://news.example/2024/03/16/a';
  const dates = ['The attack of March 1, 2024', 'Published March 17, 2024'];
  const timeOf = async (facts: Parameters<typeof pageWith>[0], address?: string) =>
    (await scraped(pageWith(facts, address))).extra.published_time;
  expect(await timeOf({ times: ['PT5M', '1865-04-15', '15. März 2024'], dates }, url)).toBe('2024-03-15');
  expect(await timeOf({ times: ['03.04.2024', '2999-01-01'], dates }, url)).toBe('2024-03-16');
  expect(await timeOf({ dates })).toBe('2024-03-17');
  expect(await timeOf({ dates: dates.slice(0, 1) })).toBeUndefined();
});

test('what parsers say is bounded and cleaned', () => {
  const page = mergeFindings(pageWith({}), [
    {
      parser: 'own',
      findings: {
        title: 'x'.repeat(10_000),
        description: 'y '.repeat(10_000),
        body: `<p>${'é'.repeat(100)}</p>`.repeat(10_000),
        url: 'javascript:alert(1)',
        favicon: 'data:image/png;base64,AA',
        images: [{ url: 'javascript:x', width: 1, height: 1, type: '', weight: 1 }],
        videos: [{ embed_url: 'javascript:x', url: '', width: 0, height: 0, type: '' }],
        extra: JSON.parse('{"__proto__": {"polluted": true}}') as Record<string, unknown>,
      },
    },
  ]);
  expect(page.title).toHaveLength(500);
  expect(page.description.length).toBeLessThanOrEqual(2000);
  expect(Buffer.byteLength(page.body)).toBeLessThanOrEqual(500 * 1024);
  expect(page.body.endsWith('>')).toBe(true);
  expect(page).toMatchObject({ url: PAGE_URL, favicon: '', images: [], videos: [] });
  expect((page.extra as Record<string, unknown>).polluted).toBeUndefined();
});

test('a page as a whole', async () => {
  const page = await scraped(
    pageWith({
      lang: 'en',
      title: 'A story of the day | The News',
      headings: ['The News', 'A story of the day'],
      metas: metas({
        'og:site_name': 'The News',
        'og:title': 'A story of the day | The News',
        description: 'In short.',
      }),
      links: [
        { rel: ['canonical'], href: `${PAGE_URL}-canonical`, type: null, sizes: null, title: null },
        {
          rel: ['shortcut', 'icon'],
          href: 'https://news.example/16.png',
          type: null,
          sizes: '16x16',
          title: null,
        },
        { rel: ['icon'], href: 'https://news.example/192.png', type: null, sizes: '192x192', title: null },
      ],
      article: {
        ...{
          title: 'A story of the day',
          byline: 'By Ann Lee',
          excerpt: 'First words.',
          siteName: 'The News',
        },
        ...{ publishedTime: '2024-03-01', html: '<p>First words.</p>', text: 'First words. '.repeat(100) },
      },
      frames: ['https://www.youtube.com/embed/dQw4w9WgXcQ', 'https://ads.example/'],
    }),
  );
  expect(page).toMatchObject({
    title: 'A story of the day | The News',
    headline: 'A story of the day',
    description: 'In short.',
    body: '<p>First words.</p>',
    url: `${PAGE_URL}-canonical`,
    favicon: 'https://news.example/192.png',
    parser: 'open-graph',
    type: 'article',
    extra: {
      ...{ byline: 'Ann Lee', site_name: 'The News', published_time: '2024-03-01', lang: 'en' },
      excerpt: 'First words.',
    },
    videos: [{ embed_url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' }],
    embed: { shortcode: '', media_html: '' },
  });
});

test('a page without icons has the usual one; one that says it is the front page is not', async () => {
  const link = { rel: ['canonical'], href: 'https://news.example/', type: null, sizes: null, title: null };
  expect(await scraped(pageWith({ title: 'A', links: [link] }))).toMatchObject({
    favicon: 'https://news.example/favicon.ico',
    url: PAGE_URL,
  });
});

test('a page of a provider, also when it was not read', async () => {
  const url = 'https://www.youtube.com/watch?v=dQw4w9WgXcQ';
  const page = { ...fileWith('', '', 'https://consent.youtube.com/m'), requestedUrl: url };
  expect(await scraped(page)).toMatchObject({
    url,
    parser: 'provider',
    type: 'video',
    videos: [{ embed_url: 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ' }],
    embed: {
      shortcode: `[youtube ${url} expand=1]`,
      shortcode_id: 'dQw4w9WgXcQ',
      shortcode_adapter: 'youtube',
      media_html: expect.stringContaining('<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"'),
    },
  });
});
