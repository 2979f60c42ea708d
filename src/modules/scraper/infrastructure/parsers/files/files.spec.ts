import { describe, expect, test } from '@jest/globals';
import { FeedParser } from './feed.parser.js';
import { ImageParser } from './image.parser.js';
import { expectProportional } from '../../../../../../test/support/cpu-time.js';
import { fileWith } from '../../../../../../test/support/fetched-pages.js';
import { PdfParser } from './pdf.parser.js';

describe('an image', () => {
  const GIF = Buffer.from('R0lGODlhAgADAIAAAAAAAP///yH5BAEAAAAALAAAAAACAAMAAAICRF4AOw==', 'base64');
  const parse = (contentType: string, head: Buffer | string) =>
    new ImageParser().parse(fileWith(contentType, head, 'https://cdn.example/a%20picture.gif'));

  test('with its size', async () => {
    expect(await parse('image/gif', GIF)).toMatchObject({
      title: 'a picture.gif',
      type: 'image',
      images: [{ url: 'https://cdn.example/a%20picture.gif', width: 2, height: 3, type: 'gif', weight: 1 }],
    });
  });

  test.each([
    ['image/gif', 'no picture'],
    ['image/svg+xml', '<svg/>'],
    ['image/x-unknown', ''],
  ])('without: %s', async (contentType, head) => {
    expect(await parse(contentType, head)).toMatchObject({
      type: 'image',
      images: [{ width: 0, height: 0 }],
    });
  });

  test('is nothing else', async () => {
    expect(await parse('text/plain', 'x')).toBeNull();
  });
});

describe('a document of PDF', () => {
  const parse = (body: string) =>
    new PdfParser().parse(
      fileWith('application/pdf', Buffer.from(`%PDF-1.4\n${body}`, 'latin1'), 'https://x.example/a%20b.pdf'),
    );
  const information = (title: string) => `1 0 obj\n<</Title${title}/Producer(p)/Author (Ann Lee)>>\nendobj`;

  test.each([
    ['(A \\(good\\) report (2024))', 'A (good) report (2024)'],
    ['(\\376\\377\\000A\\000\\351)', 'Aé'],
    [' <FEFF004100E9>', 'Aé'],
    ['(Caf\xe9)', 'Café'],
    ['()', 'a b.pdf'],
    ['(never closed', 'a b.pdf'],
    [' 12 0 R', 'a b.pdf'],
  ])('with the title %s', (title, expected) => {
    expect(parse(information(title))).toMatchObject({ title: expected, type: 'document' });
  });

  test('entries of its outline are not its title', () => {
    const outline = '5 0 obj\n<</Title(Chapter 1)/Parent 4 0 R>>\nendobj\n';
    expect(parse(outline)).toMatchObject({ title: 'a b.pdf' });
    expect(parse(outline + information('(The book)'))).toMatchObject({
      title: 'The book',
      extra: { byline: 'Ann Lee' },
    });
  });

  test('of nothing but titles takes no time', () => {
    const titles = (count: number) => parse('/Title('.repeat(count));
    const entries = (count: number) => parse(`<dc:title>${'<rdf:li'.repeat(count)}`);
    expectProportional(titles, { pieces: 150_000, withinMs: 500 });
    expectProportional(entries, { pieces: 100_000, withinMs: 500 });
  });
});

describe('a feed', () => {
  const parse = (contentType: string, head: string) => new FeedParser().parse(fileWith(contentType, head));

  test('of RSS', () => {
    const rss = `<?xml version="1.0"?><!-- <item> --><rss version="2.0"><channel>
      <title><![CDATA[News & more]]></title><link>https://news.example/</link><description>All &amp; any</description>
      <language>en</language><image><url>/logo.png</url><title>Logo</title></image>
      <item><title>One</title><link>https://news.example/1</link></item><item><title>T&#119;o</title>`;
    expect(parse('application/rss+xml', rss)).toMatchObject({
      ...{ title: 'News & more', description: 'All & any', url: 'https://news.example/', type: 'feed' },
      extra: { items: ['One', 'Two'], lang: 'en' },
      images: [{ url: 'https://news.example/logo.png' }],
    });
  });

  test('of Atom', () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de"><title>News</title>
      <link rel="self" href="https://news.example/feed"/><link href="https://news.example/"/><subtitle>All</subtitle>
      <updated>2024-03-01T10:00:00Z</updated><author><name>Ann</name></author><entry><title>One</title></entry></feed>`;
    expect(parse('application/xml', atom)).toMatchObject({
      ...{ title: 'News', description: 'All', url: 'https://news.example/' },
      extra: { items: ['One'], byline: 'Ann', modified_time: '2024-03-01T10:00:00Z', lang: 'de' },
    });
  });

  test('of JSON', () => {
    const feed = {
      version: 'https://jsonfeed.org/version/1.1',
      title: 'News',
      items: [{ title: 'One' }, 7, null],
    };
    expect(parse('application/feed+json', JSON.stringify(feed))).toMatchObject({
      title: 'News',
      extra: { items: ['One'] },
    });
    expect(parse('application/json', '{"version":"https://jsonfeed.org/version/1", ')).toBeNull();
  });

  test.each([
    ['application/json', '{"a": 1}'],
    ['text/xml', '<html><body/></html>'],
    ['application/octet-stream', ''],
  ])('is not %s %s', (contentType, head) => {
    expect(parse(contentType, head)).toBeNull();
  });

  test.each(['<a>', '<a ', '</', '<![CDATA[', '<!--', '<item><title>x', '&amp;<', 'x='])(
    'hostile: %s',
    (part) => {
      const over = (count: number) => parse('text/xml', `<rss><channel>${part.repeat(count)}`);
      expectProportional(over, { pieces: Math.floor(1_000_000 / part.length), withinMs: 2000 });
    },
  );
});
