import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { createImages } from '../support/images.js';
import { type Client, type Service, startService } from '../support/service.js';

type Door = 'posts' | 'drafts';

const DOORS: Door[] = ['posts', 'drafts'];

let service: Service;
beforeAll(async () => {
  service = await startService();
  await createImages(service, 2);
  for (const name of ['One', 'Two']) await service.post('/api/1.3/badges', { name, image_id: 1 }).expect(200);
});
afterAll(() => service.stop());

async function ok(call: Test): Promise<Post> {
  const { status, body } = await call;
  expect({ status, detail: body.detail }).toEqual({ status: 200 });
  return body;
}

async function refused(call: Test, status: number, detail: string | RegExp, field?: string): Promise<void> {
  const { body } = await call.expect('content-type', /^application\/problem\+json/);
  expect(body).toMatchObject({ status, detail: expect.stringMatching(detail) });
  if (field !== undefined) expect(body.errors).toMatchObject([{ field }]);
}

const create = (fields: object = {}, door: Door = 'posts', client: Client = service) =>
  ok(client.post(`/api/1.3/${door}`, { headline: 'A headline', ...fields }));
const put = (id: number, fields: object, door: Door = 'posts', client: Client = service) =>
  client.put(`/api/1.3/${door}/${id}`, fields);
const edit = (...call: Parameters<typeof put>) => ok(put(...call));
const read = (id: number, door: Door = 'posts') => ok(service.get(`/api/1.3/${door}/${id}`));
const valueOf = (post: Post, field: string): unknown => post[field as keyof Post];
const withEach = (names: string[], value: unknown) => Object.fromEntries(names.map((name) => [name, value]));

const crops = (code: string) => ({
  [code]: { top: 0, left: 0, height: 400, width: 1200, imgHeight: 800, imgWidth: 1200 },
});
const TEXTS = [
  ...['body', 'manual_basename', 'subheadline', 'page_title', 'meta_description', 'og_title'],
  ...['og_description', 'photo_credit', 'photo_caption', 'teaser_photo_credit'],
  ...['teaser_photo_caption', 'social_teaser_photo_credit', 'social_teaser_photo_caption', 'media'],
  ...['layout_name', 'ee_layout_name'],
];
const IMAGE_IDS = ['image_id', 'teaser_image_id', 'social_teaser_image_id'];
const CROPS = ['manual_image_crops', 'teaser_manual_image_crops', 'social_teaser_manual_image_crops'];
type Row = [field: string, first: unknown, second: unknown, unset: unknown];

const FIELDS: Row[] = [
  ...TEXTS.map((field): Row => [field, ` <i onclick="a()">${field}</i>\r\n`, '', null]),
  ...IMAGE_IDS.map((field): Row => [field, 1, 2, null]),
  ...CROPS.map((field): Row => [field, crops('3x1'), crops('1x1'), {}]),
  ...['image_size', 'teaser_image_size'].map((field): Row => [field, '1200x800', '640x480', null]),
  ...['image_external', 'video'].map((field): Row => [field, 'HTTPS://a.example/b c', '', null]),
  ['badges', [2, 1], [1], []],
  ['type', 'recipe', 'event', 'page'],
  ['tags', ['Zebra', 'ape', 'Zoo & Co'], ['ape', 'Zebra'], []],
  ['primary_tag', 'Zebra', 'Ape', null],
  ['product', { price: { amount: 1.5, tags: [] }, name: null }, { a: [1, [2, {}]] }, {}],
  ['roar_specific_data', { keep_reading_hide_word_count: true }, { keep_reading_button_text: '' }, {}],
  ['page_list', [{ view: 'amp', path: '/amp-page' }], [{ view: 'web', path: 'a page' }], []],
  ['partnernews_article', true, false, false],
];

const TEXT: unknown = expect.stringMatching(/./);
/** Fields of a post of a headline alone. */
const UNSET = {
  ...Object.fromEntries(FIELDS.map(([field, , , unset]) => [field, unset])),
  ...withEach(['sections', 'public_tags', 'subpages', 'badges_details'], []),
  ...withEach(['primary_section', 'provider_post_id', 'scheduled_at', 'image', 'description'], null),
  ...withEach(['listicle', 'image_info'], {}),
  ...withEach(['id', 'version', 'created_ts', 'updated_ts', 'inserted_ts'], expect.any(Number)),
  ...withEach(['basename', 'post_url', 'slug', 'raw_share_url'], expect.stringContaining('a-headline')),
  ...{ headline: 'A headline', site_id: 1, provider_id: 20, removed: false, words_count: 0 },
  ...{ likes: { count: 0 }, stats: { page_views_count: 0 } },
  ...{ time_to_read: { calculation: expect.any(String), in_seconds: 0 }, roar_author_ids: [1] },
  roar_authors: [
    {
      id: 1,
      about_html: '',
      about_html_safe: '',
      ...withEach(['name', 'title', 'avatar', 'profile_href'], TEXT),
    },
  ],
};

describe.each(DOORS)('through the door of %s', (door) => {
  test.each(FIELDS)('%s is kept as sent, untouched when omitted, cleared by null', async (...row) => {
    const [field, first, second, unset] = row;
    const posts = [await create({ [field]: first }, door)];
    const id = posts[0]?.id ?? 0;
    for (const change of [{ [field]: second }, { headline: 'Another one' }, { [field]: null }]) {
      posts.push(await edit(id, change, door));
    }
    const values = [...posts, await read(id, door)].map((post) => valueOf(post, field));
    expect(values).toEqual([first, second, second, unset, unset]);
  });

  test('an article of a headline alone shows every key, unset as agreed', async () => {
    const [status, last_published_ts] = door === 'posts' ? [0, expect.any(Number)] : [1, null];
    const { id } = await create({}, door);
    expect(await read(id, door)).toEqual(expect.objectContaining({ ...UNSET, status, last_published_ts }));
  });

  test.each(DOORS)('what GET shows of one of the %s can be sent back and changes nothing', async (origin) => {
    const [one, two] = [await section('One'), await section('Two')];
    const author = await service.createAuthorWithKey('Editor', { first_name: 'Ann', last_name: 'Lee' });
    const sent = {
      ...Object.fromEntries(FIELDS.filter(([field]) => field !== 'page_list')),
      ...{ sections: [two, one], primary_section: one, roar_author_ids: [author.id, 1] },
      listicle: { items: [{ headline: 'Item', is_image: false }], settings: { layout_type: 2 } },
      provider_post_id: `x ${door} ${origin}`,
    };
    const { id } = await create(sent, origin);
    const before = await read(id, door);
    await edit(id, before, door);
    expect(await read(id, door)).toEqual(before);
  });
});

test.each([
  ['four-byte emoji', '😀👩‍👩‍👧‍👦'],
  ['combining accents beside precomposed letters', 'cafe\u0301 café ﬁ Å Å'],
  ['right-to-left text with marks', '\u202bשלום\u202c עולם العربية\u200f'],
  ['CRLF and lone CR', 'a\r\nb\rc\nd'],
  ['trailing blanks', 'text \t  '],
  ['no-break and zero-width spaces', '\u00a0a\u202fb\ufeffc\u200b'],
  ['what SQL and LIKE read', `'; -- " \\' %_ \\`],
])('%s come back byte for byte', async (_name, text) => {
  const custom = { text, [text]: [text, { [text]: text }] };
  const texts = withEach(['headline', 'body', 'media', 'photo_caption', 'provider_post_id'], text);
  const sent = { ...texts, tags: [text], product: custom, roar_specific_data: custom };
  const { id } = await create(sent);
  expect(await read(id)).toEqual(expect.objectContaining(sent));
});

describe.each(['product', 'roar_specific_data'])('%s', (field) => {
  const nested = (depth: number) => JSON.parse(`${'{"a":['.repeat(depth)}1${']}'.repeat(depth)}`) as object;

  test.each([100, 1000])('is kept at a depth of %i', async (depth) => {
    const { id } = await create({ [field]: nested(depth / 2) });
    expect(JSON.stringify(valueOf(await read(id), field))).toBe(JSON.stringify(nested(depth / 2)));
  });

  test('keeps keys that mean something to JavaScript, in their order', async () => {
    const json = '{"z":1,"__proto__":{"a":1},"constructor":null,"":0,"toString":"x","b":{"__proto__":[]}}';
    const sent = service.post('/api/1.3/posts').type('json').send(`{"headline":"H","${field}":${json}}`);
    const { id } = await ok(sent);
    const { text } = await service.get(`/api/1.3/posts/${id}`);
    expect(text).toContain(`"${field}":${json}`);
  });

  test('is taken to 1 MB and refused above, naming the limit', async () => {
    const { id } = await create({ [field]: { text: 'x'.repeat(999_900) } });
    expect(valueOf(await read(id), field)).toEqual({ text: 'x'.repeat(999_900) });
    await refused(put(id, { [field]: { text: 'x'.repeat(1_100_000) } }), 413, /1048576|1000000|1 ?MB/);
  });
});

test('a listicle comes back in the form of the request', async () => {
  const texts = withEach(
    ['headline', 'headline_html', 'manual_basename', 'media', 'body', 'caption'],
    ' One ',
  );
  const item = { ...texts, credit: '', is_image: true, manual_image_crops: crops('3x1') };
  const listicle = {
    items: [item, { headline: 'Two' }],
    settings: { body_text_above: true, layout_type: 3 },
  };
  const { id } = await create({ listicle });
  expect((await read(id)).listicle).toMatchObject(listicle);
  expect((await edit(id, { listicle: { items: [] } })).listicle).toMatchObject({ items: [] });
});

test('tags are one when their slugs are equal, in the spelling that came first', async () => {
  const { id, tags } = await create({ tags: ['São Paulo', 'b', 'sao-paulo', 'B'] });
  expect(tags).toEqual(['São Paulo', 'b']);
  expect((await edit(id, { tags: ['B', 'SAO PAULO'] })).tags).toEqual(['B', 'SAO PAULO']);
});

test('tags are joined by the primary tag', async () => {
  const { id, ...joined } = await create({ tags: ['a', 'b'], primary_tag: 'c' });
  expect(joined).toMatchObject({ tags: ['a', 'b', 'c'], primary_tag: 'c' });
  expect(await edit(id, { primary_tag: 'b' })).toMatchObject({ tags: ['a', 'b', 'c'], primary_tag: 'b' });
});

async function section(title: string, more: object = {}): Promise<number> {
  const url = `s-${Math.random().toString(36).slice(2)}`;
  const { body } = await service.post('/api/1.3/sections', { title, url, status: 2, ...more }).expect(200);
  return body.id as number;
}

describe('sections', () => {
  let child: number;
  let year: number;
  beforeAll(async () => {
    const parent_id = await section('World', { url: 'world' });
    child = await section('Überblick, kurz', { url: 'overview', parent_id });
    year = await section('2030', { url: 'twenty-thirty' });
  });

  test.each([
    ['id', () => [child, child]],
    ['numeric string', () => [String(child), child]],
    ['title', () => ['Überblick, kurz', child]],
    ['title in another case', () => ['üBERBLICK, KURZ', child]],
    ['slug', () => ['overview', child]],
    ['full path', () => ['/world/overview', child]],
    ['title that is a number', () => ['2030', year]],
    ['title that is a number, sent as one', () => [2030, year]],
    ['Home', () => ['Home', 0]],
    ['home in any case', () => ['hOME', 0]],
    ['0', () => [0, 0]],
    ['"0"', () => ['0', 0]],
  ])('are found by %s', async (_name, given) => {
    const [reference, id] = given();
    const found = await create({ sections: [reference], primary_section: reference });
    expect(found).toMatchObject({ sections: [id], subpages: [id], primary_section: id });
    const joined = await create({ primary_section: reference }, 'drafts');
    expect(joined).toMatchObject({ sections: [id], primary_section: id });
  });

  test.each(['Nowhere', 987_654, '987654', '/no/where'])('refuse the unknown %p by name', async (unknown) => {
    const { id } = await create({ sections: [child] });
    await refused(put(id, { sections: [year, unknown] }), 400, String(unknown), 'sections[1]');
    await refused(put(id, { primary_section: unknown }), 400, String(unknown), 'primary_section');
    expect((await read(id)).sections).toEqual([child]);
  });

  test('hold the primary one: it joins stored ones, and has to be among those that are sent', async () => {
    const { id } = await create({ sections: [year] });
    const joined = { sections: [year, child], primary_section: child };
    expect(await edit(id, { primary_section: child })).toMatchObject(joined);
    const foreign = put(id, { sections: [year], primary_section: 'Home' });
    await refused(foreign, 400, /primary_section/, 'primary_section');
    expect(await edit(id, { sections: [year] })).toMatchObject({ sections: [year], primary_section: null });
    expect(await edit(id, { sections: null })).toMatchObject({ sections: [], primary_section: null });
  });
});

test("roar_author_ids are the key's author when not sent on create, and when sent empty on PUT", async () => {
  const editor = await service.createAuthorWithKey('Editor');
  const { id, roar_author_ids } = await create({}, 'posts', editor.client);
  expect(roar_author_ids).toEqual([editor.id]);
  const authorsAfter = async (sent: object) => (await edit(id, sent, 'posts', editor.client)).roar_author_ids;
  for (const nothing of [[], null, '']) {
    expect(await authorsAfter({ roar_author_ids: ['1', editor.id] })).toEqual([1, editor.id]);
    expect(await authorsAfter({ headline: 'Else' })).toEqual([1, editor.id]);
    expect(await authorsAfter({ roar_author_ids: nothing })).toEqual([editor.id]);
  }
  await refused(put(id, { roar_author_ids: [1, 424_242] }), 400, /424242/, 'roar_author_ids[1]');
});

test('type follows image and video until one is sent, and an unknown one is refused', async () => {
  const { id, type } = await create({ video: 'https://video.example/1' });
  expect(type).toBe('video');
  expect((await edit(id, { image_external: 'https://elsewhere.example/a.jpg' })).type).toBe('image');
  expect((await edit(id, { image_external: null, video: null })).type).toBe('page');
  expect((await edit(id, { type: 'recipe', video: 'https://video.example/1' })).type).toBe('recipe');
  expect((await edit(id, { type: null })).type).toBe('video');
  expect((await create({ type: 'page', video: 'https://video.example/1' })).type).toBe('page');
  await refused(put(id, { type: 'novel' }), 400, /type/, 'type');
});

test('provider_post_id is set on creation only', async () => {
  const { id } = await create({ provider_post_id: 'ext-1' });
  expect((await edit(id, { provider_post_id: 'ext-1' })).provider_post_id).toBe('ext-1');
  await refused(put(id, { provider_post_id: 'ext-2' }), 400, /provider_post_id/, 'provider_post_id');
  await refused(put((await create()).id, { provider_post_id: 'ext-3' }), 400, /provider_post_id/);
  expect((await read(id)).provider_post_id).toBe('ext-1');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<a href="jav&#x09;ascript:alert(1)">x</a>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<svg onload=alert(1)><style><img src=x onerror=alert(1)></style>',
])('description holds no script of %s', async (html) => {
  const { body, description } = await create({ body: `<p>Kept</p>${html}` });
  expect(body).toBe(`<p>Kept</p>${html}`);
  expect(description).toContain('<p>Kept</p>');
  expect(description).not.toMatch(/<script|<[^>]*\son\w+=|script:|srcdoc/i);
});

test.each([
  ['<p>one two</p><p>three</p>', 3],
  ['<p>Tom &amp; Jerry</p>', 2],
  ['one&nbsp;two', 2],
  ['<p>Hel<b>lo</b></p>', 1],
  ['<script>var a</script><style>p {}</style>one', 1],
])('words_count of %s is %i', async (body, words) => {
  expect((await create({ body })).words_count).toBe(words);
});

describe('A number', () => {
  const send = (json: string) =>
    service.post('/api/1.3/drafts').set('content-type', 'application/json').send(json);

  test('may stand for a text, as long as it keeps its digits', async () => {
    const { body } = await send('{"headline": 9007199254740991, "provider_post_id": 12}').expect(200);
    expect(body).toMatchObject({ headline: '9007199254740991', provider_post_id: '12' });
    for (const number of ['9007199254740993', '12345678901234567890', '1e400'])
      await refused(send(`{"headline": "x", "provider_post_id": ${number}}`), 400, /provider_post_id/);
  });

  test('that JSON cannot hold is refused in an object, too', async () => {
    await refused(send('{"headline": "x", "product": {"price": [1e400]}}'), 400, /product/, 'product');
  });
});
