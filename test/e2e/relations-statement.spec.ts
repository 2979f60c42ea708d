import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { ArticleResponse as Post } from '../../src/modules/articles/http/article.response.js';
import type { TestDatabase } from '../support/database.js';
import { createImages } from '../support/images.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { statementsOf } from '../support/sent-statements.js';
import { type Service, startService } from '../support/service.js';

// Relations that a site has none of are not read, and yet every instance shows the first one at once.
let database: TestDatabase;
let one: Service, other: Service;
let post: number, section: number;
beforeAll(async () => {
  database = await createMigratedDatabase();
  one = await startService({ database });
  other = await startService({ database });
  await createImages(one, 1);
  section = await created('sections', { title: 'Sea', url: 'sea', status: 2 });
  post = await created('posts', { headline: 'A storm', tags: ['storm'] });
});
afterAll(async () => {
  for (const service of [one, other]) await service.stop();
  await database.drop();
});

const created = async (path: string, fields: object) =>
  ((await one.post(`/api/1.3/${path}`, fields).expect(200)).body as { id: number }).id;
const read = async (service: Service) =>
  (await service.get(`/api/1.3/posts/${post}`).expect(200)).body as Post;
/** Joined tables of a read of the post. */
async function joinedTables(): Promise<string[]> {
  await read(one);
  const sent = await statementsOf(one, () => read(one));
  const tables = sent.flatMap((text) => [...text.matchAll(/JOIN (section_tags|badge_tags|badges) /g)]);
  return tables.map(([, table = '']) => table);
}

test('tags of sections', async () => {
  expect(await joinedTables()).toEqual([]);
  await other.put(`/api/1.3/sections/${section}`, { tags: ['storm'] }).expect(200);
  expect((await read(one)).sections).toEqual([section]);
  expect(await joinedTables()).toEqual(['section_tags']);
  await other.put(`/api/1.3/sections/${section}`, { tags: [] }).expect(200);
  expect((await read(one)).sections).toEqual([]);
  expect(await joinedTables()).toEqual([]);
});

test('badges, by a tag and as they were sent', async () => {
  const { body } = await other
    .post('/api/1.3/badges', { name: 'Hot', image_id: 1, tags: ['storm'] })
    .expect(200);
  const badge = (body as { id: number }).id;
  expect((await read(one)).badges).toEqual([badge]);
  expect(await joinedTables()).toEqual(['badges', 'badge_tags', 'badges']);
  await other.put(`/api/1.3/badges/${badge}`, { tags: [] }).expect(200);
  expect((await read(one)).badges).toEqual([]);
  await other.put(`/api/1.3/posts/${post}`, { badges: [badge] }).expect(200);
  expect((await read(one)).badges).toEqual([badge]);
  await other.delete(`/api/1.3/badges/${badge}`).expect(200);
  expect((await read(one)).badges).toEqual([]);
  expect(await joinedTables()).toEqual([]);
});

test('in a list of certain fields', async () => {
  await read(one);
  await other.put(`/api/1.3/sections/${section}`, { tags: ['storm'] }).expect(200);
  const { body } = await one.get('/api/1.3/posts?include_fields=id,sections').expect(200);
  expect(body).toEqual([{ id: post, sections: [section] }]);
});
