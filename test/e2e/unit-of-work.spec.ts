import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { Database } from '../../src/platform/database/database.js';
import { SqlUnitOfWork } from '../../src/platform/database/transactions/sql-unit-of-work.js';
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
const add = (id: number) => database.execute('UPDATE entries SET value = value + 1 WHERE id = ?', [id]);
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

describe('of fifty transactions at once, of which every second fails,', () => {
  const numbers = Array.from({ length: 50 }, (_, n) => n);

  test('all rows of the others are there, and none of theirs', async () => {
    const outcomes = await Promise.allSettled(
      numbers.map((n) =>
        unitOfWork.run(async () => {
          await insert(n * 2);
          await delay(Math.random() * 5);
          await insert(n * 2 + 1);
          if (n % 2 === 1) throw new Refusal(`number ${n}`);
          return n;
        }),
      ),
    );
    for (const [n, outcome] of outcomes.entries()) {
      expect(outcome).toEqual(
        n % 2 === 0
          ? { status: 'fulfilled', value: n }
          : { status: 'rejected', reason: new Refusal(`number ${n}`) },
      );
    }
    const committed = numbers.filter((n) => n % 2 === 0).flatMap((n) => [n * 2, n * 2 + 1]);
    expect(await ids()).toEqual(committed);
  });

  test('none is lost when all of them change one row', async () => {
    await unitOfWork.run(() => insert(1));
    await Promise.allSettled(
      numbers.map((n) =>
        unitOfWork.run(async () => {
          await add(1);
          await delay(1);
          if (n % 2 === 1) throw new Refusal();
        }),
      ),
    );
    expect(await rows()).toEqual([{ id: 1, value: 25 }]);
  });

  test('a statement that fails rolls back what came before it', async () => {
    await unitOfWork.run(() => insert(1000));
    await Promise.allSettled(
      numbers.map((n) =>
        unitOfWork.run(async () => {
          await insert(n);
          if (n % 2 === 1) await insert(1000);
        }),
      ),
    );
    expect(await ids()).toEqual([...numbers.filter((n) => n % 2 === 0), 1000]);
  });
});

describe('a nested run', () => {
  test('commits and rolls back with the one around it', async () => {
    const failed = unitOfWork.run(async () => {
      await insert(1);
      await unitOfWork.run(() => insert(2));
      throw new Refusal();
    });
    await expect(failed).rejects.toThrow(Refusal);
    expect(await ids()).toEqual([]);
    await unitOfWork.run(async () => {
      await insert(3);
      expect(await unitOfWork.run(() => unitOfWork.run(ids))).toEqual([3]);
      await unitOfWork.run(() => insert(4));
    });
    expect(await ids()).toEqual([3, 4]);
  });

  test('that fails fails the one around it', async () => {
    const failed = unitOfWork.run(async () => {
      await insert(1);
      await unitOfWork.run(async () => {
        await insert(2);
        throw new Refusal();
      });
    });
    await expect(failed).rejects.toThrow(Refusal);
    expect(await ids()).toEqual([]);
  });

  test('belongs to its own transaction, however many are open', async () => {
    const seen = await Promise.all(
      [1, 2, 3, 4, 5].map((n) =>
        unitOfWork.run(async () => {
          await insert(n);
          await delay(5);
          return unitOfWork.run(() => database.rows<Row>('SELECT id, value FROM entries WHERE id = ?', [n]));
        }),
      ),
    );
    expect(seen.flat().map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('a reader outside', () => {
  test('sees the rows of an open transaction only once it is committed', async () => {
    const [written, looked] = [gate(), gate()];
    const open = unitOfWork.run(async () => {
      await insert(1);
      written.open();
      await looked.opened;
      return ids();
    });
    await written.opened;
    expect(await ids()).toEqual([]);
    looked.open();
    expect(await open).toEqual([1]);
    expect(await ids()).toEqual([1]);
  });

  test('never sees the rows of a transaction that fails', async () => {
    const [written, looked] = [gate(), gate()];
    const open = unitOfWork.run(async () => {
      await insert(1);
      written.open();
      await looked.opened;
      throw new Refusal();
    });
    await written.opened;
    expect(await ids()).toEqual([]);
    looked.open();
    await expect(open).rejects.toThrow(Refusal);
    expect(await ids()).toEqual([]);
  });
});

test('two transactions that lock two rows in opposite order both end committed', async () => {
  await unitOfWork.run(async () => {
    await insert(1);
    await insert(2);
  });
  const both = gate();
  let holding = 0;
  let attempts = 0;
  const change = (first: number, second: number) =>
    unitOfWork.run(async () => {
      attempts++;
      await add(first);
      // On SQLite the second transaction begins after the first one has ended,
      // so that nobody can wait for it.
      if (++holding === 2 || database.dialect === 'sqlite') both.open();
      await both.opened;
      await add(second);
    });
  await Promise.all([change(1, 2), change(2, 1)]);
  expect(await rows()).toEqual([
    { id: 1, value: 2 },
    { id: 2, value: 2 },
  ]);
  // On a server, one of the two was the victim of a deadlock and ran again.
  expect(attempts).toBe(database.dialect === 'sqlite' ? 2 : 3);
});

test('two instances that read and change one row at once lose no change', async () => {
  await unitOfWork.run(() => insert(1));
  const sources = await openDataSources(service.database.url, { poolSize: 5, entities: [] });
  const other = new Database(sources);
  const change = async (instance: Database) => {
    const lock = instance.dialect === 'mysql' ? ' FOR UPDATE' : '';
    const [row] = await instance.rows<Row>(`SELECT id, value FROM entries WHERE id = 1${lock}`);
    await delay(2);
    await instance.execute('UPDATE entries SET value = ? WHERE id = 1', [(row?.value ?? 0) + 1]);
  };
  const otherUnitOfWork = new SqlUnitOfWork(other);
  try {
    const changes = Array.from({ length: 5 }, () => [
      unitOfWork.run(() => change(database)),
      otherUnitOfWork.run(() => change(other)),
    ]);
    await Promise.all(changes.flat());
  } finally {
    await closeDataSources(sources);
  }
  expect(await rows()).toEqual([{ id: 1, value: 10 }]);
});

describe('an effect', () => {
  test('happens once the work is committed, and sees it', async () => {
    const seen: Promise<number[]>[] = [];
    await unitOfWork.run(async () => {
      await unitOfWork.run(() => insert(1));
      unitOfWork.afterCommit(() => seen.push(ids()));
      expect(seen).toEqual([]);
    });
    expect(await Promise.all(seen)).toEqual([[1]]);
  });

  test('that takes time ends before the work does', async () => {
    const seen: string[] = [];
    const work = unitOfWork.run(() => {
      unitOfWork.afterCommit(async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        seen.push('effect');
      });
      return Promise.resolve();
    });
    await work.then(() => seen.push('work'));
    expect(seen).toEqual(['effect', 'work']);
  });

  test('never happens when the work fails', async () => {
    let happened = 0;
    const failed = unitOfWork.run(() => {
      unitOfWork.afterCommit(() => happened++);
      return Promise.reject(new Error('No.'));
    });
    await expect(failed).rejects.toThrow('No.');
    expect(happened).toBe(0);
  });

  test('happens once for work that is tried again', async () => {
    let [attempts, happened] = [0, 0];
    await unitOfWork.run(() => {
      unitOfWork.afterCommit(() => happened++);
      attempts++;
      return attempts === 1
        ? Promise.reject(Object.assign(new Error('Deadlock.'), { code: 'ER_LOCK_DEADLOCK' }))
        : Promise.resolve();
    });
    expect([attempts, happened]).toEqual([2, 1]);
  });

  test('happens at once outside of a unit of work', () => {
    let happened = 0;
    unitOfWork.afterCommit(() => happened++);
    expect(happened).toBe(1);
  });
});

test('a defect is not tried again', async () => {
  let attempts = 0;
  const failed = unitOfWork.run(async () => {
    attempts++;
    await insert(1);
    await database.execute('INSERT INTO nowhere (id) VALUES (1)');
  });
  await expect(failed).rejects.toThrow(/nowhere/);
  expect(attempts).toBe(1);
});

test('work that a unique index refuses looks again, and fails when it is refused each time', async () => {
  let attempts = 0;
  await unitOfWork.run(async () => {
    attempts++;
    await insert(1);
    if (attempts === 1) await insert(1);
  });
  expect([attempts, await ids()]).toEqual([2, [1]]);
  attempts = 0;
  const failed = unitOfWork.run(async () => {
    attempts++;
    await insert(1);
  });
  await expect(failed).rejects.toThrow(/duplicate|unique/i);
  expect([attempts, await ids()]).toEqual([3, [1]]);
});

describe('outside of a unit of work', () => {
  test('a write fails and changes nothing', async () => {
    const statement = 'INSERT INTO entries (id, value) VALUES (1, 1)';
    await expect(database.execute(statement)).rejects.toThrow(/unit of work/);
    await expect(database.insert(statement, [])).rejects.toThrow(/unit of work/);
    await unitOfWork.run(() => insert(2));
    await expect(add(2)).rejects.toThrow(/unit of work/);
    if (database.dialect === 'sqlite') {
      await expect(database.rows(statement)).rejects.toThrow(/readonly/);
      await expect(database.manager.query(statement)).rejects.toThrow(/readonly/);
    }
    expect(await rows()).toEqual([{ id: 2, value: 0 }]);
  });
});

test('work that was given up changes nothing afterwards, neither with the others nor by itself', async () => {
  const [over, held, ended] = [new AbortController(), gate(), gate()];
  const reason = new Error('given up');
  const fails = async () => {
    await expect(insert(2)).rejects.toBe(reason);
    await expect(async () => unitOfWork.run(() => insert(3))).rejects.toBe(reason);
  };
  const work = async () => {
    await insert(1);
    await held.opened;
    await fails();
    await ended.opened;
    await fails();
  };
  let working = Promise.resolve();
  await unitOfWork.run(async () => {
    working = database.runUntil(over.signal, work);
    await insert(4);
    over.abort(reason);
    held.open();
  });
  ended.open();
  await working;
  expect(await ids()).toEqual([1, 4]);
});
