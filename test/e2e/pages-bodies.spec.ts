import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { itemsOf, jsonOf as jsonFeedOf, rssOf } from '../support/feeds.js';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';
import { parseHtml, textsOf } from '../support/xml.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
  await createImages(service, 1);
  const { body: image } = await service.get('/api/1.3/images/1').expect(200);
  const words = { caption: 'Own words', photo_credit: 'Own credit' };
  await service.put('/api/1.3/images/1', { image_url: image.image_original_url, ...words }).expect(200);
});
afterAll(() => service.stop());

let posts = 0;
interface Shown {
  readonly id: number;
  page(): Promise<string>;
  amp(): Promise<string>;
  feed(): Promise<string>;
}
async function publish(fields: object): Promise<Shown> {
  const tag = `post-${++posts}`;
  const sent = { headline: `Post ${posts}`, tags: [tag], ...fields };
  const { body } = await service.post('/api/1.3/posts', sent).expect(200);
  return {
    id: body.id,
    page: async () => (await service.as(null).get(`/${body.slug}`).expect(200)).text,
    amp: async () => (await service.as(null).get(`/amp/${body.slug}`).expect(200)).text,
    feed: async () => (await jsonFeedOf(service.as(null), `/tag/${tag}`)).items[0]?.content_html ?? '',
  };
}
/** Each caption with its credit, as the page and the feed show them. */
const captionsOf = (html: string): string[] => textsOf(parseHtml(html), 'figcaption');
const PARAGRAPH_IN = 'p p, p div, p section, p article, p figure, p h2';

describe('Caption and credit of an item of a listicle', () => {
  const words = { caption: 'Cap <3>', credit: 'Cred 3' };
  test.each([
    ['an image by its shortcode', { media: '[cms-image 1]', is_image: true, ...words }, ['Cap <3> Cred 3']],
    ['its caption alone', { media: '[cms-image 1]', caption: 'Cap' }, ['Cap Own credit']],
    ['its credit alone', { media: '[cms-image 1]', credit: 'Cred' }, ['Own words Cred']],
    ['nothing', { media: '[cms-image 1]', caption: '', credit: null }, ['Own words Own credit']],
    ['an image by its id', { image_id: 1, ...words }, ['Cap <3> Cred 3']],
    ['an empty caption', { image_id: 1, caption: '', credit: 'Cred' }, ['Own words Cred']],
    [
      'an image of another site',
      { media: '<img src="https://a.example/a.png">', ...words },
      ['Cap <3> Cred 3'],
    ],
    [
      'a figure with words of its own',
      { media: '<figure><img src="/a.png"><figcaption>A <b>b</b></figcaption></figure>', ...words },
      ['A b', 'Cap <3> Cred 3'],
    ],
    ['no media', { body: '<p>Body</p>', ...words }, []],
    ['media beside an image', { image_id: 1, media: '<p>More</p>', ...words }, ['Cap <3> Cred 3']],
  ])('of %s', async (_what, item, captions) => {
    const post = await publish({ listicle: { items: [{ headline: 'Item', ...item }] } });
    expect(captionsOf(await post.page())).toEqual(captions);
    expect(captionsOf(await post.feed())).toEqual(captions);
  });
});

describe('The heading of an item of a listicle', () => {
  test.each([
    ['<h2>One</h2>', 'One'],
    ['<p><b>Two</b></p>', '<b>Two</b>'],
    ['<H3 class="x">Three</H3>\n<div><p>of <i>four</i></p></div>', 'Three of <i>four</i>'],
    ['<ul><li>Four</li><li>Five</li></ul>', 'Four Five'],
    ['<table><tr><td>Six</td></tr></table>', 'Six'],
  ])('of %j is one: %j', async (headline_html, inner) => {
    for (const layout_type of [1, 2, 3]) {
      const post = await publish({ listicle: { items: [{ headline_html }], settings: { layout_type } } });
      for (const html of [await post.page(), await post.amp()])
        expect(html).toContain(`<h2 class="p-heading">${inner}</h2>`);
      expect(await post.feed()).toBe(`<h2>${inner}</h2>`);
    }
  });

  test('is none without words', async () => {
    const post = await publish({ listicle: { items: [{ headline_html: '<h2> </h2>', body: '<p>x</p>' }] } });
    expect(await post.page()).not.toContain('p-heading');
    expect(await post.feed()).toBe('<p>x</p>');
  });
});

describe('The place of a listicle', () => {
  const listicle = { items: [{ headline: 'Item', body: '<p>Text of it.</p>' }] };
  test.each([
    ['by itself', '<p>A</p>PLACE<p>Z</p>', /A\s*<\/p>\s*LIST\s*<p>Z/],
    ['alone in a paragraph', '<p>A</p><p> PLACE<br></p><p>Z</p>', /<p>A<\/p>\s*LIST\s*<p>Z/],
    ['alone in words of a paragraph', '<p>A</p><p><b>PLACE</b></p><p>Z</p>', /<p>A<\/p>\s*LIST\s*<p>Z/],
    ['among words', '<p>A</p><p>b PLACE <i>c</i></p><p>Z</p>', /<p>b\s+<i>c<\/i><\/p>\s*LIST\s*<p>Z/],
    ['beside an image', '<p>PLACE<img src="/a.png"></p><p>Z</p>', /<p><img[^>]*><\/p>\s*LIST\s*<p>Z/],
    ['in a heading', '<h2>A PLACE</h2><p>Z</p>', /<h2>A <\/h2>\s*LIST\s*<p>Z/],
    ['in a block', '<div><p>A</p>PLACE<p>Z</p></div>', /<div><p>A<\/p>\s*LIST\s*<p>Z<\/p><\/div>/],
    ['twice', '<p>A</p>PLACE<p>M</p><p>PLACE</p><p>Z</p>', /<p>A<\/p>\s*LIST\s*<p>M<\/p><p><\/p><p>Z/],
    ['after a rule in a paragraph', '<hr><p>PLACE</p><p>Z</p>', /<hr[^>]*>\s*LIST\s*<p>Z/],
  ])('%s', async (_where, body, expected) => {
    const post = await publish({ listicle, body: 'None yet' });
    const place = `<listicle id="listicle-${post.id}"></listicle>`;
    await service.put(`/api/1.3/posts/${post.id}`, { body: body.replaceAll('PLACE', place) }).expect(200);
    for (const html of [await post.page(), await post.feed()]) {
      const shown = html.replace(
        /<(div class="p-listicle"|h2>Item)[\s\S]*?Text of it\.<\/p>(\s*<\/article><\/div>)?/,
        'LIST',
      );
      expect(shown).toMatch(expected);
      expect(html.match(/Text of it/g)).toHaveLength(1);
      expect(html).not.toContain('<listicle');
      expect([...parseHtml(html).querySelectorAll(PARAGRAPH_IN)]).toEqual([]);
      expect(html).not.toMatch(/<p[^<>]*>(?:(?!<\/p>)[\s\S])*<(?:div|h2|article)/);
    }
  });

  test('of another post is none', async () => {
    const body = '<p>A</p><listicle id="listicle-999999"></listicle><p>Z</p>';
    const post = await publish({ listicle, body });
    for (const html of [await post.page(), await post.feed()]) expect(html).toMatch(/Z[\s\S]*Text of it/);
    expect(await post.feed()).not.toContain('<listicle');
  });

  test('goes when there is no listicle', async () => {
    const post = await publish({ body: 'None yet' });
    const body = `<p>A</p><p><listicle id="listicle-${post.id}"></listicle></p><p>Z</p>`;
    await service.put(`/api/1.3/posts/${post.id}`, { body }).expect(200);
    for (const html of [await post.page(), await post.feed()]) expect(html).toContain('<p>A</p><p>Z</p>');
  });
});

describe('What is known of a product and a recipe', () => {
  const rowsOf = async (fields: object): Promise<Record<string, string>> => {
    const page = parseHtml(await (await publish(fields)).page());
    const [names, values] = [textsOf(page, 'dt'), textsOf(page, 'dd')];
    return Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
  };

  test('is shown, whatever its kind', async () => {
    const product = {
      name: 'Chair <1>',
      price: 0,
      colours: ['red', 'blue'],
      in_stock: true,
      is_used: false,
      note: null,
      blank: ' ',
      '@type': 'Product',
      brand: { '@type': 'Brand', name: 'Woods' },
      weight: { value: 4, unit: 'kg' },
      nutrition: { calories: '240' },
      offers: [{ price: 19.9 }, { price: 25, price_currency: 'EUR', in_stock: true }],
      empty: [{}, [], { a: null }],
    };
    expect(await rowsOf({ product })).toEqual({
      name: 'Chair <1>',
      price: '0',
      colours: 'red, blue',
      'in stock': '✓',
      brand: 'Woods',
      weight: '4, unit: kg',
      nutrition: 'calories: 240',
      offers: '19.9; 25, price currency: EUR, in stock: ✓',
    });
    const recipe = {
      steps: [{ text: 'Mix.' }, { text: 'Bake.' }],
      ingredients: [{ name: 'Flour', amount: '200 g' }, 'Salt'],
      sections: [{ name: 'Dough', steps: [{ text: 'Knead.' }] }],
    };
    expect(await rowsOf({ roar_specific_data: { recipe } })).toEqual({
      steps: 'Mix. Bake.',
      ingredients: 'Flour, amount: 200 g; Salt',
      sections: 'Dough, steps: Knead.',
    });
  });

  test('is shown of several recipes', async () => {
    expect(await rowsOf({ roar_specific_data: { recipe: [{ a: 1 }, { b: 2 }] } })).toEqual({
      a: '1',
      b: '2',
    });
  });

  test('is cut where there is no end of it', async () => {
    let deep: object = { name: 'x' };
    for (let n = 0; n < 80; n++) deep = { deep };
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`f${n}`, n]));
    const rows = await rowsOf({ product: { deep, list: Array(1000).fill('y'), ...wide } });
    expect(Object.keys(rows)).toHaveLength(50);
    expect(rows.deep).toBeUndefined();
    expect(rows.list?.match(/y/g)).toHaveLength(100);
  });
});

describe('The button of Keep Reading', () => {
  const body = '<p>Before.</p><hr><p>Three words more.</p>';
  const opened = async (roar_specific_data: object) => (await publish({ body, roar_specific_data })).page();
  test.each([true, 'true', 'TRUE', 1, '1'])('is without a count for %p', async (flag) => {
    const text = await opened({ keep_reading_hide_word_count: flag });
    expect(text).toContain('<details');
    expect(text).not.toContain('3 words');
  });
  test.each([false, 'false', 0, '0', '', 'perhaps', {}])('has a count for %p', async (flag) => {
    const text = await opened({ keep_reading_button_text: 'On', keep_reading_hide_word_count: flag });
    expect(text).toMatch(/<details[\s\S]*3 words/);
  });
  test.each([
    ['', false],
    ['<p> </p>', false],
    ['<p><img src="https://a.example/b.png"></p>', true],
  ])('is there for %p behind the rule: %p', async (after, isThere) => {
    const fields = {
      body: `<p>Before.</p><hr>${after}`,
      roar_specific_data: { keep_reading_button_text: 'On' },
    };
    expect((await (await publish(fields)).page()).includes('<details')).toBe(isThere);
  });
  test('is there for a key with a value alone', async () => {
    const none = { keep_reading_button_text: null, keep_reading_hide_word_count: null };
    expect(await opened(none)).not.toContain('<details');
    expect(await opened({ ...none, keep_reading_button_text: '' })).toContain('<details');
    expect(await opened({ ...none, keep_reading_hide_word_count: false })).toContain('<details');
  });
});

test('What is no character of a text is in no feed', async () => {
  const headline = 'Be\u0007ll\u001b and\ttab\ufffe';
  await publish({ headline, body: '<p>a\u0008b</p>', tags: ['T\u0001ag'], subheadline: 'S\u0002' });
  const feed = await jsonFeedOf(service.as(null), '/tag/t-ag');
  const [item] = feed.items;
  expect(item).toMatchObject({ title: 'Bell and\ttab', summary: 'S', tags: ['Tag'] });
  expect(item?.content_html).toBe('<p>ab</p>');
  // eslint-disable-next-line no-control-regex -- they are what must not be there
  expect(JSON.stringify(feed)).not.toMatch(/\\u00[01]|[\0-\x08]/);
  const [same] = itemsOf(await rssOf(service.as(null), '/tag/t-ag'));
  expect(same && textsOf(same, 'title')).toEqual(['Bell and\ttab']);
});

test('Who sends a video that is not shown is told so', async () => {
  const send = (video: string | null) => service.post('/api/1.3/posts', { headline: 'V', video }).expect(200);
  const { body } = await send('https://videos.example/1');
  expect(body.warnings).toEqual([expect.stringMatching(/^video: .*content\.embedHosts/)]);
  for (const video of ['https://www.youtube.com/embed/dQw4w9WgXcQ', null])
    expect((await send(video)).body.warnings).toEqual([]);
});

test.each([
  [
    'https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0&loop=1&playlist=dQw4w9WgXcQ&cc_load_policy=1',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0&loop=1&playlist=dQw4w9WgXcQ&cc_load_policy=1',
  ],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e&color=ff0000#t=5s',
    'https://player.vimeo.com/video/76979871?dnt=1&h=8272103f6e&color=ff0000#t=5s',
  ],
  [
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=30&a=%22%3E%3Cscript%3E',
    'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=30&v=dQw4w9WgXcQ&t=30&a=%22%3E%3Cscript%3E',
  ],
])('The frame of the video %s keeps its parameters', async (video, source) => {
  const { body } = await service.post('/api/1.3/posts', { headline: 'V', video }).expect(200);
  const { text } = await service
    .as(null)
    .get(`/${(body as { slug: string }).slug}`)
    .expect(200);
  expect([...parseHtml(text).querySelectorAll('iframe')].map((frame) => frame.getAttribute('src'))).toEqual([
    source,
  ]);
});
