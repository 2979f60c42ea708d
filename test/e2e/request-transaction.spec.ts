import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { Database } from '../../src/platform/database/database.js';
import { type Service, startService } from '../support/service.js';

interface Row {
  readonly id: number;
  readonly value: number;
}

let service: Service;
let database: Database;
let unitOfWork: UnitOfWork;
beforeAll(async () => {
  service = await startService();
  database = service.app.get(Database);
  unitOfWork = service.app.get<UnitOfWork>(UnitOfWork);
  await database.sources.writer.query(
    'CREATE TABLE entries (id INTEGER NOT NULL PRIMARY KEY, value INTEGER NOT NULL)',
  );
});
afterAll(() => service.stop());
beforeEach(() => unitOfWork.run(() => database.execute('DELETE FROM entries')));

const insert = (id: number, value = 0) =>
  database.execute('INSERT INTO entries (id, value) VALUES (?, ?)', [id, value]);
const rows = () => database.rows<Row>('SELECT id, value FROM entries ORDER BY id');
const ids = async () => (await rows()).map(({ id }) => id);

/** Opens at the call of `open`; whoever awaits `opened` goes on then. */
function gate() {
  const { promise: opened, resolve } = Promise.withResolvers<undefined>();
  const open = () => {
    resolve(undefined);
  };
  return { open, opened };
}

class Refusal extends Error {}

describe('A request that is one unit of work', () => {
  const nothing = () => Promise.resolve();

  test('is in no transaction before its first change, and sees its changes afterwards', async () => {
    const seen: unknown[] = [];
    await unitOfWork.runRequest(
      async () => {
        seen.push(database.isInTransaction);
        await unitOfWork.run(() => insert(1));
        seen.push(await ids());
        await unitOfWork.run(() => insert(2));
      },
      { begin: () => insert(0).then(), end: () => insert(3).then() },
    );
    expect(seen).toEqual([false, [0, 1]]);
    expect(await ids()).toEqual([0, 1, 2, 3]);
  });

  test('is seen by others as a whole or not at all', async () => {
    const { open, opened } = gate();
    const changed = gate();
    const request = unitOfWork.runRequest(
      async () => {
        await unitOfWork.run(() => insert(1));
        changed.open();
        await opened;
      },
      { begin: nothing, end: () => insert(2).then() },
    );
    await changed.opened;
    expect(await ids()).toEqual([]);
    open();
    await request;
    expect(await ids()).toEqual([1, 2]);
  });

  test('begins again when its first change fails, and nothing is left of that', async () => {
    await unitOfWork.runRequest(
      async () => {
        await expect(
          unitOfWork.run(async () => {
            await insert(1);
            throw new Refusal('first');
          }),
        ).rejects.toThrow('first');
        await unitOfWork.run(() => insert(2));
      },
      { begin: () => insert(0).then(), end: nothing },
    );
    expect(await ids()).toEqual([0, 2]);
  });

  test.each([
    ['the request fails', true, false],
    ['a later change fails, whatever the request makes of that', false, true],
  ])('leaves nothing when %s', async (_name, fails, failsInside) => {
    let effects = 0;
    const request = unitOfWork.runRequest(
      async () => {
        await unitOfWork.run(() => insert(1));
        unitOfWork.afterCommit(() => (effects += 1));
        const later = unitOfWork.run(async () => {
          await insert(2);
          if (failsInside) throw new Refusal('later');
        });
        await later.catch(() => undefined);
        if (fails) throw new Refusal('request');
      },
      { begin: nothing, end: nothing },
    );
    await expect(request).rejects.toThrow(Refusal);
    expect(await ids()).toEqual([]);
    expect(effects).toBe(0);
  });

  test('has its effects after the commit, and those of its timers at once', async () => {
    const seen: string[] = [];
    const { open, opened } = gate();
    let late: Promise<void> | undefined;
    await unitOfWork.runRequest(
      async () => {
        unitOfWork.afterCommit(() => seen.push('first'));
        late = opened.then(async () => {
          unitOfWork.afterCommit(() => seen.push('late'));
          await unitOfWork.run(() => insert(2));
        });
        await unitOfWork.run(async () => {
          await insert(1);
          unitOfWork.afterCommit(() => seen.push('second'));
        });
        seen.push('request');
      },
      { begin: nothing, end: nothing },
    );
    expect(seen).toEqual(['request', 'first', 'second']);
    open();
    await late;
    expect(seen).toEqual(['request', 'first', 'second', 'late']);
    expect(await ids()).toEqual([1, 2]);
  });

  test('leaves nothing of a change that is still being made when it fails', async () => {
    let effects = 0;
    const begun = gate();
    const { open, opened } = gate();
    const changes: Promise<unknown>[] = [];
    const request = unitOfWork.runRequest(
      async () => {
        const first = unitOfWork.run(async () => {
          await insert(1);
          unitOfWork.afterCommit(() => (effects += 1));
          begun.open();
          await opened;
        });
        // It waits for the first one.
        changes.push(
          first,
          unitOfWork.run(() => insert(2)),
        );
        await begun.opened;
        throw new Refusal('request');
      },
      { begin: nothing, end: nothing },
    );
    await expect(request).rejects.toThrow(Refusal);
    const settled = Promise.allSettled(changes);
    open();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    // Others can write, also what it has written.
    await unitOfWork.run(() => insert(1, 7));
    expect(await rows()).toEqual([{ id: 1, value: 7 }]);
    expect(effects).toBe(0);
  });
});
