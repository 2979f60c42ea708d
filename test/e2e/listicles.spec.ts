import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { type Service, startService } from '../support/service.js';

interface Item {
  id: number;
  basename: string;
  headline: string | null;
  [field: string]: unknown;
}
interface Post {
  id: number;
  listicle: { items: Item[]; settings: object };
}

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const create = async (listicle: unknown) =>
  (await service.post('/api/1.3/drafts', { headline: 'A list', listicle }).expect(200)).body as Post;
const edit = async (id: number, listicle: unknown) =>
  (await service.put(`/api/1.3/drafts/${id}`, { listicle }).expect(200)).body as Post;
const read = async (id: number) => (await service.get(`/api/1.3/drafts/${id}`).expect(200)).body as Post;
const basenames = ({ listicle }: Post) => listicle.items.map(({ basename }) => basename);
const ids = ({ listicle }: Post) => listicle.items.map(({ id }) => id);

const EMPTY = {
  ...{
    headline: null,
    headline_html: null,
    headline_html_safe: null,
    manual_basename: null,
    media: null,
    is_image: false,
    image_id: null,
  },
  ...{ caption: null, credit: null, manual_image_crops: {}, body: null },
};

test('every field of items and settings is there, with its default', async () => {
  const post = await create({ items: [{}] });
  const [item] = post.listicle.items;
  expect(post.listicle).toEqual({
    items: [{ ...EMPTY, id: item?.id, basename: `particle-${item?.id ?? ''}` }],
    settings: { body_text_above: false, layout_type: 1 },
  });
  expect((await read(post.id)).listicle).toEqual(post.listicle);
});

test('an article without a listicle answers {}, and null or {} takes one away', async () => {
  expect((await create(undefined)).listicle).toEqual({});
  for (const nothing of [null, {}]) {
    const post = await create({ items: [{ headline: 'One' }] });
    expect((await edit(post.id, nothing)).listicle).toEqual({});
  }
});

test('a listicle that was stored without settings has those of today, and a page', async () => {
  const fields = { headline: 'Old list', listicle: { items: [{ headline: 'One' }] } };
  const { body: post } = await service.post('/api/1.3/posts', fields).expect(200);
  const { app } = service;
  const stored = JSON.stringify({ items: (post as Post).listicle.items });
  await app
    .get<UnitOfWork>(UnitOfWork)
    .run(() => app.get(Database).execute('UPDATE articles SET listicle = ? WHERE id = ?', [stored, post.id]));
  expect((await read(post.id)).listicle).toEqual(post.listicle);
  const { text } = await service
    .as(null)
    .get(new URL(post.post_url as string).pathname)
    .expect(200);
  expect(text).toContain('One');
});

describe('items', () => {
  test('are kept in the order sent; one sent with its id is edited, without is new, missing is removed', async () => {
    const post = await create({
      items: [{ headline: 'A', body: '<p>a</p>' }, { headline: 'B' }, { headline: 'C' }],
    });
    const [a = 0, b = 0, c = 0] = ids(post);
    const edited = await edit(post.id, {
      items: [{ id: c }, { headline: 'New' }, { id: String(a), credit: 'Ann' }],
    });
    expect(edited.listicle.items).toMatchObject([
      { id: c, headline: 'C', basename: 'c' },
      { headline: 'New', basename: 'new' },
      { id: a, headline: 'A', body: '<p>a</p>', credit: 'Ann' },
    ]);
    expect(ids(edited)).not.toContain(b);
    expect((await edit(post.id, { items: [] })).listicle.items).toEqual([]);
  });

  test('have ids that no other item of the site ever had', async () => {
    const [one, two] = [await create({ items: [{}, {}] }), await create({ items: [{}, {}] })];
    const again = await edit(one.id, { items: [{}, {}] });
    const all = [one, two, again].flatMap(ids);
    expect(new Set(all).size).toBe(6);
  });

  test('are copied with new ids when another article is created from them', async () => {
    const post = await create({ items: [{ headline: 'A', body: 'b' }] });
    const copy = await create((await read(post.id)).listicle);
    expect(copy.listicle.items).toMatchObject([{ headline: 'A', body: 'b', basename: 'a' }]);
    expect(ids(copy)).not.toEqual(ids(post));
  });

  test.each([0, '0', '', null])('have no image when their image_id is %j', async (image_id) => {
    const post = await create({ items: [{ headline: 'A', image_id }] });
    expect(post.listicle.items).toMatchObject([{ image_id: null }]);
  });

  test.each([0, '0', ''])('are not edited by the id %j, which no item has', async (id) => {
    const { body } = await service
      .post('/api/1.3/drafts', { headline: 'A', listicle: { items: [{ id }] } })
      .expect(400);
    expect(body.errors[0].field).toBe('listicle.items[0].id');
  });

  test('of another article, or gone, are refused by name', async () => {
    const [post, other] = [await create({ items: [{}] }), await create({ items: [{}] })];
    for (const id of [ids(other)[0], 9_999_999]) {
      const { body } = await service
        .put(`/api/1.3/drafts/${post.id}`, { listicle: { items: [{ id }] } })
        .expect(400);
      expect(body.errors[0].field).toBe('listicle.items[0].id');
    }
    const id = ids(post)[0];
    const { body } = await service
      .put(`/api/1.3/drafts/${post.id}`, { listicle: { items: [{ id }, { id }] } })
      .expect(400);
    const message = `an item before it has the id ${id}, too`;
    expect(body.errors).toEqual([{ field: 'listicle.items[1].id', message }]);
    expect(ids(await read(post.id))).toEqual(ids(post));
  });

  test('are the same after what GET shows is sent back', async () => {
    const post = await create({
      items: [{ headline: 'A' }, { headline: 'A' }],
      settings: { layout_type: 2 },
    });
    expect((await edit(post.id, (await read(post.id)).listicle)).listicle).toEqual(post.listicle);
  });
});

describe('basenames', () => {
  test('follow manual_basename, else the headline, and are unique inside the article', async () => {
    const post = await create({
      items: [
        { headline: 'Größe Co' },
        { headline: 'x', manual_basename: 'Grosse Co' },
        { headline: 'größe co' },
      ],
    });
    const [, second = 0, third = 0] = ids(post);
    expect(basenames(post)).toEqual(['grosse-co', `grosse-co-${second}`, `grosse-co-${third}`]);
    expect(basenames(await create({ items: [{ headline: 'Größe Co' }] }))).toEqual(['grosse-co']);
  });

  test('stay when something else is edited, and follow a new headline', async () => {
    const post = await create({ items: [{ headline: 'One' }, { headline: 'One' }] });
    const [first = 0, second = 0] = ids(post);
    const edited = await edit(post.id, {
      items: [
        { id: second, body: 'b' },
        { id: first, headline: 'Two' },
      ],
    });
    expect(basenames(edited)).toEqual([`one-${second}`, 'two']);
  });
});

describe('settings', () => {
  test('are patched, cleared to their defaults, and leave the items alone', async () => {
    const post = await create({
      items: [{ headline: 'A' }],
      settings: { layout_type: 2, body_text_above: 1 },
    });
    expect(post.listicle.settings).toEqual({ layout_type: 2, body_text_above: true });
    const patched = await edit(post.id, { settings: { layout_type: '3' } });
    expect(patched.listicle).toEqual({
      items: post.listicle.items,
      settings: { layout_type: 3, body_text_above: true },
    });
    const cleared = await edit(post.id, { settings: { layout_type: null } });
    expect(cleared.listicle.settings).toEqual({ layout_type: 1, body_text_above: true });
    expect((await edit(post.id, { settings: null })).listicle.settings).toEqual({
      layout_type: 1,
      body_text_above: false,
    });
  });

  test.each([
    [{ settings: { layout_type: 4 } }, 'listicle.settings.layout_type'],
    [{ settings: { layout_type: 0 } }, 'listicle.settings.layout_type'],
    [{ settings: { body_text_above: 'perhaps' } }, 'listicle.settings.body_text_above'],
    [{ items: 'a' }, 'listicle.items'],
    [{ items: [{ headline: {} }] }, 'listicle.items[0].headline'],
    [{ items: Array.from({ length: 501 }, () => ({})) }, 'listicle.items'],
    ['text', 'listicle'],
    [[1], 'listicle'],
  ])('of %j are refused', async (listicle, field) => {
    const { body } = await service.post('/api/1.3/drafts', { headline: 'A', listicle }).expect(400);
    expect(body.errors[0].message).toBeTruthy();
    expect(`${body.errors[0].field}${body.errors[0].message}`).toContain(field.replace('listicle', ''));
  });
});

test('two writers at once lose no item and give no id twice', async () => {
  const post = await create({ items: [{ headline: 'A' }] });
  const [a] = ids(post);
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => edit(post.id, { items: [{ id: a }, { headline: 'New' }] })),
  );
  const created = answers.map(({ listicle }) => listicle.items[1]?.id);
  expect(new Set(created).size).toBe(10);
  expect(ids(await read(post.id))).toHaveLength(2);
});
