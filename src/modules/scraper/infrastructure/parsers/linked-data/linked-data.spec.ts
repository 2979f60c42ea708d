import { describe, expect, test } from '@jest/globals';
import type { LinkedItem } from '../../../domain/page-facts.js';
import { JsonLdParser } from './json-ld.parser.js';
import { MicrodataParser } from './microdata.parser.js';
import { PAGE_URL, pageWith } from '../../../../../../test/support/fetched-pages.js';

const jsonLd = (...items: LinkedItem[]) => new JsonLdParser().parse(pageWith({ jsonLd: items }));

describe('JSON-LD', () => {
  test('of an article', () => {
    expect(
      jsonLd({
        '@type': 'NewsArticle',
        headline: 'A story &amp; more',
        description: ' In   short. ',
        author: [{ '@type': 'Person', name: 'Ann Lee' }, 'By Bob Ray'],
        publisher: { '@type': 'Organization', name: 'The News' },
        datePublished: '2024-03-01T10:00:00Z',
        dateModified: '2024-03-02',
        articleSection: 'World',
        inLanguage: 'en_GB',
        keywords: 'one, two;Three, ONE',
        image: [
          { '@type': 'ImageObject', url: '/a.jpg', width: 1200, height: '800px' },
          'https://cdn.example/b.png',
        ],
      }),
    ).toMatchObject({
      headline: 'A story & more',
      description: 'In short.',
      type: 'article',
      extra: {
        byline: 'Ann Lee, Bob Ray',
        site_name: 'The News',
        published_time: '2024-03-01T10:00:00Z',
        modified_time: '2024-03-02',
        section: 'World',
        lang: 'en-GB',
      },
      tags: ['one', 'two', 'Three'],
      images: [
        { url: 'https://news.example/a.jpg', width: 1200, height: 800, type: 'jpg' },
        { url: 'https://cdn.example/b.png', width: 0, height: 0, type: 'png' },
      ],
    });
  });

  test('the item that names the address of the page is the main one', () => {
    const found = jsonLd(
      { '@type': 'Recipe', name: 'Another', url: 'https://news.example/other' },
      { '@type': 'BlogPosting', headline: 'This one', mainEntityOfPage: { '@id': `${PAGE_URL}/?utm=1` } },
    );
    expect(found).toMatchObject({ headline: 'This one', type: 'article' });
  });

  test('else the most specific one, else the first', () => {
    expect(
      jsonLd(
        { '@type': 'WebPage', name: 'Page', url: PAGE_URL },
        { '@type': 'BreadcrumbList', name: 'Home' },
        { '@type': ['Thing', 'http://schema.org/Article'], headline: 'First' },
        { '@type': 'Article', headline: 'Second' },
      ),
    ).toMatchObject({ headline: 'First' });
  });

  test('its name is the title; its headline only where the page has the same title', () => {
    const item = { '@type': 'Article', headline: 'For readers', publisher: { name: 'The News' } };
    const titleOf = (more: LinkedItem, title: string | null = null) =>
      new JsonLdParser().parse(pageWith({ title, jsonLd: [{ ...item, ...more }] }))?.title;
    expect(titleOf({})).toBe('');
    expect(titleOf({ name: 'For editors' })).toBe('For editors');
    expect(titleOf({ name: 'The News' })).toBe('');
    expect(titleOf({}, 'For readers | The News')).toBe('For readers');
    expect(titleOf({}, 'Not for readers | The News')).toBe('');
  });

  test('persons are the authors, or else organizations', () => {
    const organization = { '@type': 'NewsMediaOrganization', name: 'The News' };
    const bylineOf = (...author: unknown[]) =>
      jsonLd({ '@type': 'Article', headline: 'A', author })?.extra?.byline;
    expect(bylineOf(organization, { '@type': 'Person', name: 'Ann Lee' })).toBe('Ann Lee');
    expect(bylineOf(organization)).toBe('The News');
  });

  test('nodes that are named elsewhere are found', () => {
    expect(
      jsonLd(
        { '@type': 'Article', headline: 'A', author: { '@id': '#ann' }, publisher: { '@id': '#org' } },
        { '@id': '#ann', '@type': 'Person', name: 'Ann Lee' },
        { '@id': '#org', '@type': 'Organization', name: 'The News' },
      ),
    ).toMatchObject({ extra: { byline: 'Ann Lee', site_name: 'The News' } });
  });

  test('of a video', () => {
    expect(
      jsonLd({
        '@type': 'VideoObject',
        name: 'A film',
        embedUrl: 'https://player.example/1',
        contentUrl: 'https://cdn.example/1.mp4',
        thumbnailUrl: ['https://cdn.example/1.jpg'],
        uploadDate: '2024-01-01',
        duration: 'PT1M',
        width: { '@type': 'QuantitativeValue', value: 640 },
      }),
    ).toMatchObject({
      type: 'video',
      extra: { published_time: '2024-01-01', duration: 'PT1M' },
      videos: [
        { embed_url: 'https://player.example/1', url: 'https://cdn.example/1.mp4', width: 640, height: 0 },
      ],
      images: [{ url: 'https://cdn.example/1.jpg' }],
    });
  });

  test('of a recipe', () => {
    expect(
      jsonLd({
        '@type': 'Recipe',
        name: 'Soup',
        recipeIngredient: ['1 onion', '<b>salt</b>'],
        recipeInstructions: [
          { '@type': 'HowToSection', itemListElement: [{ '@type': 'HowToStep', text: 'Cut.' }] },
          'Boil.',
        ],
        totalTime: 'PT30M',
        recipeYield: 4,
        aggregateRating: { ratingValue: 4.5, reviewCount: '12' },
      }),
    ).toMatchObject({
      type: 'recipe',
      extra: {
        recipe: {
          ...{ name: 'Soup', ingredients: ['1 onion', 'salt'], instructions: ['Cut.', 'Boil.'] },
          ...{ total_time: 'PT30M', yield: '4', rating: { value: '4.5', count: '12' } },
        },
      },
    });
  });

  test('of a product', () => {
    expect(
      jsonLd({
        '@type': 'Product',
        name: 'Chair',
        brand: { name: 'Woods' },
        image: 'https://shop.example/c.jpg',
        offers: [{ price: '19.90', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' }],
      }),
    ).toMatchObject({
      type: 'product',
      extra: {
        product: { name: 'Chair', brand: 'Woods', price: '19.90', currency: 'EUR', availability: 'InStock' },
      },
    });
  });

  const deep = (depth: number): unknown => (depth === 0 ? 'x' : [deep(depth - 1)]);
  const hostile: unknown[] = [
    ...[
      0,
      -1,
      1.5,
      true,
      '',
      ' ',
      null,
      undefined,
      {},
      [],
      [[]],
      [null],
      { '@value': {} },
      { name: { name: {} } },
    ],
    ...[
      deep(5000),
      'x'.repeat(1_000_000),
      '<a '.repeat(100_000),
      '&'.repeat(100_000),
      '\ud800',
      'javascript:alert(1)',
    ],
    JSON.parse('{"__proto__": {"name": "x"}, "constructor": 1, "@id": "__proto__"}'),
    Array.from({ length: 10_000 }, (_, index) => ({ name: `Author ${index}` })),
  ];
  const properties = [
    ...[
      'headline',
      'name',
      'description',
      'author',
      'publisher',
      'image',
      'keywords',
      'datePublished',
      'url',
      'offers',
    ],
    ...[
      'mainEntityOfPage',
      'mainEntity',
      'inLanguage',
      'video',
      'embedUrl',
      'width',
      'recipeIngredient',
      'nutrition',
    ],
    ...[
      'recipeInstructions',
      'aggregateRating',
      'articleSection',
      '@id',
      'isPartOf',
      'thumbnailUrl',
      'contentUrl',
    ],
  ];

  test.each(['Article', 'Recipe', 'Product', 'VideoObject', 'WebPage'])('of hostile values: %s', (type) => {
    for (const value of hostile) {
      const item = { '@type': type, ...Object.fromEntries(properties.map((property) => [property, value])) };
      const found = jsonLd(item, { '@type': value, name: value }, { '@type': 'WebSite', name: value });
      const { byline = '' } = (found?.extra ?? {}) as { byline?: string };
      expect(byline.length).toBeLessThanOrEqual(500);
      expect((found?.title ?? '').length).toBeLessThanOrEqual(500);
      expect((found?.images ?? []).every(({ url }) => url.startsWith('http'))).toBe(true);
    }
    expect(({} as Record<string, unknown>).name).toBeUndefined();
  });
});

describe('microdata', () => {
  const microdata = (...items: LinkedItem[]) => new MicrodataParser().parse(pageWith({ microdata: items }));

  test('of one article', () => {
    expect(
      microdata({
        '@type': 'http://schema.org/BlogPosting',
        name: 'A',
        author: { '@type': 'Person', name: 'Ann' },
      }),
    ).toMatchObject({ title: 'A', type: 'article', extra: { byline: 'Ann' } });
  });

  test('of many articles is about none', () => {
    const article = (name: string, url: string) => ({ '@type': 'Article', name, url });
    const others = [article('A', 'https://news.example/a'), article('B', 'https://news.example/b')];
    expect(microdata(...others)).toBeNull();
    expect(microdata(...others, article('C', PAGE_URL))).toMatchObject({ title: 'C' });
  });
});
