import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import type { BadgeResponse } from '../../src/modules/badges/http/badge.presenter.js';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';

const BADGES = '/api/1.3/badges';
const [NORMAL, SPONSORED] = [0, 1];
const LINK_BYTES = 4096;
const TEXT = ' 👩‍👩‍👧 e\u0301 \u00e9 שלום \u200fعربي ﬁ İı ß\t<b>"\\';

type Badge = Readonly<Pick<BadgeResponse, keyof BadgeResponse>>;

let service: Service;
beforeAll(async () => {
  service = await startService({ settings: { articles: { maxCustomDataBytes: LINK_BYTES } } });
  await createImages(service, 12);
});
afterAll(() => service.stop());

const link = { url: 'https://sponsor.example/?a=b&c', target: '_blank', rel: ['nofollow', { deep: [null] }] };
const sponsorship = { category: SPONSORED, description: 'Paid for by Acme', link };
const post = (fields: object) => service.post(BADGES, { name: 'Badge', image_id: 7, ...fields });
const put = (id: number, fields: object) => service.put(`${BADGES}/${id}`, fields);
const remove = (id: number) => service.delete(`${BADGES}/${id}`);
const create = async (fields: object = {}): Promise<Badge> => (await post(fields).expect(200)).body;
const edit = async (id: number, fields: object): Promise<Badge> => (await put(id, fields).expect(200)).body;
const get = async (id: number): Promise<Badge> => (await service.get(`${BADGES}/${id}`).expect(200)).body;
const list = async (): Promise<Badge[]> => (await service.get(BADGES).expect(200)).body;
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** Names the fields that a refusal complains of. */
async function refusal(answer: Test, status = 400): Promise<string[]> {
  const { body } = await answer.expect(status).expect('content-type', /^application\/problem\+json/);
  return (body as { errors: { field: string }[] }).errors.map(({ field }) => field);
}

async function expectNotFound(answer: Test): Promise<void> {
  expect((await answer.expect(404)).body).toMatchObject({ status: 404, code: 'badge-not-found' });
}

describe('The badge object', () => {
  test('made of name and image has the defaults', async () => {
    const badge = await create({ name: 'Plain', image_id: '12' });
    const shown = {
      name: 'Plain',
      image_id: 12,
      image: expect.stringMatching(/\/res\/images\/12\/\w+\/origin\.png$/),
      tags: [],
      category: NORMAL,
      description: '',
    };
    expect(badge).toEqual({ id: expect.any(Number), ...shown, link: '', order: 0 });
    expect(await get(badge.id)).toEqual(badge);
    expect(await list()).toContainEqual(badge);
  });

  test('shows all that was sent, byte for byte', async () => {
    const fields = { name: TEXT, tags: [TEXT, 'b', 'B', 'a'], description: TEXT, link: { [TEXT]: TEXT } };
    const badge = await create({ ...fields, category: '1', order: '-3' });
    expect(badge).toMatchObject({ ...fields, category: SPONSORED, order: -3 });
    expect(await get(badge.id)).toEqual(badge);
  });

  test('needs a name and an image', async () => {
    expect(await refusal(service.post(BADGES, {}))).toEqual(['name', 'image_id']);
  });

  test.each([
    ['name', [undefined, null, '', ' ', 'x'.repeat(256), ['N'], {}, '\ud800']],
    ['image_id', [undefined, null, '', 0, '0', -1, 1.5, 'one', 4_294_967_296, [1], {}]],
    ['category', [2, -1, 0.5, 'sponsored', '', [1]]],
    ['link', ['https://sponsor.example', ' ', 5, true, [1], [link], { a: '\udc00' }]],
    ['description', [['D'], {}]],
    ['order', [null, 'first', 1.5, 4_294_967_296]],
  ])('is not made with a wrong %s, nor changed to it, like any of %j', async (field, values) => {
    const badge = await create();
    for (const value of values) {
      expect(await refusal(post({ [field]: value }))).toEqual([field]);
      if (value !== undefined) expect(await refusal(put(badge.id, { [field]: value }))).toEqual([field]);
    }
    expect(await get(badge.id)).toEqual(badge);
  });

  test('names the tag that is wrong, and how many there may be', async () => {
    expect(await refusal(post({ tags: ['a', {}] }))).toEqual(['tags[1]']);
    expect(await refusal(post({ tags: times(1001, String) }))).toEqual(['tags']);
    expect((await create({ tags: times(1000, String) })).tags).toHaveLength(1000);
    expect(await refusal(post({ tags: 'one, two' }))).toEqual(['tags']);
  });

  test('that nobody has is 404, for a change and a deletion as well', async () => {
    await expectNotFound(service.get(`${BADGES}/999999`));
    await expectNotFound(put(999_999, { name: 'N' }));
    await expectNotFound(put(999_999, {}));
    await expectNotFound(remove(999_999));
    expect(await refusal(service.get(`${BADGES}/first`))).toEqual(['id']);
    await service.get(`${BADGES}/${'9'.repeat(30)}`).expect(404);
  });
});

describe('PUT', () => {
  test('leaves what is omitted, and clears what is null', async () => {
    const badge = await create({ ...sponsorship, tags: ['a'], order: 5 });
    expect(await edit(badge.id, { name: 'New' })).toEqual({ ...badge, name: 'New' });
    expect(await edit(badge.id, {})).toEqual({ ...badge, name: 'New' });
    const cleared = { category: NORMAL, description: '', link: '', tags: [] };
    const nothing = { category: null, description: null, link: null, tags: null };
    expect(await edit(badge.id, nothing)).toEqual({ ...badge, name: 'New', ...cleared });
  });

  test.each([{}, { tags: ['b', 'A', 'b'], order: 3 }, { description: '' }, sponsorship])(
    'of what GET shows of %j changes nothing',
    async (fields) => {
      const badge = await create(fields);
      expect(await edit(badge.id, await get(badge.id))).toEqual(badge);
      const { body, headers } = await service.get(`${BADGES}/${badge.id}`).expect(200);
      expect(body).toEqual(badge);
      expect(headers.etag).toMatch(/^"1[-"]/);
    },
  );
});

describe('A sponsored badge', () => {
  test.each([
    [['description', 'link'], { description: undefined, link: undefined }],
    [['description', 'link'], { description: '', link: '' }],
    [['description', 'link'], { description: null, link: null }],
    [['description'], { description: ' \n' }],
    [['link'], { link: {} }],
    [['link'], { link: [] }],
  ])('is refused for the lack of %j when it is made with %j', async (missing, fields) => {
    expect(await refusal(post({ ...sponsorship, ...fields }))).toEqual(missing);
  });

  test('is judged by what it has after the change', async () => {
    const { id } = await create({ description: 'Text' });
    expect(await refusal(put(id, { category: SPONSORED }))).toEqual(['link']);
    expect(await edit(id, { category: SPONSORED, link })).toMatchObject({ category: SPONSORED, link });
    for (const none of [null, '', {}, []]) expect(await refusal(put(id, { link: none }))).toEqual(['link']);
    for (const none of [null, '', ' ']) {
      expect(await refusal(put(id, { name: 'Refused', description: none }))).toEqual(['description']);
    }
    expect(await get(id)).toMatchObject({ name: 'Badge', description: 'Text', link, category: SPONSORED });
    expect(await edit(id, { category: NORMAL, link: null })).toMatchObject({ category: NORMAL, link: '' });
  });

  test('is never left without a description by two changes at once', async () => {
    for (const { id } of await Promise.all(times(10, () => create({ description: 'Text', link })))) {
      const changes = [put(id, { category: SPONSORED }), put(id, { description: null })];
      expect((await Promise.all(changes)).map(({ status }) => status).sort()).toEqual([200, 400]);
      const { category, description } = await get(id);
      expect(category === SPONSORED).toBe(description === 'Text');
    }
  });
});

describe('The link', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

  test.each([
    '{"z":1,"__proto__":{"a":1},"constructor":null,"":0,"toString":"x","b":{"__proto__":[]}}',
    nested(600),
  ])('is kept as sent, in its order and at any depth: %s', async (json) => {
    const body = `{"name":"N","image_id":1,"link":${json}}`;
    const { id } = (await service.post(BADGES).type('json').send(body).expect(200)).body as Badge;
    expect((await service.get(`${BADGES}/${id}`).expect(200)).text).toContain(`"link":${json}`);
  });

  test('that says nothing is none', async () => {
    for (const none of ['', {}, [], null]) expect((await create({ link: none })).link).toBe('');
  });

  test('is taken up to the limit of custom data, and refused above, naming it', async () => {
    const ofBytes = (bytes: number) => ({ a: 'ü'.repeat((bytes - '{"a":""}'.length) / 2) });
    const { id } = await create({ link: ofBytes(LINK_BYTES) });
    for (const answer of [
      post({ link: ofBytes(LINK_BYTES + 2) }),
      put(id, { link: ofBytes(LINK_BYTES + 2) }),
    ]) {
      const { body } = await answer.expect(413);
      expect(body).toMatchObject({ code: 'custom-data-too-large', errors: [{ field: 'link' }] });
      expect(body.detail).toContain(String(LINK_BYTES));
    }
    expect((await get(id)).link).toEqual(ofBytes(LINK_BYTES));
  });
});

describe('DELETE', () => {
  test('answers {}, and the badge is gone', async () => {
    const [gone, kept] = [await create({ tags: ['a'] }), await create()];
    await remove(gone.id).expect(200, {});
    await expectNotFound(service.get(`${BADGES}/${gone.id}`));
    const ids = (await list()).map(({ id }) => id);
    expect(ids).toContain(kept.id);
    expect(ids).not.toContain(gone.id);
    expect((await create()).id).toBeGreaterThan(kept.id);
  });

  test('of several at once removes once, beside changes of the same badge', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await create({ tags: ['a', 'b'] });
      const changes = times(6, (n) => (n % 2 === 0 ? remove(id) : put(id, { tags: [`c${n}`], order: n })));
      const answers = await Promise.all(changes);
      expect(answers.filter(({ status }) => status !== 200 && status !== 404)).toEqual([]);
      expect(answers.filter(({ status }, n) => n % 2 === 0 && status === 200)).toHaveLength(1);
      await expectNotFound(service.get(`${BADGES}/${id}`));
    }
  });
});

test('The list holds all badges, 500 of them too, by order, then id', async () => {
  const before = (await list()).length;
  for (let made = 0; made < 500; made += 20)
    await Promise.all(times(20, (n) => create({ name: `Badge ${n}`, order: (n % 5) - 2, tags: [`t${n}`] })));
  const all = await list();
  expect(all).toHaveLength(before + 500);
  expect(all).toEqual(all.toSorted((one, other) => one.order - other.order || one.id - other.id));
  expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
});

describe('The rights', () => {
  test.each([
    ['Administrator', 200],
    ['Editor', 200],
    ['Platform Engineer', 200],
    ['Guest Editor', 403],
    ['Guest Writer', 403],
    ['Community User', 403],
    ['Developer', 403],
    ['Guest Developer', 403],
    ['Reader', 403],
  ])('of a %s answer a write with %i, and let it read', async (role, status) => {
    const { client } = await service.createAuthorWithKey(role);
    const badge = await create();
    await client.put(`${BADGES}/${badge.id}`, { name: 'Mine' }).expect(status);
    await client.post(BADGES, { name: 'Mine', image_id: 1 }).expect(status);
    await client.get(`${BADGES}/${badge.id}`).expect(200);
    await client.get(BADGES).expect(200);
    await client.delete(`${BADGES}/${badge.id}`).expect(status);
  });

  test('of no key are none, of a key that reads are to read', async () => {
    const { id } = await create();
    for (const path of [BADGES, `${BADGES}/${id}`]) await service.as(null).get(path).expect(401);
    const reader = service.as(await service.createKey({ authorId: 1, scope: 'read' }));
    await reader.get(BADGES).expect(200);
    await reader.delete(`${BADGES}/${id}`).expect(403);
    expect((await get(id)).id).toBe(id);
  });
});

test('A create that is sent again with its Idempotency-Key makes one badge', async () => {
  const send = (fields: object) => post(fields).set('Idempotency-Key', 'badge-1');
  const answers = await Promise.all(times(5, () => send({ name: 'Once' }).expect(200)));
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await list()).filter(({ name }) => name === 'Once')).toHaveLength(1);
  await send({ name: 'Twice' }).expect(422);
});
