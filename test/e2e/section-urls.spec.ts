import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Service, startService } from '../support/service.js';

interface Section {
  readonly id: number;
  readonly url: string;
  readonly full_url: string;
  readonly parent_id: number;
}

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const create = async (url: string, more: object = {}): Promise<Section> =>
  (await service.post('/api/1.3/sections', { title: url, url, ...more }).expect(200)).body;
const refused = async (fields: object, field: string, message: string) => {
  const { body } = await service.post('/api/1.3/sections', { title: 'Refused', ...fields }).expect(400);
  expect(body).toMatchObject({ errors: [{ field, message: expect.stringContaining(message) }] });
};

describe('The URL of a section may be its path', () => {
  test('and is answered as it is stored', async () => {
    const news = await create('news');
    const local = await create('news/local');
    expect(local).toMatchObject({ url: 'local', parent_id: news.id });
    expect(await create('news/local/schools')).toMatchObject({ url: 'schools', parent_id: local.id });
    const { body } = await service.get(`/api/1.3/sections/${local.id}`).expect(200);
    expect(body).toEqual(local);
  });

  test('with the same parent as parent_id, or 400', async () => {
    const arts = await create('arts');
    const other = await create('other');
    expect(await create('arts/film', { parent_id: arts.id })).toMatchObject({
      url: 'film',
      parent_id: arts.id,
    });
    await refused({ url: 'arts/music', parent_id: other.id }, 'parent_id', '/arts');
    await refused({ url: 'arts/music', parent_id: 0 }, 'parent_id', '/arts');
  });

  test('and moves a section that is edited', async () => {
    const [from, to] = [await create('from'), await create('to')];
    const child = await create('from/child');
    const edit = (fields: object) => service.put(`/api/1.3/sections/${child.id}`, fields);
    expect(await edit({ url: 'to/child' }).expect(200)).toHaveProperty('body.parent_id', to.id);
    expect(await edit({ url: 'to/renamed' }).expect(200)).toMatchObject({
      body: { url: 'renamed', parent_id: to.id },
    });
    await edit({ url: 'to/child', parent_id: from.id }).expect(400);
    await edit({ url: 'to/renamed/child' }).expect(400);
  });

  test.each(['nowhere/local', 'Home/local', 'NEWS/local'])(
    'whose beginning has to be there: %s',
    async (url) => refused({ url }, 'url', `there is no section /${url.split('/')[0] ?? ''}`),
  );

  test.each(['news//local', '/news/local', 'news/local/', 'news/../local', 'news/./local', 'news/a b', '/'])(
    'which is made of slugs: %s',
    (url) => refused({ url }, 'url', 'must be a slug'),
  );

  test('of slugs that are not too long', async () => {
    await refused({ url: `news/${'a'.repeat(101)}` }, 'url', 'longer than 100');
    await refused({ url: Array(300).fill('a').join('/') }, 'url', 'longer than 400');
  });

  test('taken once', async () => {
    await create('sport');
    await create('sport/water');
    await service.post('/api/1.3/sections', { title: 'Again', url: 'sport/water' }).expect(409);
  });
});

test('A section cannot be at the address of a feed of the one above it, nor move there', async () => {
  const parent = await create('fed');
  for (const url of ['feed.xml', 'Feed.JSON']) await refused({ url, parent_id: parent.id }, 'url', 'feed');
  const child = await create('other', { parent_id: parent.id });
  await service.put(`/api/1.3/sections/${child.id}`, { url: 'feed.atom' }).expect(400);
  const { body } = await service.get(`/api/1.3/sections/${child.id}`).expect(200);
  expect(body).toMatchObject({ full_url: '/fed/other' });
});

test('"compatibility": false takes slugs alone', async () => {
  const other = await startService({ settings: { compatibility: false } });
  await other.post('/api/1.3/sections', { title: 'News', url: 'news' }).expect(200);
  const { body } = await other.post('/api/1.3/sections', { title: 'Local', url: 'news/local' }).expect(400);
  expect(body).toMatchObject({ errors: [{ field: 'url', message: 'must be a slug, without /' }] });
  await other.stop();
});
