import { expect, test } from '@jest/globals';
import { entities } from '../../src/app.module.js';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { migrate, schemaDrift } from '../../src/platform/database/migrating/migrate.js';
import { SectionRegistry1796000100000 } from '../../src/modules/permalinks/infrastructure/migrations/1796000100000-section-registry.js';
import { createTestDatabase, undoBackTo } from '../support/database.js';
import { startService } from '../support/service.js';

const UNCHANGED = 'unchanged';

test('a database from before sections were registered gets their paths, and keeps what posts have', async () => {
  const database = createTestDatabase();
  const former = await startService({ database });
  const createSection = async (url: string) =>
    (await former.post('/api/1.3/sections', { title: url, url, status: 2 }).expect(200)).body.id as number;
  const createPost = async (headline: string) =>
    (await former.post('/api/1.3/posts', { headline }).expect(200)).body.id as number;
  const [free, left, shared] = [
    await createSection('free'),
    await createSection('left'),
    await createSection('shared'),
  ];
  const [mover, holder, other] = [
    await createPost('Mover'),
    await createPost('Holder'),
    await createPost(UNCHANGED),
  ];
  await former.stop();

  const sources = await openDataSources(database.url, { poolSize: 3, entities: entities });
  const { writer } = sources;
  await undoBackTo(writer, SectionRegistry1796000100000);
  await writer.query("INSERT INTO article_paths (path, article_id, state) VALUES ('/left', ?, 'moved')", [
    mover,
  ]);
  await writer.query("UPDATE article_paths SET path = '/shared' WHERE article_id = ?", [holder]);
  await writer.query("UPDATE articles SET path = '/shared', basename = 'shared' WHERE id = ?", [holder]);
  await migrate(sources);
  const rows = await writer.manager.query(
    'SELECT path, article_id, section_id, state FROM article_paths ORDER BY path',
  );
  expect(rows).toEqual([
    { path: '/free', article_id: null, section_id: free, state: 'section' },
    { path: '/left', article_id: null, section_id: left, state: 'section' },
    { path: '/mover', article_id: mover, section_id: null, state: 'current' },
    { path: '/shared', article_id: holder, section_id: null, state: 'current' },
    { path: `/${UNCHANGED}`, article_id: other, section_id: null, state: 'current' },
  ]);
  expect(await schemaDrift(sources)).toEqual([]);
  await closeDataSources(sources);

  const present = await startService({ database });
  await present.put(`/api/1.3/sections/${shared}`, { url: 'shared-2' }).expect(200);
  await present.put(`/api/1.3/sections/${shared}`, { url: 'shared' }).expect(200);
  const { body } = await present.get(`/api/1.3/posts/${holder}`).expect(200);
  expect(body.slug).toBe(`shared-${holder}`);
  await present.stop();
  await database.drop();
});
