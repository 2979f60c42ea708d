import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { DomainEvents } from '../../src/kernel/events/domain-events.js';
import { ConflictError } from '../../src/kernel/errors.js';
import { SectionRemovals } from '../../src/modules/articles/placement/section-removals.js';
import { SectionRemoved } from '../../src/modules/sections/domain/section-events.js';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { type Service, startService } from '../support/service.js';

const SECTIONS = '/api/1.3/sections';
const POSTS = '/api/1.3/posts';
const PRIVATE = 1;
const PUBLIC = 2;

let service: Service;
beforeAll(async () => {
  // The job of section removals would go on with what the tests have broken off.
  service = await startService({ environment: { SCHEDULER: 'off' } });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => service.stop());

let serial = 0;
async function createSection(fields: object = {}) {
  const url = `removal-${++serial}`;
  const { body } = await service.post(SECTIONS, { title: url, url, status: PUBLIC, ...fields }).expect(200);
  return body as { id: number; url: string; full_url: string; parent_id: number };
}
const createPost = async (fields: object) =>
  (await service.post(POSTS, { headline: 'A post', ...fields }).expect(200)).body as {
    id: number;
    slug: string;
  };
const read = async (id: number) => (await service.get(`${POSTS}/${id}`).expect(200)).body;
const idsIn = async (section: string) => {
  const { body } = await service.get(`${POSTS}/section?section_name=${section}`).expect(200);
  return (body as { id: number }[]).map(({ id }) => id);
};
const revisionsOf = async (id: number) => {
  const { body } = await service.get(`${POSTS}/${id}/revisions`).expect(200);
  const revisions = body as { revision: number; changed: readonly string[] }[];
  return revisions.map(({ revision, changed }) => [revision, changed]);
};

/** Removes a section, with the process killed before the first post has left it. */
async function removeAndDie(id: number, query = ''): Promise<void> {
  const removals = service.app.get(SectionRemovals);
  const died = jest.spyOn(removals, 'catchUp').mockResolvedValue();
  await service.delete(`${SECTIONS}/${id}${query}`).expect(200);
  expect(died).toHaveBeenCalledTimes(1);
  died.mockRestore();
}

async function rowsOf(sectionId: number): Promise<number> {
  const sources = await openDataSources(service.database.url, { poolSize: 1, entities: [] });
  const rows = await sources.writer.manager.query<unknown[]>('SELECT id FROM sections WHERE id = ?', [
    sectionId,
  ]);
  await closeDataSources(sources);
  return rows.length;
}

test('a deletion that fails takes nothing from the section', async () => {
  const section = await createSection({ tags: ['kept'] });
  const child = await createSection({ parent_id: section.id });
  const post = await createPost({ sections: [section.id] });
  let isHeld = true;
  service.app.get(DomainEvents).on(SectionRemoved, () => {
    if (isHeld) throw new ConflictError('held', 'Another module needs the section.');
    return Promise.resolve();
  });
  await service.delete(`${SECTIONS}/${section.id}`).expect(409);
  isHeld = false;
  await service.get(`${SECTIONS}/${section.id}`).expect(200, section);
  await service.get(`${SECTIONS}/${child.id}`).expect(200, child);
  expect((await read(post.id)).sections).toEqual([section.id]);
});

test('a child section whose slug is as long as slugs may be gets one that fits', async () => {
  const url = 'x'.repeat(100);
  await createSection({ url });
  const section = await createSection();
  const child = await createSection({ url, parent_id: section.id });
  const post = await createPost({ sections: [section.id] });
  await service.delete(`${SECTIONS}/${section.id}`).expect(200);
  const { body } = await service.get(`${SECTIONS}/${child.id}`).expect(200);
  expect(body.url).toBe(`${'x'.repeat(100 - `-${child.id}`.length)}-${child.id}`);
  expect(body.full_url).toBe(`/${body.url}`);
  expect((await read(post.id)).sections).toEqual([]);
});

test('a child section gets a slug of its own also where the one with its id is taken', async () => {
  const section = await createSection();
  const child = await createSection({ url: 'taken-twice', parent_id: section.id });
  await createSection({ url: 'taken-twice' });
  await createSection({ url: `taken-twice-${child.id}` });
  await service.delete(`${SECTIONS}/${section.id}`).expect(200);
  const { body } = await service.get(`${SECTIONS}/${child.id}`).expect(200);
  expect(body.url).toBe(`taken-twice-${child.id}-2`);
});

test('a removal shows as a whole before any post has left, and is ended by the next look', async () => {
  const [section, target] = [await createSection({ tags: ['by-tag'] }), await createSection()];
  const child = await createSection({ parent_id: section.id });
  const sent = await createPost({ sections: [section.id], primary_section: section.id });
  const tagged = await createPost({ tags: ['by-tag'] });
  await removeAndDie(section.id, `?destination_section_id=${target.id}`);
  await service.get(`${SECTIONS}/${section.id}`).expect(404);
  const { body: list } = await service.get(SECTIONS).expect(200);
  expect((list as { id: number }[]).map(({ id }) => id)).not.toContain(section.id);
  await service.post(POSTS, { headline: 'Late', sections: [section.id] }).expect(400);
  await service
    .get(`${SECTIONS}/${child.id}`)
    .expect(200, { ...child, parent_id: 0, full_url: `/${child.url}` });
  expect(await read(sent.id)).toMatchObject({ sections: [target.id], primary_section: target.id });
  expect((await read(tagged.id)).sections).toEqual([target.id]);
  // Its URL is free, and until somebody takes it it leads to where the posts went.
  await service.as(null).get(section.full_url).expect(301);
  await createSection({ url: section.url });
  await service.app.get(SectionRemovals).catchUp();
  expect(await rowsOf(section.id)).toBe(0);
  expect((await idsIn(target.url)).sort()).toEqual([sent.id, tagged.id].sort());
  expect(await read(sent.id)).toMatchObject({ sections: [target.id], primary_section: target.id });
});

test('the destination takes the place of a removed section among those of a post', async () => {
  const [gone, other, target] = [await createSection(), await createSection(), await createSection()];
  const posts: number[] = [];
  for (const sections of [
    [gone, other],
    [other, gone, target],
    [gone, other, target],
    [target, other, gone],
  ])
    posts.push((await createPost({ sections: sections.map(({ id }) => id) })).id);
  await service.delete(`${SECTIONS}/${gone.id}?destination_section_id=${target.id}`).expect(200);
  const answers = await Promise.all(posts.map(read));
  const [first, last] = [
    [target.id, other.id],
    [other.id, target.id],
  ];
  expect(answers.map(({ sections }) => sections as unknown)).toEqual([first, last, first, first]);
});

test('after a removal, sections are kept in the order in which they are sent', async () => {
  const [early, second] = [await createSection(), await createSection()];
  const [gone, third] = [await createSection(), await createSection()];
  const post = await createPost({ sections: [gone.id, third.id, second.id] });
  await service.delete(`${SECTIONS}/${gone.id}`).expect(200);
  for (const sections of [
    [third.id, second.id],
    [third.id, early.id],
    [third.id, early.id, second.id],
  ]) {
    const { body } = await service.put(`${POSTS}/${post.id}`, { sections }).expect(200);
    expect(body.sections).toEqual(sections);
    expect((await read(post.id)).sections).toEqual(sections);
  }
});

test('sections that are sent after one that tags had brought are behind it', async () => {
  const [other, tagged, target] = [
    await createSection(),
    await createSection({ tags: ['ordered'] }),
    await createSection(),
  ];
  const post = await createPost({ tags: ['ordered'] });
  await service.delete(`${SECTIONS}/${tagged.id}?destination_section_id=${target.id}`).expect(200);
  const sections = [target.id, other.id];
  await service.put(`${POSTS}/${post.id}`, { sections }).expect(200);
  expect((await read(post.id)).sections).toEqual(sections);
});

test('a post that is taken out of the destination before it has come there stays out', async () => {
  const [section, target, other] = [await createSection(), await createSection(), await createSection()];
  const post = await createPost({ sections: [section.id] });
  await removeAndDie(section.id, `?destination_section_id=${target.id}`);
  await service.put(`${POSTS}/${post.id}`, { sections: [other.id] }).expect(200);
  expect((await read(post.id)).sections).toEqual([other.id]);
  await service.app.get(SectionRemovals).catchUp();
  expect((await read(post.id)).sections).toEqual([other.id]);
});

test('posts whose removed section has no destination are in none at once', async () => {
  const section = await createSection();
  const post = await createPost({ sections: [section.id] });
  await removeAndDie(section.id);
  expect((await read(post.id)).sections).toEqual([]);
  await service.app.get(SectionRemovals).catchUp();
  expect((await read(post.id)).sections).toEqual([]);
  expect(await rowsOf(section.id)).toBe(0);
});

test('posts on their way into a Private section are as private as those in it', async () => {
  const [section, target] = [await createSection(), await createSection({ status: PRIVATE })];
  const post = await createPost({ headline: 'On its way', sections: [section.id] });
  const isShown = async () => {
    const { body } = await service.get(`${POSTS}?exclude_private=1&limit=100`).expect(200);
    return (body as { id: number }[]).some(({ id }) => id === post.id);
  };
  expect(await isShown()).toBe(true);
  await removeAndDie(section.id, `?destination_section_id=${target.id}`);
  expect(await isShown()).toBe(false);
  await service.as(null).get(`/${post.slug}`).expect(404);
  await service.app.get(SectionRemovals).catchUp();
  expect(await isShown()).toBe(false);
});

test('where the destination is removed as well, posts go on to its destination', async () => {
  const [first, second, third] = [await createSection(), await createSection(), await createSection()];
  const post = await createPost({ sections: [first.id] });
  await removeAndDie(first.id, `?destination_section_id=${second.id}`);
  await removeAndDie(second.id, `?destination_section_id=${third.id}`);
  expect((await read(post.id)).sections).toEqual([third.id]);
  await service.app.get(SectionRemovals).catchUp();
  expect((await read(post.id)).sections).toEqual([third.id]);
  expect([await rowsOf(first.id), await rowsOf(second.id)]).toEqual([0, 0]);
});

test.each([true, false])(
  'a removal keeps the version before it of each post (to another section: %s)',
  async (hasDestination) => {
    const [section, other, target] = [await createSection(), await createSection(), await createSection()];
    const sections = [section.id, other.id];
    const post = await createPost({ headline: 'One', sections, primary_section: section.id });
    const draft = await service.post('/api/1.3/drafts', { headline: 'One', sections: [section.id] });
    const removed = await createPost({ sections: [section.id] });
    await service.delete(`${POSTS}/${removed.id}`).expect(200);
    await service.put(`${POSTS}/${post.id}`, { headline: 'Two', body: 'long '.repeat(9000) }).expect(200);
    const before = await read(post.id);
    const query = hasDestination ? `?destination_section_id=${target.id}` : '';
    await service.delete(`${SECTIONS}/${section.id}${query}`).expect(200);
    const placed = hasDestination ? [target.id, other.id] : [other.id];
    expect((await read(post.id)).sections.sort()).toEqual(placed.sort());
    expect(await revisionsOf(post.id)).toEqual([
      [3, ['sections']],
      [2, expect.arrayContaining(['headline'])],
      [1, []],
    ]);
    expect(await revisionsOf(draft.body.id)).toEqual([
      [2, ['sections']],
      [1, []],
    ]);
    const { body: former } = await service.get(`${POSTS}/${post.id}/revisions/2`).expect(200);
    // A section that is gone is shown in no version.
    const { headline, body, version } = before;
    expect(former).toMatchObject({ headline, body, version, sections: [other.id], primary_section: null });
    const reverted = await service.put(`${POSTS}/${post.id}`, { action: 'revert', revision: 1 }).expect(200);
    expect(reverted.body).toMatchObject({ headline: 'One', sections: [other.id], version: 4 });
  },
);

test('a removal keeps the version before it of posts that a tag brought into the section', async () => {
  const [section, target] = [await createSection({ tags: ['kept-tag'] }), await createSection()];
  const post = await createPost({ headline: 'One', tags: ['kept-tag'] });
  await service.delete(`${SECTIONS}/${section.id}?destination_section_id=${target.id}`).expect(200);
  expect((await read(post.id)).sections).toEqual([target.id]);
  expect(await revisionsOf(post.id)).toEqual([
    [2, ['sections']],
    [1, []],
  ]);
  const { body } = await service.get(`${POSTS}/${post.id}/revisions/1`).expect(200);
  expect(body).toMatchObject({ headline: 'One', tags: ['kept-tag'], sections: [] });
});
