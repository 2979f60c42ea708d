import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BASE_URL, type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function make(name: string): Promise<number> {
  return (await service.post('/api/1.1/authors', { first_name: 'Cem', name }).expect(200)).body.id as number;
}
const rename = (id: number, name: string) =>
  service.put(`/api/1.1/authors/${id}`, { first_name: 'Cem', last_name: 'Öz', name }).expect(200);
/** Target of a redirect, as a path on this site, or the status of the response. */
async function leadsTo(path: string): Promise<string | number> {
  const { status, headers } = await service.as(null).get(path);
  return status === 301 ? String(headers.location).replace(BASE_URL, '') : status;
}

test('Pages and feeds of an author at a former name lead to the present one', async () => {
  const id = await make('first');
  await rename(id, 'second');
  await rename(id, 'third');
  for (const [path, target] of [
    ['/u/first/', '/u/third/'],
    ['/u/first', '/u/third/'],
    ['/u/second/?page=2', '/u/third/?page=2'],
    ['/u/second/?utm=a%20b&page=2', '/u/third/?page=2&utm=a%20b'],
    ['/u/first/feed.xml', '/u/third/feed.xml'],
    ['/u/second/feed.json', '/u/third/feed.json'],
    ['/u/second/feed.json?page=2&x=a%20b', '/u/third/feed.json?page=2&x=a%20b'],
    ['/u/second/feed.json?api%5Fkey=secret&preview=1&x=1', '/u/third/feed.json?x=1'],
    ['/u/second/feed.json?api_key=secret', '/u/third/feed.json'],
    ['/u/third/', 200],
    ['/u/third/feed.xml', 200],
    ['/u/First/', 404],
    ['/u/first%20/', 404],
    ['/u/nobody/', 404],
    ['/u/nobody/feed.xml', 404],
  ] as const)
    expect([path, await leadsTo(path)]).toEqual([path, target]);
});

test('Where predecessors had the pages of authors, readers are led to them', async () => {
  const id = await make('profiled');
  await rename(id, 'renamed');
  await service.post('/api/1.3/sections', { title: 'Community', url: 'community', status: 2 }).expect(200);
  await service.post('/api/1.3/posts', { headline: 'P', page_list: [{ view: 'web', path: '/community/p' }] });
  await make('p');
  for (const [path, target] of [
    ['/community/renamed/', '/u/renamed/'],
    ['/community/renamed', '/u/renamed/'],
    ['/community/profiled/', '/u/renamed/'],
    ['/community/nobody/', 404],
    ['/community/renamed%20/', 404],
    ['/community/renamed/more', 404],
    ['/community', 200],
    ['/community/p', 200],
  ] as const)
    expect([path, await leadsTo(path)]).toEqual([path, target]);
  const other = await startService({ settings: { compatibility: false } });
  await other.post('/api/1.1/authors', { first_name: 'A', name: 'renamed' }).expect(200);
  await other.as(null).get('/community/renamed/').expect(404);
  await other.stop();
});

test('A name leads to whoever has it, or had it last', async () => {
  const [one, other] = [await make('shared'), await make('other')];
  await rename(one, 'one');
  await rename(other, 'shared');
  expect(await leadsTo('/u/shared/')).toBe(200);
  await rename(other, 'other-again');
  expect(await leadsTo('/u/shared/')).toBe('/u/other-again/');
  await rename(one, 'shared');
  expect([await leadsTo('/u/shared/'), await leadsTo('/u/one/')]).toEqual([200, '/u/shared/']);
});
