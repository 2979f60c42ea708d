import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { createTestDatabase } from '../support/database.js';
import { type Service, startService } from '../support/service.js';

// SQLite runs one writing transaction at a time.
const onServer = createTestDatabase().isSqlite ? test.skip : test;

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

onServer('work that goes on after a deadlock commits no part of itself', async () => {
  const database = service.app.get(Database);
  const unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
  const { writer } = database.sources;
  await writer.query('CREATE TABLE entries (id INTEGER NOT NULL PRIMARY KEY, value INTEGER NOT NULL)');
  await writer.query('INSERT INTO entries (id, value) VALUES (1, 0), (2, 0)');
  const add = (id: number) => database.execute('UPDATE entries SET value = value + 1 WHERE id = ?', [id]);
  let begun = 0;
  const both = Promise.withResolvers<undefined>();
  const addInOrder = (first: number, second: number) =>
    unitOfWork.run(async () => {
      await add(first);
      if (++begun === 2) both.resolve(undefined);
      await both.promise;
      await add(second).catch(() => undefined);
      await add(second);
    });
  await Promise.all([addInOrder(1, 2), addInOrder(2, 1)]);
  expect(begun).toBe(3);
  // Each adds one to its first row and, where nothing comes between, two to its second.
  expect(await database.rows('SELECT id, value FROM entries ORDER BY id')).toEqual([
    { id: 1, value: 3 },
    { id: 2, value: 3 },
  ]);
});
