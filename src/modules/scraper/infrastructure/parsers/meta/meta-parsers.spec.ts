import { describe, expect, test } from '@jest/globals';
import { DublinCoreParser } from './dublin-core.parser.js';
import { MetaTagsParser } from './meta-tags.parser.js';
import { OpenGraphParser } from './open-graph.parser.js';
import { metas, pageWith } from '../../../../../../test/support/fetched-pages.js';
import { TwitterCardParser } from './twitter-card.parser.js';

test('Open Graph', () => {
  const found = new OpenGraphParser().parse(
    pageWith({
      metas: [
        { name: 'og:title', content: 'A story | The News' },
        { name: 'og:site_name', content: 'The News' },
        { name: 'og:type', content: 'video.other' },
        { name: 'og:locale', content: 'de_DE' },
        { name: 'article:author', content: 'https://www.facebook.com/ann' },
        { name: 'article:author', content: 'Ann Lee' },
        { name: 'article:published_time', content: '2024-03-01T10:00:00+01:00' },
        { name: 'article:tag', content: 'one' },
        { name: 'article:tag', content: 'two' },
        { name: 'og:image', content: '/a?x=1' },
        { name: 'og:image:url', content: '/a?x=1' },
        { name: 'og:image:width', content: '1200' },
        { name: 'og:image:type', content: 'image/png' },
        { name: 'og:image', content: 'https://cdn.example/b.jpg' },
        { name: 'og:image:height', content: 'tall' },
        { name: 'og:video:url', content: 'http://player.example/1' },
        { name: 'og:video:secure_url', content: 'https://player.example/1' },
        { name: 'og:video:type', content: 'text/html' },
        { name: 'og:video:width', content: '640' },
        { name: 'og:video', content: 'https://cdn.example/1.mp4' },
        { name: 'og:image', content: 'data:image/png;base64,AAAA' },
      ],
    }),
  );
  expect(found).toMatchObject({
    title: 'A story | The News',
    headline: 'A story',
    type: 'video',
    extra: { byline: 'Ann Lee', lang: 'de-DE', published_time: '2024-03-01T10:00:00+01:00' },
    tags: ['one', 'two'],
    images: [
      { url: 'https://news.example/a?x=1', width: 1200, type: 'png' },
      { url: 'https://cdn.example/b.jpg', height: 0, type: 'jpg' },
    ],
    videos: [
      { embed_url: 'https://player.example/1', url: '', width: 640, type: 'text/html' },
      { embed_url: '', url: 'https://cdn.example/1.mp4' },
    ],
  });
});

test('a Twitter card', () => {
  expect(
    new TwitterCardParser().parse(
      pageWith({
        metas: metas({
          'twitter:card': 'player',
          'twitter:title': 'A film',
          'twitter:creator': '@ann',
          'twitter:image': 'https://cdn.example/1.jpg',
          'twitter:player': 'https://player.example/1',
          'twitter:player:width': '640',
        }),
      }),
    ),
  ).toMatchObject({
    title: 'A film',
    type: 'video',
    extra: { twitter_creator: '@ann' },
    images: [{ url: 'https://cdn.example/1.jpg' }],
    videos: [{ embed_url: 'https://player.example/1', width: 640 }],
  });
});

test('Dublin Core', () => {
  expect(
    new DublinCoreParser().parse(
      pageWith({
        metas: [
          { name: 'dc.title', content: 'A paper' },
          { name: 'dc.creator', content: 'Ann Lee' },
          { name: 'dc.creator', content: 'Bob Ray' },
          { name: 'dcterms.issued', content: '2024-03' },
        ],
      }),
    ),
  ).toMatchObject({ title: 'A paper', extra: { byline: 'Ann Lee, Bob Ray', published_time: '2024-03' } });
});

describe('meta elements', () => {
  const parse = (values: Readonly<Record<string, string>>) =>
    new MetaTagsParser().parse(pageWith({ metas: metas(values) }));

  test('of many standards', () => {
    expect(
      parse({
        author: 'https://news.example/ann',
        'parsely-author': 'By Ann Lee',
        'parsely-pub-date': '2024-03-01T10:00:00Z',
        description: 'In &amp;quot;short&amp;quot;',
        keywords: 'one, two',
        'sailthru.image.full': 'https://cdn.example/1.jpg',
      }),
    ).toMatchObject({
      description: 'In "short"',
      extra: { byline: 'Ann Lee', published_time: '2024-03-01T10:00:00Z' },
      tags: ['one', 'two'],
      images: [{ url: 'https://cdn.example/1.jpg' }],
    });
  });

  test('of nobody', () => {
    expect(parse({ author: 'admin' })?.extra).toEqual({});
    expect(new MetaTagsParser().parse(pageWith({}))).toBeNull();
  });
});
