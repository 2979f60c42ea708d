import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import { BASE_URL, type Client, type Service, startService } from '../support/service.js';

let service: Service;
let guest: Client;
beforeAll(async () => {
  service = await startService();
  guest = (await service.createAuthorWithKey('Guest Writer')).client;
});
afterAll(() => service.stop());

const publish = async (headline: string): Promise<Post> =>
  (await service.post('/api/1.3/posts', { headline }).expect(200)).body;
const draft = async (headline: string, fields: object = {}): Promise<Post> =>
  (await guest.post('/api/1.3/drafts', { headline, ...fields }).expect(200)).body;
const edit = async (id: number, fields: object, door = 'posts'): Promise<Post> =>
  (await service.put(`/api/1.3/${door}/${id}`, fields).expect(200)).body;
const remove = (id: number) => service.delete(`/api/1.3/drafts/${id}`).expect(200);
const createSection = async (url: string): Promise<number> =>
  (await service.post('/api/1.3/sections', { title: url, url, status: 2 }).expect(200)).body.id;
const removeSection = (id: number) => service.delete(`/api/1.3/sections/${id}`).expect(200);
const open = (path: string) => service.as(null).get(path);
const leads = async (path: string, to: string) => {
  const { status, headers } = await open(path);
  expect({ path, status, to: headers.location }).toEqual({ path, status: 301, to: BASE_URL + to });
};
const pathsOf = async (id: number): Promise<Record<string, string>> => {
  const { body } = await service.get(`/api/1.3/posts/${id}/explain`).expect(200);
  const urls = body.urls as { url: string; state: string }[];
  return Object.fromEntries(urls.map(({ url, state }) => [url.slice(BASE_URL.length), state]));
};
const withPath = async (path: string): Promise<number[]> => {
  const query = `{ posts(filters: { includedPaths: ["${path}"] }) { id } }`;
  const { body } = await service.as(null).post('/core/graphql', { query }).expect(200);
  return (body.data.posts as { id: number }[]).map(({ id }) => id);
};

/** A published post that has moved from `/<name>` to `/<name>-new`. */
async function moved(name: string): Promise<{ id: number; old: string; now: string }> {
  const { id } = await publish(name);
  await edit(id, { manual_basename: `${name}-new` });
  await leads(`/${name}`, `/${name}-new`);
  return { id, old: `/${name}`, now: `/${name}-new` };
}

describe('A former path of a published post', () => {
  test('leads to it while a draft that takes it is not public, and after that', async () => {
    const { id, old, now } = await moved('squat');
    const { id: draftId, slug } = await draft('squat');
    expect(slug).toBe('squat');
    await leads(old, now);
    await leads(`/amp${old}`, `/amp${now}`);
    expect(await pathsOf(id)).toEqual({ [old]: 'moved', [now]: 'current' });
    expect(await withPath(old)).toEqual([id]);
    await service.get(`${old}?draft=1`).expect(200);
    await edit(draftId, { headline: 'else' }, 'drafts');
    await leads(old, now);
    expect(await pathsOf(id)).toEqual({ [old]: 'moved', [now]: 'current' });
    expect(await pathsOf(draftId)).toEqual({ '/else': 'current' });
  });

  test('leads to it after a draft at it is removed, and after that one is restored', async () => {
    const { id, old, now } = await moved('thrown');
    const { id: draftId } = await draft('thrown');
    await remove(draftId);
    await leads(old, now);
    expect(await pathsOf(id)).toMatchObject({ [old]: 'moved' });
    expect((await edit(draftId, { action: 'restore' }, 'drafts')).slug).toBe('thrown');
    await leads(old, now);
    expect((await edit(id, { manual_basename: 'thrown' })).slug).toBe(`thrown-${id}`);
  });

  test('is that of a new article as long as this is public', async () => {
    const { id, old, now } = await moved('taken');
    const { id: draftId } = await draft('taken');
    await edit(draftId, { action: 'publish' });
    await open(old).expect(200);
    expect(await pathsOf(id)).toEqual({ [now]: 'current' });
    expect(await withPath(old)).toEqual([draftId]);
    await edit(draftId, { action: 'unpublish' });
    await leads(old, now);
    await edit(draftId, { action: 'publish' });
    await edit(draftId, { manual_basename: 'taken-later' });
    await leads(old, '/taken-later');
    await remove(draftId);
    await leads(old, now);
    await edit(draftId, { action: 'restore' }, 'drafts');
    await leads(old, now);
    await edit(draftId, { action: 'publish' });
    await leads(old, '/taken-later');
    await remove(draftId);
    await remove(id);
    await open(old).expect(410);
  });

  test('leads to it when many drafts have come and gone', async () => {
    const { id, old, now } = await moved('often');
    for (let n = 0; n < 3; n++) {
      const { id: draftId, slug } = await draft('often');
      expect(slug).toBe('often');
      await (n === 1 ? edit(draftId, { headline: 'Elsewhere' }, 'drafts') : remove(draftId));
    }
    await leads(old, now);
    expect((await edit(id, { manual_basename: 'often' })).slug).toBe('often');
    await leads(now, old);
    await remove(id);
    await open(old).expect(410);
    const { id: draftId } = await draft('often');
    await edit(draftId, { headline: 'Elsewhere' }, 'drafts');
    await open(old).expect(410);
  });

  test('leads to it after a section at it is removed', async () => {
    const { id, old, now } = await moved('topic');
    const section = await createSection('topic');
    await open(old).expect(200);
    await leads(`/amp${old}`, `/amp${now}`);
    expect(await pathsOf(id)).toEqual({ [now]: 'current' });
    await removeSection(section);
    await leads(old, now);
    expect(await pathsOf(id)).toEqual({ [old]: 'moved', [now]: 'current' });
    expect((await edit(id, { manual_basename: 'topic' })).slug).toBe('topic');
  });

  test('leads to a section that was at it later, and has moved', async () => {
    const { old, now } = await moved('field');
    const section = await createSection('field');
    await service.put(`/api/1.3/sections/${section}`, { url: 'meadow' }).expect(200);
    await leads(old, '/meadow');
    await leads(`/amp${old}`, `/amp${now}`);
    await removeSection(section);
    await leads(old, now);
  });
});

describe('A post whose path a section takes', () => {
  test('has its AMP page at the new path, and is led to from the old one', async () => {
    const { id } = await publish('br');
    await open('/amp/br').expect(200);
    const section = await createSection('br');
    await open('/br').expect(200);
    await leads('/amp/br', `/amp/br-${id}`);
    await open(`/amp/br-${id}`).expect(200);
    await removeSection(section);
    await leads('/br', `/br-${id}`);
  });

  test('leaves nothing there if nobody has seen it', async () => {
    const { id } = await draft('unseen');
    const section = await createSection('unseen');
    await removeSection(section);
    await edit(id, { action: 'publish' });
    await open('/unseen').expect(404);
  });
});

describe('A path that leads elsewhere', () => {
  test('goes on doing so while a draft is at it', async () => {
    await service.post('/api/1.1/authors', { name: 'paul', role: 'Editor' }).expect(200);
    await leads('/community/paul/', '/u/paul/');
    const page_list = [{ view: 'web', path: '/community/paul' }];
    const { id, slug } = await draft('h', { page_list });
    expect(slug).toBe('community/paul');
    await leads('/community/paul/', '/u/paul/');
    await remove(id);
    await leads('/community/paul/', '/u/paul/');
    const section = await createSection('was');
    await service.put(`/api/1.3/sections/${section}`, { url: 'is' }).expect(200);
    await draft('was');
    await leads('/was', '/is');
  });
});
