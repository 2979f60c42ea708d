import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { BASE_URL, type Service, startService } from '../support/service.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const [PRIVATE, PUBLIC, UNLISTED] = [1, 2, 3];

async function make(url: string, more: object = {}): Promise<number> {
  const fields = { title: `Section ${url}`, url, status: PUBLIC, ...more };
  return (await service.post('/api/1.3/sections', fields).expect(200)).body.id as number;
}
const edit = (id: number, fields: object) => service.put(`/api/1.3/sections/${id}`, fields).expect(200);
const remove = (id: number, to = '') => service.delete(`/api/1.3/sections/${id}${to}`).expect(200);
/** Target of a redirect, as a path on this site, or the status of the response. */
async function leadsTo(path: string, client = service.as(null)): Promise<string | number> {
  const { status, headers } = await client.get(path);
  return status === 301 ? String(headers.location).replace(BASE_URL, '') : status;
}

test('Former paths of a section, and of those below it, lead to where they are now', async () => {
  const parent = await make('first');
  await make('below', { parent_id: parent });
  await edit(parent, { url: 'second' });
  await edit(parent, { url: 'third' });
  for (const [path, target] of [
    ['/first', '/third'],
    ['/second', '/third'],
    ['/second/', '/third'],
    ['/second?page=2', '/third?page=2'],
    ['/first/feed.json?page=2', '/third/feed.json?page=2'],
    ['/first/below', '/third/below'],
    ['/second/below/feed.xml', '/third/below/feed.xml'],
    ['/first/feed.json', '/third/feed.json'],
    ['/third', 200],
    ['/first/other', 404],
    ['/first%20', 404],
    ['/amp/first', 404],
  ] as const)
    expect([path, await leadsTo(path)]).toEqual([path, target]);
});

test('They lead back, and to whatever comes there', async () => {
  const id = await make('here');
  await edit(id, { url: 'there' });
  await edit(id, { url: 'here' });
  expect([await leadsTo('/here'), await leadsTo('/there')]).toEqual([200, '/here']);
  await make('there');
  expect(await leadsTo('/there')).toBe(200);
  await edit(id, { url: 'away' });
  const { body } = await service.post('/api/1.3/posts', { headline: 'Here', manual_basename: 'here' });
  expect([body.post_url, await leadsTo('/here')]).toEqual([`${BASE_URL}/here`, 200]);
});

test('Those of a removed section lead to the one that its posts went to, or nowhere', async () => {
  const [gone, heir, lost] = [await make('gone'), await make('heir'), await make('lost')];
  const child = await make('child', { parent_id: gone });
  await edit(gone, { url: 'gone-later' });
  await edit(lost, { url: 'lost-later' });
  await remove(gone, `?destination_section_id=${heir}`);
  await remove(lost);
  const paths = ['/gone', '/gone-later', '/gone/child', '/gone-later/child', '/lost', '/lost-later'];
  const found = await Promise.all(paths.map((path) => leadsTo(path)));
  expect(found).toEqual(['/heir', '/heir', '/child', '/child', 404, 404]);
  await remove(child, '?destination_section_id=0');
  expect([await leadsTo('/child'), await leadsTo('/child/feed.xml')]).toEqual(['/', '/feed.xml']);
});

test('Nobody learns where a private section is, and an unlisted one has no feeds', async () => {
  const [secret, quiet] = [await make('secret'), await make('quiet')];
  await edit(secret, { url: 'secret-now', status: PRIVATE });
  await edit(quiet, { url: 'quiet-now', status: UNLISTED });
  expect([await leadsTo('/secret'), await leadsTo('/secret', service)]).toEqual([404, '/secret-now']);
  expect([await leadsTo('/quiet'), await leadsTo('/quiet/feed.xml')]).toEqual(['/quiet-now', 404]);
});
