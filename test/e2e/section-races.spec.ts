import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { ArticleNotifier } from '../../src/modules/articles/article-notifier.js';
import { RepathArticles } from '../../src/modules/articles/placement/repath-articles.js';
import { SectionRemovals } from '../../src/modules/articles/placement/section-removals.js';
import { Database } from '../../src/platform/database/database.js';
import { createTestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { type Service, startService } from '../support/service.js';

const PUBLIC = 2;
// SQLite runs one writing transaction at a time.
const onServer = createTestDatabase().isSqlite ? test.skip : test;

let service: Service;
beforeAll(async () => {
  service = await startService({
    settings: { articles: { permalink: '/{section}/{basename}' } },
    environment: { SCHEDULER: 'off' },
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});
afterAll(() => service.stop());

let serial = 0;
async function createSection() {
  const url = `race-${++serial}`;
  const fields = { title: url, url, status: PUBLIC };
  return (await service.post('/api/1.3/sections', fields).expect(200)).body as { id: number; url: string };
}
const createPost = async (headline: string, sections: readonly number[]) =>
  (await service.post('/api/1.3/posts', { headline, sections }).expect(200)).body as {
    id: number;
    slug: string;
  };
const rows = (statement: string, ...values: (string | number)[]) =>
  service.app.get(Database).rows(statement, values);

/**
 * Runs some work while another transaction holds a row, until the work waits for it or is done.
 *
 * @returns whether it waited
 */
async function whileHeld(lock: string, id: number, work: () => Promise<void>): Promise<boolean> {
  const held = Promise.withResolvers<undefined>();
  const release = Promise.withResolvers<undefined>();
  const holding = service.app.get(UnitOfWork).run(async () => {
    await rows(lock, id);
    held.resolve(undefined);
    await release.promise;
  });
  await held.promise;
  let isDone = false;
  const running = work().finally(() => {
    isDone = true;
  });
  const isWaiting = async () =>
    (await rows("SELECT 1 FROM information_schema.innodb_trx WHERE trx_state = 'LOCK WAIT'")).length > 0;
  const look = async () => {
    // InnoDB remembers what it shows until nobody has asked for a tenth of a second.
    await delay(150);
    return isDone || (await isWaiting());
  };
  await eventually(look, true);
  const waited = !isDone;
  release.resolve(undefined);
  await Promise.all([holding, running]);
  return waited;
}

// The foreign key of a row that is inserted takes this lock.
const LOCK_OF_INSERTS = 'SELECT id FROM sections WHERE id = ? LOCK IN SHARE MODE';

onServer('the look for removed sections waits for no other section', async () => {
  const section = await createSection();
  const removals = service.app.get(SectionRemovals);
  expect(await whileHeld(LOCK_OF_INSERTS, section.id, () => removals.catchUp())).toBe(false);
});

onServer('posts leave a removed section although something is being put into it', async () => {
  const [section, target] = [await createSection(), await createSection()];
  const post = await createPost('Leaves', [section.id]);
  const removals = service.app.get(SectionRemovals);
  jest.spyOn(removals, 'catchUp').mockResolvedValueOnce();
  await service.delete(`/api/1.3/sections/${section.id}?destination_section_id=${target.id}`).expect(200);
  await whileHeld(LOCK_OF_INSERTS, section.id, () => removals.catchUp());
  const { body } = await service.get(`/api/1.3/posts/section?section_name=${target.url}`).expect(200);
  expect(body).toMatchObject([{ id: post.id, sections: [target.id] }]);
});

onServer('paths follow a section although another instance looks for sections to follow', async () => {
  const section = await createSection();
  const post = await createPost('Follows', [section.id]);
  const repathing = service.app.get(RepathArticles);
  jest.spyOn(repathing, 'catchUp').mockResolvedValueOnce();
  await service.put(`/api/1.3/sections/${section.id}`, { url: `${section.url}-new` }).expect(200);
  const lock = 'SELECT section_id FROM section_moves WHERE section_id = ? FOR UPDATE';
  await whileHeld(lock, section.id, () => repathing.catchUp());
  const { body } = await service.get(`/api/1.3/posts/${post.id}`).expect(200);
  expect(body).toMatchObject({ slug: `${section.url}-new/follows` });
});

onServer.each(['created in', 'put into'])(
  'a post that is %s a section while that is renamed has the new path',
  async (how) => {
    const section = await createSection();
    const post = how === 'put into' && (await createPost('Arrives', []));
    const before = jest.spyOn(service.app.get(ArticleNotifier), 'before');
    before.mockImplementationOnce(async () => {
      await service.put(`/api/1.3/sections/${section.id}`, { url: `${section.url}-new` }).expect(200);
    });
    const saved = post
      ? (await service.put(`/api/1.3/posts/${post.id}`, { sections: [section.id] }).expect(200)).body
      : await createPost('Arrives', [section.id]);
    expect(before).toHaveBeenCalled();
    expect((saved as { slug: string }).slug).toBe(`${section.url}-new/arrives`);
  },
);
