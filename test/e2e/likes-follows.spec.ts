import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { createImages } from '../support/images.js';
import { fewestStatements } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

const AUTHORS = '/api/1.1/authors';
const SECTIONS = '/api/1.3/sections';
const MANY = 2500;

let service: Service;
beforeAll(async () => {
  // Statements are counted: nothing else is to send any.
  service = await startService({ environment: { SCHEDULER: 'off' } });
  await createImages(service, 1);
});
afterAll(() => service.stop());

interface Like {
  readonly created_ts: number;
  readonly author: { readonly id: number };
}

const createPost = async (door = 'posts'): Promise<number> =>
  (await service.post(`/api/1.3/${door}`, { headline: 'Liked' }).expect(200)).body.id;
const createAuthor = async (fields: object = {}): Promise<number> =>
  (await service.post(AUTHORS, fields).expect(200)).body.id;
let sections = 0;
const createSection = async (fields: object = {}): Promise<number> => {
  const url = `section-${++sections}`;
  return (await service.post(SECTIONS, { title: url, url, status: 2, ...fields }).expect(200)).body.id;
};
const likes = async (postId: number, query = ''): Promise<Like[]> =>
  (await service.get(`/api/1.3/posts/${postId}/likes${query}`).expect(200)).body;
const countOf = async (postId: number): Promise<number> =>
  (await service.get(`/api/1.3/posts/${postId}`).expect(200)).body.likes.count;
const like = (postId: number, authorId?: number) =>
  service.post(`/api/1.3/posts/${postId}/likes`, { author_id: authorId });
const unlike = (postId: number, authorId: number) =>
  service.delete(`/api/1.3/posts/${postId}/likes/${authorId}`);
const followed = async (authorId: number, query = ''): Promise<number[]> => {
  const { body } = await service.get(`/api/1.3/follows/${authorId}/section${query}`).expect(200);
  return (body as { id: number }[]).map(({ id }) => id);
};
const followers = async (sectionId: number, query = ''): Promise<number[]> => {
  const { body } = await service.get(`/api/1.3/follows/sections/${sectionId}${query}`).expect(200);
  return (body as { id: number }[]).map(({ id }) => id);
};
const follow = (authorId: number, sectionId: number) =>
  service.put(`/api/1.3/follows/${authorId}/section/${sectionId}`);
const unfollow = (authorId: number, sectionId: number) =>
  service.delete(`/api/1.3/follows/${authorId}/section/${sectionId}`);

describe('Likes', () => {
  test('are given and taken back, each once, and counted', async () => {
    const [post, author] = [await createPost(), await createAuthor({ image_id: 1, about_html: '<p>x</p>' })];
    expect((await like(post, author).expect(200)).body).toEqual({});
    expect((await like(post, author).expect(200)).body).toEqual({});
    expect((await like(post).expect(200)).body).toEqual({});
    expect(await countOf(post)).toBe(2);
    const listed = await likes(post);
    const { body: asListed } = await service.get('/api/1.3/authors/search?limit=30').expect(200);
    const shown = (asListed as { id: number }[]).find(({ id }) => id === author);
    expect(listed).toEqual([
      { created_ts: expect.any(Number), author: expect.objectContaining({ id: 1 }) },
      { created_ts: expect.any(Number), author: shown },
    ]);
    expect((await unlike(post, author).expect(200)).body).toEqual({});
    expect((await unlike(post, author).expect(200)).body).toEqual({});
    expect(await countOf(post)).toBe(1);
    expect((await likes(post)).map(({ author: { id } }) => id)).toEqual([1]);
  });

  test('leave the version of the post as it is, and stay when it is edited', async () => {
    const post = await createPost();
    const { version } = (await service.get(`/api/1.3/posts/${post}`).expect(200)).body as { version: number };
    await Promise.all([
      like(post, 1).expect(200),
      service.put(`/api/1.3/posts/${post}`, { headline: 'Edited' }).expect(200),
    ]);
    const { body: after } = await service.get(`/api/1.3/posts/${post}`).expect(200);
    expect(after).toMatchObject({ headline: 'Edited', likes: { count: 1 }, version: version + 1 });
  });

  test('sent many times at once are one like', async () => {
    const post = await createPost();
    const answers = await Promise.all(Array.from({ length: 50 }, () => like(post, 1)));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(await countOf(post)).toBe(1);
    expect(await likes(post)).toHaveLength(1);
  });

  test('of many authors at once are all counted; so are those taken back meanwhile', async () => {
    const post = await createPost();
    const authors = await Promise.all(Array.from({ length: 20 }, () => createAuthor()));
    const answers = await Promise.all(
      authors.flatMap((author, n) => [like(post, author), ...(n % 2 ? [unlike(post, author)] : [])]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await countOf(post)).toBe((await likes(post)).length);
  });

  test('are refused for posts and authors that are not there', async () => {
    const post = await createPost();
    expect((await like(999_999, 1).expect(404)).body.code).toBe('article-not-found');
    expect((await like(post, 999_999).expect(400)).body.errors[0].field).toBe('author_id');
    await unlike(999_999, 1).expect(404);
    await unlike(post, 999_999).expect(200);
    await service.get('/api/1.3/posts/999999/likes').expect(404);
    await service.post(`/api/1.3/posts/${post}/likes`, { author_id: 'x' }).expect(400);
    await service.get('/api/1.3/posts/x/likes').expect(400);
    await service.delete(`/api/1.3/posts/${post}/likes/x`).expect(400);
    await service.delete(`/api/1.3/posts/${post}`).expect(200);
    await like(post, 1).expect(404);
    await service.get(`/api/1.3/posts/${post}/likes`).expect(404);
  });

  test('go by rights: as oneself, or for all who may edit authors', async () => {
    const [post, draft] = [await createPost(), await createPost('drafts')];
    const reader = await service.createAuthorWithKey('Reader');
    const editor = await service.createAuthorWithKey('Editor');
    const path = `/api/1.3/posts/${post}/likes`;
    await reader.client.post(path, {}).expect(200);
    await reader.client.post(path).expect(200);
    await reader.client.post(path, { author_id: 1 }).expect(403);
    await reader.client.delete(`${path}/1`).expect(403);
    await reader.client.delete(`${path}/${reader.id}`).expect(200);
    await editor.client.post(path, { author_id: reader.id }).expect(200);
    expect((await likes(post)).map(({ author: { id } }) => id)).toEqual([reader.id]);
    for (const role of ['Guest Editor', 'Guest Writer', 'Guest Developer']) {
      const guest = await service.createAuthorWithKey(role);
      await guest.client.post(path, {}).expect(200);
      await guest.client.delete(`${path}/${guest.id}`).expect(200);
    }
    await (await service.createAuthorWithKey('Developer')).client.post(path, {}).expect(403);
    const readOnly = await service.createKey({ authorId: reader.id, scope: 'read' });
    await service.as(readOnly).post(path, {}).expect(403);
    await service.as(readOnly).get(path).expect(200);
    await service.as(null).get(path).expect(401);
    // A draft that one may not read can neither be liked nor be learnt of.
    await reader.client.post(`/api/1.3/posts/${draft}/likes`, {}).expect(404);
    await reader.client.get(`/api/1.3/posts/${draft}/likes`).expect(404);
  });
});

describe('Follows', () => {
  test('are made and ended, each once; every answer lists all, latest first', async () => {
    const author = await createAuthor({ first_name: 'Paul' });
    const [first, second] = [await createSection({ meta_title: 'Meta' }), await createSection()];
    await follow(author, first).expect(200);
    const { body } = await follow(author, second).expect(200);
    const shown = await Promise.all(
      [second, first].map(async (id) => (await service.get(`${SECTIONS}/${id}`)).body as object),
    );
    expect(body).toEqual([
      { ...shown[0], meta_title: null, extras: {}, header_image_id: null },
      { ...shown[1], meta_title: 'Meta', extras: {}, header_image_id: null },
    ]);
    expect((await follow(author, first).expect(200)).body).toEqual(body);
    expect((await service.get(`/api/1.3/follows/${author}/section`).expect(200)).body).toEqual(body);
    expect(await followers(first)).toEqual([author]);
    const answer = await unfollow(author, second).expect(200);
    expect(answer.body).toEqual([body[1]]);
    expect((await unfollow(author, second).expect(200)).body).toEqual(answer.body);
    expect((await unfollow(author, first).expect(200)).body).toEqual([]);
    expect(await followers(first)).toEqual([]);
  });

  test('show their section with its header image', async () => {
    const section = await createSection({ url_header_image: { id: 1 } });
    const { body } = await follow(1, section).expect(200);
    expect(body[0]).toMatchObject({ id: section, header_image_id: 1 });
    expect(body[0].url_header_image).toMatch(/\/res\/images\/1\//);
    await unfollow(1, section).expect(200);
  });

  test('sent many times at once are one follow', async () => {
    const [author, section] = [await createAuthor(), await createSection()];
    const answers = await Promise.all(Array.from({ length: 30 }, () => follow(author, section)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await followed(author)).toEqual([section]);
  });

  test('go with their section', async () => {
    const [author, section, other] = [await createAuthor(), await createSection(), await createSection()];
    await follow(author, section).expect(200);
    await follow(author, other).expect(200);
    await service.delete(`${SECTIONS}/${section}`).expect(200);
    expect(await followed(author)).toEqual([other]);
    await service.get(`/api/1.3/follows/sections/${section}`).expect(404);
  });

  test('are refused for authors and sections that are not there', async () => {
    const section = await createSection();
    expect((await follow(999_999, section).expect(404)).body.code).toBe('author-not-found');
    expect((await follow(1, 999_999).expect(404)).body.code).toBe('section-not-found');
    await unfollow(1, 999_999).expect(404);
    await service.get('/api/1.3/follows/999999/section').expect(404);
    await service.get('/api/1.3/follows/x/section').expect(400);
    await service.put(`/api/1.3/follows/1/section/x`).expect(400);
  });

  test('go by rights', async () => {
    const section = await createSection();
    const reader = await service.createAuthorWithKey('Community User');
    await reader.client.put(`/api/1.3/follows/${reader.id}/section/${section}`).expect(200);
    await reader.client.put(`/api/1.3/follows/1/section/${section}`).expect(403);
    await reader.client.delete(`/api/1.3/follows/1/section/${section}`).expect(403);
    await reader.client.get('/api/1.3/follows/1/section').expect(200);
    const guest = await service.createAuthorWithKey('Guest Editor');
    await guest.client.put(`/api/1.3/follows/${guest.id}/section/${section}`).expect(200);
    await guest.client.put(`/api/1.3/follows/1/section/${section}`).expect(403);
    const developer = await service.createAuthorWithKey('Developer');
    await developer.client.put(`/api/1.3/follows/${developer.id}/section/${section}`).expect(403);
    await service.as(null).get(`/api/1.3/follows/sections/${section}`).expect(401);
  });
});

describe('Long lists', () => {
  let post: number;
  let section: number;
  beforeAll(async () => {
    [post, section] = [await createPost(), await createSection()];
    const database = service.app.get(Database);
    await service.app.get(UnitOfWork).run(async () => {
      const authors = Array.from({ length: MANY }, (_, n) => [100_000 + n, `fan${n}`, 'Reader', 1]);
      await database.upsert('authors', ['id', 'name', 'role', 'created_ts'], ['id'], authors);
      const rows = authors.map(([id = 0], n) => [id, n]);
      const liked = rows.map(([id = 0, n = 0]) => [post, id, Number(n)]);
      await database.upsert('likes', ['article_id', 'author_id', 'created_ts'], ['id'], liked);
      const following = rows.map(([id = 0, n = 0]) => [section, id, Number(n)]);
      await database.upsert('follows', ['section_id', 'author_id', 'created_ts'], ['id'], following);
    });
  });

  test('are sent whole, or in part', async () => {
    const all = await likes(post);
    expect(all.map(({ author: { id } }) => id)).toEqual(
      Array.from({ length: MANY }, (_, n) => 100_000 + MANY - 1 - n),
    );
    expect(await likes(post, '?limit=10&offset=1500')).toEqual(all.slice(1500, 1510));
    expect(await likes(post, '?offset=2495')).toEqual(all.slice(2495));
    expect(await likes(post, '?limit=5000')).toHaveLength(1000);
    expect(await likes(post, '?limit=0')).toEqual([]);
    expect(await likes(post, '?offset=99999999999')).toEqual([]);
    const ids = all.map(({ author: { id } }) => id);
    expect(await followers(section)).toEqual(ids);
    expect(await followers(section, '?limit=3&offset=2')).toEqual(ids.slice(2, 5));
    await service.get(`/api/1.3/posts/${post}/likes?limit=-1`).expect(400);
  });

  test('of authors with long biographies are read a few at a time', async () => {
    const liked = await createPost();
    const fans = [];
    for (let n = 0; n < 7; n++)
      fans.push(await createAuthor({ about_html: 'x'.repeat(1_500_000), bio: `${n}` }));
    for (const fan of fans) await like(liked, fan).expect(200);
    const listed = await likes(liked);
    expect(listed.map(({ author: { id } }) => id)).toEqual([...fans].reverse());
  });

  test('take as many statements for one as for all', async () => {
    const statements = async (path: string): Promise<number> =>
      (await fewestStatements(service, () => service.get(path).expect(200))).length;
    for (const path of [`/api/1.3/posts/${post}/likes`, `/api/1.3/follows/sections/${section}`]) {
      const one = await statements(`${path}?limit=1`);
      expect(one).toBeGreaterThan(0);
      expect(one).toBeLessThanOrEqual(3);
      expect(await statements(`${path}?limit=1000`)).toBe(one);
      expect(await statements(path)).toBe(one);
    }
  });
});
