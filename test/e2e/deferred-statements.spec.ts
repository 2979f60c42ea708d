import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { type Service, startService } from '../support/service.js';

let service: Service;
let database: Database;
let unitOfWork: UnitOfWork;
beforeAll(async () => {
  service = await startService();
  database = service.app.get(Database);
  unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
  const text = database.dialect === 'mysql' ? 'LONGTEXT' : 'TEXT';
  await database.sources.writer.query(`CREATE TABLE notes (id INTEGER NOT NULL PRIMARY KEY, note ${text})`);
});
afterAll(() => service.stop());
beforeEach(() => unitOfWork.run(() => database.execute('DELETE FROM notes')));

const INSERT = 'INSERT INTO notes (id, note) VALUES (?, ?)';
const CHANGE = 'UPDATE notes SET note = ? WHERE id = ?';
const defer = (id: number, note = 'deferred') => database.defer(INSERT, [id, note]);
const notes = () => database.rows<{ id: number; note: string }>('SELECT id, note FROM notes ORDER BY id');
const ids = async () => (await notes()).map(({ id }) => id);

test('deferred statements are committed, also when they are all that the work does', async () => {
  await unitOfWork.run(async () => {
    await defer(1);
    await defer(2);
  });
  expect(await ids()).toEqual([1, 2]);
});

test('each statement sees what those before it have done, deferred or not', async () => {
  await unitOfWork.run(async () => {
    await defer(1);
    expect(await ids()).toEqual([1]);
    await defer(2);
    expect(await database.execute(CHANGE, ['changed', 2])).toBe(1);
    await database.defer(CHANGE, ['last', 2]);
    await database.execute(INSERT, [3, 'third']);
    await database.deferUpsert(
      'notes',
      ['id', 'note'],
      ['id'],
      [
        [3, 'upserted'],
        [4, 'new'],
      ],
    );
  });
  expect(await notes()).toEqual([
    { id: 1, note: 'deferred' },
    { id: 2, note: 'last' },
    { id: 3, note: 'upserted' },
    { id: 4, note: 'new' },
  ]);
});

test('repositories of TypeORM see them, too', async () => {
  await unitOfWork.run(async () => {
    await defer(1);
    expect(await database.manager.query('SELECT id FROM notes')).toEqual([{ id: 1 }]);
  });
});

test('the answers of a statement are its own, whatever travels with it', async () => {
  await unitOfWork.run(async () => {
    await defer(1);
    await defer(2);
    expect(await database.execute('UPDATE notes SET note = ?', ['all'])).toBe(2);
    await defer(3);
    expect(await database.rows('SELECT id FROM notes WHERE id > 100')).toEqual([]);
  });
});

test('one that fails fails the work, and nothing is committed', async () => {
  const failed = unitOfWork.run(async () => {
    await defer(1);
    await defer(1);
    await defer(2);
  });
  await expect(failed).rejects.toThrow(/deferred statement|duplicate|unique/i);
  expect(await ids()).toEqual([]);
});

test('one that fails fails the work, also when the caller takes the failure for that of another', async () => {
  const failed = unitOfWork.run(async () => {
    await defer(1);
    await defer(1);
    await database.execute(INSERT, [2, 'not sent']).catch(() => undefined);
    await database.execute(INSERT, [3, 'not sent']).catch(() => undefined);
  });
  await expect(failed).rejects.toThrow(/deferred statement|duplicate|unique/i);
  expect(await ids()).toEqual([]);
});

test('a failure that the caller handles does not end the work, whatever travelled with the statement', async () => {
  await unitOfWork.run(async () => {
    await defer(1);
    await defer(2);
    await expect(database.execute(INSERT, [1, 'again'])).rejects.toThrow(/duplicate|unique/i);
    await defer(3);
    await expect(database.rows('SELECT nothing FROM notes')).rejects.toThrow(/nothing/);
  });
  expect(await ids()).toEqual([1, 2, 3]);
});

test('work that fails takes its deferred statements back', async () => {
  const failed = unitOfWork.run(async () => {
    await database.execute(INSERT, [1, 'sent']);
    await defer(2);
    throw new Error('No.');
  });
  await expect(failed).rejects.toThrow('No.');
  expect(await ids()).toEqual([]);
  await unitOfWork.run(() => defer(3));
  expect(await ids()).toEqual([3]);
});

test('the connection of work that did nothing is as good as any', async () => {
  await Promise.all(Array.from({ length: 30 }, () => unitOfWork.run(() => Promise.resolve())));
  await unitOfWork.run(() => defer(1));
  expect(await ids()).toEqual([1]);
});

test('texts that exceed a packet together are written, each as it is', async () => {
  const large = (letter: string) => `'\\${letter}`.repeat(2_500_000);
  await unitOfWork.run(async () => {
    for (const [index, letter] of ['a', 'b', 'c', 'd'].entries()) await defer(index, large(letter));
    await database.execute(INSERT, [9, large('e')]);
  });
  const rows = await notes();
  expect(rows.map(({ id }) => id)).toEqual([0, 1, 2, 3, 9]);
  for (const [index, letter] of ['a', 'b', 'c', 'd', 'e'].entries())
    expect(rows[index]?.note === large(letter)).toBe(true);
});

test('a value is never a statement', async () => {
  const hostile = [
    `'; DELETE FROM notes; -- `,
    `\\'; DELETE FROM notes; -- `,
    `"; DROP TABLE notes; #`,
    '?; ?',
  ];
  await unitOfWork.run(async () => {
    for (const [index, value] of hostile.entries()) await defer(index, value);
    await database.execute(CHANGE, [`'; DELETE FROM notes; -- `, 3]);
  });
  expect((await notes()).map(({ note }) => note)).toEqual([...hostile.slice(0, 3), hostile[0]]);
});

test('is refused outside of a unit of work', async () => {
  await expect(defer(1)).rejects.toThrow(/unit of work/);
});
