import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

let sectionCount = 0;
const createSection = async (fields: object = {}) => {
  const url = `section-${++sectionCount}`;
  const { body } = await service
    .post('/api/1.3/sections', { title: `Section ${sectionCount}`, url, status: 2, ...fields })
    .expect(200);
  return body as { id: number; url: string };
};
const retag = (id: number, tags: readonly string[]) =>
  service.put(`/api/1.3/sections/${id}`, { tags }).expect(200);
const createPost = async (fields: object) =>
  (await service.post('/api/1.3/posts', { headline: 'A post', ...fields }).expect(200)).body as Post;
const read = async (id: number) => (await service.get(`/api/1.3/posts/${id}`).expect(200)).body as Post;
const edit = async (id: number, fields: object) =>
  (await service.put(`/api/1.3/posts/${id}`, fields).expect(200)).body as Post;
const idsIn = async (sectionId: number) => {
  const { body } = await service.get(`/api/1.3/posts?limit=100&include_sections=${sectionId}`).expect(200);
  return (body as Post[]).map(({ id }) => id);
};
const explain = async (id: number) => (await service.get(`/api/1.3/posts/${id}/explain`).expect(200)).body;

describe('a post belongs to the sections of its tags', () => {
  test('from the moment it is saved, in any spelling of the tag', async () => {
    const section = await createSection({ tags: ['Élection', 'parliament'] });
    const post = await createPost({ tags: ['ELECTION'] });
    expect(post.sections).toEqual([section.id]);
    expect(await idsIn(section.id)).toEqual([post.id]);
    const draft = await service.post('/api/1.3/drafts', { headline: 'D', tags: ['parliament'] }).expect(200);
    expect(draft.body.sections).toEqual([section.id]);
    expect(await idsIn(section.id)).toEqual([post.id]);
  });

  test('as long as it carries one of them', async () => {
    const section = await createSection({ tags: ['storm', 'flood'] });
    const post = await createPost({ tags: ['storm', 'flood'] });
    expect((await edit(post.id, { tags: ['flood'] })).sections).toEqual([section.id]);
    expect((await edit(post.id, { tags: ['sun'] })).sections).toEqual([]);
    expect(await idsIn(section.id)).toEqual([]);
  });

  test('after the tags of the section are edited, too: added ones bring posts, removed ones let them go', async () => {
    const section = await createSection({ tags: ['one'] });
    const [one, both, two] = [
      await createPost({ tags: ['one'] }),
      await createPost({ tags: ['one', 'two'] }),
      await createPost({ tags: ['two'] }),
    ];
    expect(await idsIn(section.id)).toEqual([both.id, one.id]);
    await retag(section.id, ['one', 'two']);
    expect(await idsIn(section.id)).toEqual([two.id, both.id, one.id]);
    await retag(section.id, ['two']);
    expect(await idsIn(section.id)).toEqual([two.id, both.id]);
    await retag(section.id, []);
    expect(await idsIn(section.id)).toEqual([]);
    expect((await read(both.id)).sections).toEqual([]);
  });
});

describe('the reason of an assignment', () => {
  test('decides whether it is taken back: what was sent stays when the tags change', async () => {
    const section = await createSection({ tags: ['kept'] });
    const post = await createPost({ sections: [section.id], tags: ['kept'] });
    await retag(section.id, []);
    expect((await read(post.id)).sections).toEqual([section.id]);
    expect(await idsIn(section.id)).toEqual([post.id]);
  });

  test('stays "tag" when a client sends back what it got', async () => {
    const [tagged, sent] = [await createSection({ tags: ['round-trip'] }), await createSection()];
    const post = await createPost({ tags: ['round-trip'], sections: [sent.id] });
    expect(post.sections).toEqual([sent.id, tagged.id]);
    await edit(post.id, await read(post.id));
    await retag(tagged.id, []);
    expect((await read(post.id)).sections).toEqual([sent.id]);
  });

  test('becomes "sent" when the section is made the primary one', async () => {
    const section = await createSection({ tags: ['primary'] });
    const post = await createPost({ tags: ['primary'] });
    await edit(post.id, { primary_section: section.id });
    await retag(section.id, []);
    expect(await read(post.id)).toMatchObject({ sections: [section.id], primary_section: section.id });
  });

  test('is explained, with the tags and the URLs', async () => {
    const [tagged, sent] = [await createSection({ tags: ['why', 'not'] }), await createSection()];
    const post = await createPost({
      headline: 'Explain me',
      tags: ['Why', 'else'],
      primary_section: sent.id,
    });
    await edit(post.id, { manual_basename: 'explained' });
    expect(await explain(post.id)).toEqual({
      badges: [],
      sections: [
        expect.objectContaining({ id: sent.id, reason: 'sent', tags: [], is_primary: true }),
        expect.objectContaining({ id: tagged.id, reason: 'tag', tags: ['Why'], is_primary: false }),
      ],
      urls: [
        expect.objectContaining({ url: expect.stringMatching(/\/explain-me$/), state: 'moved' }),
        expect.objectContaining({ url: expect.stringMatching(/\/explained$/), state: 'current' }),
      ],
    });
    await service.get('/api/1.3/posts/99999/explain').expect(404);
    const reader = await service.createAuthorWithKey('Reader');
    const draft = await service.post('/api/1.3/drafts', { headline: 'Secret' }).expect(200);
    await reader.client.get(`/api/1.3/posts/${draft.body.id}/explain`).expect(404);
  });

  test('of a URL with the id in it says what was taken', async () => {
    await createPost({ headline: 'Twice' });
    const { urls } = await explain((await createPost({ headline: 'Twice' })).id);
    expect(urls[0].why).toContain('/twice was taken');
  });
});

describe('the removal of a section', () => {
  test('moves its posts to the destination, those that a tag brought included', async () => {
    const [from, to] = [await createSection({ tags: ['moving'] }), await createSection()];
    const posts = [
      await createPost({ tags: ['moving'] }),
      await createPost({ primary_section: from.id }),
      await createPost({ sections: [from.id, to.id] }),
    ];
    await service.delete(`/api/1.3/sections/${from.id}?destination_section_id=${to.id}`).expect(200, {});
    expect(await idsIn(to.id)).toEqual(posts.map(({ id }) => id).reverse());
    expect(await read(posts[1]?.id ?? 0)).toMatchObject({ sections: [to.id], primary_section: to.id });
    expect((await explain(posts[0]?.id ?? 0)).sections).toMatchObject([{ id: to.id, reason: 'sent' }]);
  });

  test('without a destination takes the section away, and keeps the posts', async () => {
    const section = await createSection({ tags: ['gone'] });
    const posts = [await createPost({ tags: ['gone'] }), await createPost({ sections: [section.id] })];
    await service.delete(`/api/1.3/sections/${section.id}`).expect(200, {});
    for (const { id } of posts) expect((await read(id)).sections).toEqual([]);
  });

  test('changes nothing when the destination is unknown or the section itself', async () => {
    const section = await createSection();
    const post = await createPost({ sections: [section.id] });
    for (const destination of [99_999, section.id]) {
      await service
        .delete(`/api/1.3/sections/${section.id}?destination_section_id=${destination}`)
        .expect(400);
    }
    expect((await read(post.id)).sections).toEqual([section.id]);
  });
});

describe('the rules of a section hold for posts that a tag brought', () => {
  test('locked posts', async () => {
    const editor = await service.createAuthorWithKey('Editor');
    await createSection({ tags: ['locked'], page_settings: { lock_posts_after_publishing: true } });
    const post = await createPost({ tags: ['locked'] });
    await editor.client.put(`/api/1.3/posts/${post.id}`, { headline: 'No' }).expect(403);
    await service.put(`/api/1.3/posts/${post.id}`, { headline: 'Yes' }).expect(200);
  });

  test('community posts: a tag does not open a section', async () => {
    const user = await service.createAuthorWithKey('Community User');
    const open = await createSection({ page_settings: { allow_community_posts: true } });
    await createSection({ tags: ['closed'] });
    const draft = { headline: 'Mine', sections: [open.id] };
    await user.client.post('/api/1.3/drafts', draft).expect(200);
    await user.client.post('/api/1.3/drafts', { ...draft, tags: ['closed'] }).expect(403);
  });

  test('private posts: all sections count, whatever the reason', async () => {
    const isListed = async (id: number) => {
      const { body } = await service.get('/api/1.3/posts?limit=100&exclude_private=1').expect(200);
      return (body as Post[]).some((post) => post.id === id);
    };
    await createSection({ tags: ['hidden'], status: 1 });
    const shown = await createSection({ status: 3 });
    const post = await createPost({ tags: ['hidden'] });
    expect(post.warnings).toHaveLength(1);
    expect(await isListed(post.id)).toBe(false);
    await edit(post.id, { sections: [shown.id] });
    expect(await isListed(post.id)).toBe(true);
    expect(await isListed((await createPost({})).id)).toBe(true);
  });
});

test('a section of hundreds of tags, and many sections at once, are listed like others', async () => {
  const tags = Array.from({ length: 900 }, (_, n) => `many-${n}`);
  const section = await createSection({ tags });
  const posts = [
    await createPost({ tags: ['many-1', 'many-899'] }),
    await createPost({ tags: ['many-500'] }),
  ];
  const newestFirst = posts.map(({ id }) => id).reverse();
  expect(await idsIn(section.id)).toEqual(newestFirst);
  const { body } = await service.get(`/api/1.3/posts/section?section_name=${section.url}`).expect(200);
  expect((body as Post[]).map(({ id }) => id)).toEqual(newestFirst);
  for (const order of ['recency', 'last_update', 'oldness', 'popularity']) {
    const answer = await service
      .get(`/api/1.3/posts?order_by=${order}&include_sections=${section.id},1,2,3&exclude_private=1`)
      .expect(200);
    expect((answer.body as Post[]).length).toBeGreaterThan(1);
  }
});

test('as many criteria as a query can hold are answered, on every order', async () => {
  const many = async (first: number) => {
    const tags = Array.from({ length: 1000 }, (_, n) => `crowd-${first + n}`);
    return (await createSection({ tags })).id;
  };
  const sections = [await many(0), await many(1000), await many(2000)];
  const phrase = Array.from({ length: 300 }, (_, n) => `word${n}`).join(' ');
  const post = await createPost({ headline: phrase, tags: ['crowd-5', 'crowd-1005', 'crowd-2005'] });
  for (const order of ['recency', 'last_update', 'oldness', 'popularity']) {
    const filters = `order_by=${order}&require_sections=${sections.join()}&include_sections=${sections.join()}`;
    const { body } = await service
      .get(`/api/1.3/posts?${filters}&phrase=${phrase.replaceAll(' ', '+')}`)
      .expect(200);
    expect((body as Post[]).map(({ id }) => id)).toEqual([post.id]);
  }
});
