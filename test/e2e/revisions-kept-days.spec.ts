import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { Jobs } from '../../src/platform/schedule/jobs.js';
import { type Service, startService } from '../support/service.js';

const DAY_S = 86_400;
const POSTS = '/api/1.3/posts';
const SHARED = `<p>${Array.from({ length: 30_000 }, (_, n) => `word${n}`).join(' ')}</p>`;
const OWN = `<p>${Array.from({ length: 2000 }, (_, n) => `gone${n}`).join(' ')}</p>`;

let service: Service;
beforeAll(async () => {
  service = await startService({
    environment: { SCHEDULER: 'off' },
    settings: { revisions: { keptDays: 30 } },
  });
});
afterAll(() => service.stop());

const create = async (body: object) =>
  ((await service.post(POSTS, body).expect(200)).body as { id: number }).id;
const edit = (id: number, body: object) => service.put(`${POSTS}/${id}`, body).expect(200);
const revisions = async (id: number) =>
  ((await service.get(`${POSTS}/${id}/revisions`).expect(200)).body as { revision: number }[]).map(
    ({ revision }) => revision,
  );
const bodyOf = async (id: number, revision: number) =>
  ((await service.get(`${POSTS}/${id}/revisions/${revision}`).expect(200)).body as { body: string }).body;
const texts = async (id: number) =>
  (await service.app.get(Database).rows('SELECT hash FROM revision_texts WHERE article_id = ?', [id])).length;
const age = (id: number, versions: readonly number[], days: number) =>
  service.app
    .get(UnitOfWork)
    .run(() =>
      service.app
        .get(Database)
        .execute(
          `UPDATE article_revisions SET replaced_ts = ? WHERE article_id = ? AND version IN (${versions.join(', ')})`,
          [Math.floor(Date.now() / 1000) - days * DAY_S, id],
        ),
    );
const forget = (of = service) => of.app.get(Jobs).runNow('revisions-retention', new AbortController().signal);

test('versions go so many days after they were replaced, and texts with the last version that has them', async () => {
  const id = await create({ headline: 'One', body: OWN + SHARED });
  await edit(id, { headline: 'Two' });
  await edit(id, { body: SHARED });
  await edit(id, { headline: 'Four' });
  await edit(id, { headline: 'Five' });
  expect(await revisions(id)).toEqual([5, 4, 3, 2, 1]);
  const before = await texts(id);
  await age(id, [1, 2], 31);
  await age(id, [3], 29);
  await forget();
  expect(await revisions(id)).toEqual([5, 4, 3]);
  expect(await texts(id)).toBeLessThan(before);
  expect(await texts(id)).toBeGreaterThan(0);
  for (const revision of [3, 4]) expect(await bodyOf(id, revision)).toBe(SHARED);
  await service.get(`${POSTS}/${id}/revisions/2`).expect(404);
  await edit(id, { action: 'revert', revision: 3 });
  expect(await bodyOf(id, 6)).toBe(SHARED);
});

test('a version that was made long ago stays when it was replaced lately', async () => {
  const id = await create({ headline: 'Old' });
  await service.app
    .get(UnitOfWork)
    .run(() => service.app.get(Database).execute('UPDATE articles SET inserted_ts = 1 WHERE id = ?', [id]));
  await edit(id, { headline: 'New' });
  await forget();
  expect(await revisions(id)).toEqual([2, 1]);
});

test('a change at the same time as the job loses no text that it shares', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 3; n++) {
    const id = await create({ headline: `R${n}`, body: SHARED });
    await edit(id, { body: OWN });
    await age(id, [1], 40);
    ids.push(id);
  }
  // The text of the version that goes comes back with the change, and is in the history from the next one on.
  await Promise.all([
    forget(),
    ...ids.map(async (id) => {
      await edit(id, { body: SHARED });
      await edit(id, { headline: 'Again' });
    }),
  ]);
  for (const id of ids) expect(await bodyOf(id, 3)).toBe(SHARED);
});

test('many versions of many articles go in one run', async () => {
  const ids: number[] = [];
  for (let n = 0; n < 60; n++) {
    const id = await create({ headline: `M${n}` });
    for (const headline of ['a', 'b', 'c']) await edit(id, { headline });
    await age(id, [1, 2], 40);
    ids.push(id);
  }
  await forget();
  expect(new Set((await Promise.all(ids.map(revisions))).map(String))).toEqual(new Set(['4,3']));
});

test('without the setting nothing goes for its age, nor what was replaced when that was not noted', async () => {
  const id = await create({ headline: 'Kept' });
  for (const headline of ['a', 'b']) await edit(id, { headline });
  await age(id, [1, 2], 4000);
  const other = await startService({ environment: { SCHEDULER: 'off' }, database: service.database });
  try {
    await forget(other);
  } finally {
    await other.stop();
  }
  expect(await revisions(id)).toEqual([3, 2, 1]);
  await service.app
    .get(UnitOfWork)
    .run(() =>
      service.app
        .get(Database)
        .execute('UPDATE article_revisions SET replaced_ts = NULL WHERE article_id = ?', [id]),
    );
  await forget();
  expect(await revisions(id)).toEqual([3, 2, 1]);
});

test('a version whose texts go while it is read is not there', async () => {
  const id = await create({ headline: 'One', body: SHARED });
  await edit(id, { headline: 'Two' });
  const database = service.app.get(Database);
  const unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
  await unitOfWork.run(() => database.execute('DELETE FROM revision_texts WHERE article_id = ?', [id]));
  await service.get(`${POSTS}/${id}/revisions/1`).expect(404);
  await service.put(`${POSTS}/${id}`, { action: 'revert', revision: 1 }).expect(404);
  expect((await service.get(`${POSTS}/${id}`).expect(200)).body).toMatchObject({ body: SHARED });
});
