import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { itemsOf, jsonOf as jsonFeedOf } from '../support/feeds.js';
import { createImages } from '../support/images.js';
import { type Client, type Service, startService } from '../support/service.js';
import { type Element, parseHtml, parseXml as parse, textsOf as texts } from '../support/xml.js';

let service: Service;
let anybody: Client;
beforeAll(async () => {
  const site = { name: 'The Site', description: 'News & views', locale: 'en-GB' };
  service = await startService({ settings: { site } });
  anybody = service.as(null);
  await createImages(service, 1);
});
afterAll(() => service.stop());

const createPost = async (fields: object = {}): Promise<number> =>
  (await service.post('/api/1.3/posts', { headline: 'Post', ...fields }).expect(200)).body.id;
const createAuthor = async (fields: object): Promise<{ id: number; name: string }> =>
  (await service.post('/api/1.1/authors', fields).expect(200)).body;
const jsonOf = (path: string) => jsonFeedOf(anybody, path);

describe('Hostile texts', () => {
  const lines = readFileSync('src/modules/content/hostile-html.txt', 'utf8').split('\n').filter(Boolean);
  const HOSTILE = [
    ...lines.filter((_, index) => index % Math.floor(lines.length / 50) === 0).slice(0, 50),
    ...[
      ']]>',
      '<![CDATA[ x ]]>',
      '</title></item></channel></rss>',
      '--><!-- x',
      '<?xml version="1.1"?>',
      '<?php x ?>',
    ],
    ...[
      '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>&e;',
      '&undefined;',
      '&#0;&#x1F;',
      '&amp;lt;script>',
    ],
    ...[
      '\u0001\u0008\u000b\u000c\u000e\u001f\u007f\u0085x',
      '\uFFFE\uFFFFx',
      'a\u2028b\u2029c',
      '\u{1F600}\u{10FFFF}x',
    ],
    ...[
      '"onmouseover="alert(1)',
      "' onerror='alert(1)",
      'a\ttab',
      '{{constructor.constructor("x")()}}',
      '\u202Ex',
    ],
  ].map((line) => line.replaceAll('␀', '\u0001').replaceAll('⏎', '\n'));
  // Removes characters that XML cannot hold; ends of lines are one in it.
  // eslint-disable-next-line no-control-regex -- these are what it is about
  const inXml = (text: string) => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\uFFFE\uFFFF]/g, '');
  const escaped = (text: string) =>
    text.replace(
      /[&<>"']/g,
      (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c] ?? c,
    );

  let hostile: Service;
  beforeAll(async () => {
    const site = { name: HOSTILE.join(' '), description: HOSTILE.join(' ') };
    hostile = await startService({ database: service.database, settings: { site } });
  });
  afterAll(() => hostile.stop());

  test('a parser that is not strict would prove nothing', () => {
    expect(HOSTILE.length).toBeGreaterThanOrEqual(60);
    for (const broken of ['<a>&x;</a>', '<a>\u0001</a>', '<a>]]></a>', '<a><b></a>', '<a b="<"/>', '<a/>x'])
      expect(() => parse(broken)).toThrow();
  });

  test.each(HOSTILE.map((text, index) => [index, text] as const))('%i: %j', async (index, text) => {
    const author = await createAuthor({ first_name: text, last_name: `x${text}` });
    const words = { headline: `h${text}`, caption: text, credit: text, body: text, headline_html: text };
    const id = await createPost({
      ...{
        headline: `h${text}`,
        subheadline: `s${text}`,
        body: text,
        page_title: text,
        meta_description: text,
      },
      ...{ photo_caption: `c${text}`, photo_credit: `d${text}`, media: text, og_title: text },
      ...(index % 2 ? { image_id: 1 } : { image_external: `https://x.example/${text}` }),
      roar_author_ids: [author.id],
      tags: [`t${index}`, `g${text}`],
      listicle: { items: [{ ...words, image_id: 1 }] },
    });
    const { body: post } = await service.get(`/api/1.3/posts/${id}`).expect(200);
    for (const client of [anybody, hostile.as(null)]) {
      const feed = parse((await client.get(`/tag/t${index}/feed.xml`).expect(200)).text);
      const [item, ...others] = itemsOf(feed) as [Element];
      expect(others).toEqual([]);
      expect(texts(item, 'title')).toEqual([inXml(post.headline)]);
      expect(texts(item, 'description')).toEqual([inXml(escaped(post.subheadline))]);
      expect(texts(item, 'category')).toEqual((post.tags as string[]).map(inXml));
      expect(texts(item, 'dc:creator')).toEqual([inXml(post.roar_authors[0].title)]);
      expect(new Set(Array.from(item.children, ({ tagName }) => tagName))).toEqual(
        new Set([
          ...ITEM_ELEMENTS,
          ...([...item.getElementsByTagName('media:content')].length ? ['media:content'] : []),
        ]),
      );
      expectSafe(texts(item, 'content:encoded')[0] ?? '');
      expect(texts(feed, 'title')[0]).toContain(`t${index} – `);
    }
    const [item] = (await jsonOf(`/tag/t${index}`)).items;
    expect(item).toMatchObject({
      title: inXml(post.headline),
      summary: inXml(post.subheadline),
      tags: (post.tags as string[]).map(inXml),
    });
    expectSafe(item?.content_html ?? '');
  });

  const ITEM_ELEMENTS = [
    'title',
    'link',
    'guid',
    'pubDate',
    'dc:creator',
    'category',
    'description',
    'content:encoded',
  ];

  const FORBIDDEN = 'script,style,object,embed,form,base,meta,link,svg,math';

  function expectSafe(html: string): void {
    const document = parseHtml(html);
    expect([...document.querySelectorAll(FORBIDDEN)]).toEqual([]);
    for (const element of document.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(name).not.toMatch(/^on|^srcdoc$/i);
        if (/^(href|src|poster|cite|action)$/.test(name))
          expect(value).toMatch(/^(https?:|mailto:|tel:|data:image)/i);
      }
    }
  }
});

test('Posts too long for a feed have their summary in it', async () => {
  const body = `<p>${'x'.repeat(3_500_000)}</p>`;
  for (let n = 0; n < 12; n++)
    await createPost({ headline: `Long ${n}`, subheadline: 'S', body, tags: ['long texts'] });
  const { items } = await jsonOf('/tag/long-texts');
  expect(items).toHaveLength(12);
  expect(items.every(({ content_text }) => content_text === 'S')).toBe(true);
  await createPost({ headline: 'Short', subheadline: 'S', body, tags: ['two long'] });
  await createPost({ headline: 'Short', subheadline: 'S', body, tags: ['two long'] });
  const two = (await jsonOf('/tag/two-long')).items;
  expect(two.map(({ content_html }) => content_html !== undefined)).toEqual([true, false]);
  const words = '<p>Long and windy</p>'.repeat(150_000);
  for (const text of ['<p>Oldest</p>', words, words])
    await createPost({ headline: 'Post', body: text, tags: ['some long'] });
  const some = (await jsonOf('/tag/some-long')).items;
  expect(some.map(({ content_html }) => content_html !== undefined)).toEqual([true, false, true]);
  expect(some[1]?.summary ?? some[1]?.content_text).toMatch(/^Long and windy Long/);
});
