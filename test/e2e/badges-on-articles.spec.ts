import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Test } from 'supertest';
import type { ArticleResponse } from '../../src/modules/articles/http/article.response.js';
import type { BadgeResponse } from '../../src/modules/badges/http/badge.presenter.js';
import { createImages } from '../support/images.js';
import { type Service, startService } from '../support/service.js';

type Post = Readonly<Pick<ArticleResponse, keyof ArticleResponse>>;
type Badge = Readonly<Pick<BadgeResponse, keyof BadgeResponse>>;
type Door = 'posts' | 'drafts';

const DOORS: Door[] = ['posts', 'drafts'];
const UNKNOWN = 999_999;

let service: Service;
beforeAll(async () => {
  service = await startService();
  await createImages(service, 3);
});
afterAll(() => service.stop());

const ok = async (answer: Test) => (await answer.expect(200)).body;
const createBadge = (fields: object = {}): Promise<Badge> =>
  ok(service.post('/api/1.3/badges', { name: 'Badge', image_id: 1, ...fields }));
const editBadge = (id: number, fields: object): Promise<Badge> =>
  ok(service.put(`/api/1.3/badges/${id}`, fields));
const removeBadge = (id: number) => service.delete(`/api/1.3/badges/${id}`);
const createBadges = async (...all: object[]) => {
  const ids: number[] = [];
  for (const fields of all) ids.push((await createBadge(fields)).id);
  return ids;
};
const create = (fields: object, door: Door = 'posts'): Promise<Post> =>
  ok(service.post(`/api/1.3/${door}`, { headline: 'A post', ...fields }));
const put = (id: number, fields: object, door: Door = 'posts') =>
  service.put(`/api/1.3/${door}/${id}`, fields);
const edit = (id: number, fields: object): Promise<Post> => ok(put(id, fields));
const read = (id: number, door: Door = 'posts'): Promise<Post> => ok(service.get(`/api/1.3/${door}/${id}`));
const badgesOf = async (id: number) => (await read(id)).badges;
const list = (query: string): Promise<Post[]> => ok(service.get(`/api/1.3/posts?${query}`));
const explain = async (id: number): Promise<object[]> =>
  (await ok(service.get(`/api/1.3/posts/${id}/explain`))).badges;
const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));

/** A few at a time. */
async function inSteps<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count) {
    const start = made.length;
    made.push(...(await Promise.all(times(Math.min(10, count - start), (n) => make(start + n)))));
  }
  return made;
}

async function expectUnknown(answer: Test, field: string, id: number): Promise<void> {
  const { body } = await answer.expect(400);
  expect(body.errors).toEqual([{ field, message: expect.stringContaining(String(id)) }]);
}

describe.each(DOORS)('Badges that are sent to %s', (door) => {
  test('are kept in the order sent, each once, with their details as GET /badges shows them', async () => {
    const link = { url: 'https://sponsor.example', deep: [{ a: null }] };
    const sponsorship = { category: 1, description: 'By Acme', link, tags: ['unused'], order: -5 };
    const [plain, sponsored] = [await createBadge(), await createBadge(sponsorship)];
    const sent = [sponsored.id, String(plain.id), sponsored.id];
    const post = await create({ badges: sent }, door);
    expect(post).toMatchObject({ badges: [sponsored.id, plain.id], badges_details: [sponsored, plain] });
    expect(await read(post.id, door)).toMatchObject({
      badges: post.badges,
      badges_details: [sponsored, plain],
    });
    const turned = await ok(put(post.id, { badges: [plain.id, String(sponsored.id)] }, door));
    expect(turned).toMatchObject({
      badges: [plain.id, sponsored.id],
      badges_details: [plain, await ok(service.get(`/api/1.3/badges/${sponsored.id}`))],
    });
  });

  test('that are unknown are refused by name, and nothing is changed', async () => {
    const [id = 0] = await createBadges({});
    await expectUnknown(
      service.post(`/api/1.3/${door}`, { headline: 'H', badges: [UNKNOWN] }),
      'badges[0]',
      UNKNOWN,
    );
    const post = await create({ badges: [id] }, door);
    await expectUnknown(put(post.id, { badges: [id, UNKNOWN], headline: 'New' }, door), 'badges[1]', UNKNOWN);
    expect(await read(post.id, door)).toMatchObject({ headline: 'A post', badges: [id] });
    for (const wrong of [['one'], [0], [-1], [1.5], [{}], [null]]) {
      expect((await put(post.id, { badges: wrong }, door).expect(400)).body.errors).toMatchObject([
        { field: 'badges[0]' },
      ]);
    }
  });
});

describe('A badge that is removed', () => {
  test('is lost by its posts, and unknown when it is sent back', async () => {
    const [gone = 0, kept = 0, byTag = 0] = await createBadges({}, {}, { tags: ['leaving'] });
    const post = await create({ badges: [gone, kept], tags: ['leaving'] });
    const before = await read(post.id);
    for (const id of [gone, byTag]) await removeBadge(id).expect(200);
    const after = await read(post.id);
    expect(after).toEqual({
      ...before,
      badges: [kept],
      badges_details: [expect.objectContaining({ id: kept })],
    });
    await expectUnknown(put(post.id, { badges: [kept, gone] }), 'badges[1]', gone);
    expect((await edit(post.id, { badges: [kept] })).badges).toEqual([kept]);
  });

  test('leaves the order of the others to the client', async () => {
    const [first = 0, second = 0, gone = 0, third = 0] = await createBadges({}, {}, {}, {});
    const post = await create({ badges: [first, gone, third] });
    await removeBadge(gone).expect(200);
    const badges = [first, third, second];
    expect((await edit(post.id, { badges })).badges).toEqual(badges);
    expect(await badgesOf(post.id)).toEqual(badges);
  });

  test('while it is put on posts is on none of them, and nobody meets a failure', async () => {
    const ids = await createBadges(...times(6, (n) => ({ tags: [`race-${n}`] })));
    const posts = await Promise.all(times(4, () => create({ badges: ids, tags: ['race-0', 'race-5'] })));
    const orders = times(5, (n) => [...ids.slice(n), ...ids.slice(0, n)]);
    const writing = posts.flatMap(({ id }) => orders.map((badges) => put(id, { badges })));
    const creating = times(6, () => service.post('/api/1.3/posts', { headline: 'Race', badges: ids }));
    const [removals, writes] = await Promise.all([
      Promise.all(ids.slice(1).map((id) => removeBadge(id))),
      Promise.all([...writing, ...creating]),
    ]);
    expect(removals.map(({ status }) => status)).toEqual(ids.slice(1).map(() => 200));
    expect(writes.filter(({ status }) => status !== 200 && status !== 400)).toEqual([]);
    const written = writes.filter(({ status }) => status === 200).map(({ body }) => (body as Post).id);
    for (const id of new Set([...posts.map((post) => post.id), ...written]))
      expect((await badgesOf(id)).filter((badge) => badge !== ids[0])).toEqual([]);
  });
});

describe('A post carries the badges of its tags', () => {
  test('from the moment it is saved, in any spelling of the tag', async () => {
    const badge = await createBadge({ tags: ['Élection  2030', 'vote'] });
    for (const tags of [['ELECTION 2030'], ['election-2030'], ['x', 'Vote!']]) {
      for (const door of DOORS) {
        const shown = { badges: [badge.id], badges_details: [badge] };
        expect(await create({ tags }, door)).toMatchObject(shown);
      }
    }
    expect((await create({ tags: ['election', '2030'] })).badges).toEqual([]);
  });

  test('as long as both have the tag, whichever of them changes', async () => {
    const badge = await createBadge({ tags: ['storm', 'flood'] });
    const post = await create({ tags: ['storm', 'flood'] });
    expect((await edit(post.id, { tags: ['flood'] })).badges).toEqual([badge.id]);
    expect((await edit(post.id, { tags: ['sun'] })).badges).toEqual([]);
    await editBadge(badge.id, { tags: ['sun'] });
    expect(await badgesOf(post.id)).toEqual([badge.id]);
    await editBadge(badge.id, { tags: null });
    expect(await badgesOf(post.id)).toEqual([]);
  });

  test('after those that were sent, each once, by order, then id', async () => {
    const [last = 0, second = 0, third = 0, both = 0, first = 0, sent = 0] = await createBadges(
      { tags: ['sorted'], order: 2_147_483_647 },
      { tags: ['sorted', 'SORTED', 'sorting'] },
      { tags: ['sorting'] },
      { tags: ['sorted'] },
      { tags: ['sorted'], order: -2_147_483_647 },
      { order: 9 },
    );
    const post = await create({ tags: ['sorted', 'sorting'], badges: [sent, both] });
    expect(post.badges).toEqual([sent, both, first, second, third, last]);
    expect(post.badges_details.map(({ id }) => id)).toEqual(post.badges);
  });

  test('also 500 of them, which can be sent back', async () => {
    const ids = (await inSteps(500, () => createBadge({ tags: ['crowd'] }))).map(({ id }) => id);
    const post = await create({ tags: ['crowd'] });
    expect(post.badges).toEqual(ids.toSorted((one, other) => one - other));
    const before = await read(post.id);
    const { version, updated_ts } = await edit(post.id, before);
    expect(await read(post.id)).toEqual({ ...before, version, updated_ts });
  });
});

describe('The reason of a badge', () => {
  test('decides whether it is taken back: what was sent stays when the tags change', async () => {
    const badge = await createBadge({ tags: ['kept'] });
    const post = await create({ badges: [badge.id], tags: ['kept'] });
    await editBadge(badge.id, { tags: [] });
    expect(await badgesOf(post.id)).toEqual([badge.id]);
  });

  test('stays "tag" when a client sends back what it got', async () => {
    const [tagged = 0, sent = 0] = await createBadges({ tags: ['round-trip'] }, {});
    const post = await create({ tags: ['round-trip'], badges: [sent] });
    expect(post.badges).toEqual([sent, tagged]);
    const { version, updated_ts } = await edit(post.id, await read(post.id));
    expect(await read(post.id)).toMatchObject({ badges: [sent, tagged], version, updated_ts });
    await edit(post.id, { badges: [tagged, sent] });
    expect(await badgesOf(post.id)).toEqual([sent, tagged]);
    await editBadge(tagged, { tags: [] });
    expect(await badgesOf(post.id)).toEqual([sent]);
  });

  test('"tag" keeps a badge that a client leaves out', async () => {
    const [tagged = 0, sent = 0] = await createBadges({ tags: ['left-out'] }, {});
    const post = await create({ tags: ['left-out'], badges: [sent] });
    expect((await edit(post.id, { badges: [] })).badges).toEqual([tagged]);
    expect((await edit(post.id, { badges: null })).badges).toEqual([tagged]);
    expect((await edit(post.id, { tags: [] })).badges).toEqual([]);
  });

  test('is explained, with the tags', async () => {
    const [tagged = 0, sent = 0, both = 0] = await createBadges(
      { name: 'By tag', tags: ['why', 'not'] },
      { name: 'Sent' },
      { name: 'Both', tags: ['WHY!', 'Else'] },
    );
    const post = await create({ tags: ['Why', 'else'], badges: [both, sent] });
    expect(await explain(post.id)).toEqual([
      { id: both, name: 'Both', reason: 'sent', tags: ['Why', 'else'] },
      { id: sent, name: 'Sent', reason: 'sent', tags: [] },
      { id: tagged, name: 'By tag', reason: 'tag', tags: ['Why'] },
    ]);
  });
});

describe('A list of posts', () => {
  test('shows the badges of each of them, as GET of the post does', async () => {
    const sent = await inSteps(3, (n) => createBadge({ name: `Sent ${n}` }));
    await inSteps(5, (n) => createBadge({ name: `List ${n}`, tags: [`list-${n}`, 'listed'] }));
    const posts = await inSteps(20, (n) =>
      create({
        tags: ['in the list', ...(n % 4 === 0 ? ['listed'] : [`list-${n % 7}`])],
        badges: [sent[n % 3]?.id],
      }),
    );
    const listed = await list('limit=100&include_tags=in the list');
    expect(listed).toHaveLength(20);
    for (const post of listed) expect(post).toEqual(await read(post.id));
    expect(new Set(listed.map(({ badges }) => badges.length))).toEqual(new Set([1, 2, 6]));
    const ids = `limit=100&include_tags=in the list&include_fields=`;
    expect(await list(`${ids}badges`)).toEqual(listed.map(({ badges }) => ({ badges })));
    expect(await list(`${ids}badges_details`)).toEqual(
      listed.map(({ badges_details }) => ({ badges_details })),
    );
    expect(posts.length).toBe(listed.length);
  });

  test('is refused when its badges are too large for one page, and given in smaller pages', async () => {
    const link = { text: 'x'.repeat(1_000_000) };
    await createBadge({ tags: ['large'], link });
    await inSteps(40, () => create({ tags: ['large'] }));
    const { body } = await service.get('/api/1.3/posts?include_tags=large&limit=40').expect(413);
    expect(body).toMatchObject({ code: 'page-too-large', detail: expect.stringContaining('fewer articles') });
    const few = await list('include_tags=large&limit=3');
    expect(few.map(({ badges_details: [badge] }) => badge?.link)).toEqual([link, link, link]);
    expect(await list('include_tags=large&limit=40&include_fields=badges')).toHaveLength(40);
    expect(await list('include_tags=large&limit=40&exclude_fields=badges_details')).toHaveLength(40);
  });
});
