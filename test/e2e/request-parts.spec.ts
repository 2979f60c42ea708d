import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
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
  await database.sources.writer.query('CREATE TABLE entries (id INTEGER NOT NULL PRIMARY KEY)');
});
afterAll(() => service.stop());
beforeEach(() => unitOfWork.run(() => database.execute('DELETE FROM entries')));

const insert = (id: number) => database.execute('INSERT INTO entries (id) VALUES (?)', [id]);
const defer = (id: number) => database.defer('INSERT INTO entries (id) VALUES (?)', [id]);
const ids = async () =>
  (await database.rows<{ id: number }>('SELECT id FROM entries ORDER BY id')).map(({ id }) => id);
const add = (id: number) => unitOfWork.run(() => insert(id));
const addLate = (id: number) => unitOfWork.run(() => defer(id).then(() => 1));

class Refusal extends Error {}
const refuse = (): never => {
  throw new Refusal();
};

/** Outcome of a part. */
const outcome = (part: Promise<unknown>): Promise<string> =>
  part.then(
    () => 'done',
    (error: unknown) => (error as Error).constructor.name,
  );

const inRequest = <T>(request: () => Promise<T>): Promise<T> =>
  unitOfWork.runRequest(request, {
    begin: () => insert(0).then(),
    end: () => insert(9).then(),
  });

describe('A part of a request that is one unit of work', () => {
  test('is taken back alone when it fails, and the others are committed with the request', async () => {
    const outcomes = await inRequest(async () => [
      await outcome(unitOfWork.runPart(() => add(1))),
      await outcome(unitOfWork.runPart(() => add(2).then(refuse))),
      await outcome(unitOfWork.runPart(() => add(3))),
    ]);
    expect(outcomes).toEqual(['done', 'Refusal', 'done']);
    expect(await ids()).toEqual([0, 1, 3, 9]);
  });

  test('may be the first that changes something, and fail', async () => {
    const outcomes = await inRequest(async () => [
      await outcome(unitOfWork.runPart(() => add(1).then(refuse))),
      await outcome(unitOfWork.runPart(() => add(1))),
    ]);
    expect(outcomes).toEqual(['Refusal', 'done']);
    expect(await ids()).toEqual([0, 1, 9]);
  });

  test('fails when one of its units of work does, whatever it makes of that', async () => {
    const outcomes = await inRequest(async () => [
      await outcome(
        unitOfWork.runPart(async () => {
          await add(1);
          await unitOfWork.run(() => add(2).then(refuse)).catch(() => undefined);
        }),
      ),
    ]);
    expect(outcomes).toEqual(['Refusal']);
    expect(await ids()).toEqual([0, 9]);
  });

  test.each([
    ['at once', add],
    ['later', addLate],
  ])('is refused by the database %s, after three attempts', async (_name, write) => {
    let attempts = 0;
    const outcomes = await inRequest(async () => [
      await outcome(unitOfWork.runPart(() => write(1))),
      await outcome(
        unitOfWork.runPart(async () => {
          attempts++;
          await write(2);
          await write(1);
        }),
      ),
      await outcome(unitOfWork.runPart(() => write(3))),
    ]);
    expect([outcomes, attempts]).toEqual([['done', 'LastingViolationError', 'done'], 3]);
    expect(await ids()).toEqual([0, 1, 3, 9]);
  });

  test('may have parts, which fail alone', async () => {
    const outcomes: string[] = [];
    await inRequest(async () => {
      await unitOfWork.runPart(async () => {
        await add(1);
        outcomes.push(await outcome(unitOfWork.runPart(() => add(2).then(refuse))));
        outcomes.push(await outcome(unitOfWork.runPart(() => add(3))));
      });
      const failing = unitOfWork.runPart(async () => {
        await add(4);
        await unitOfWork.runPart(() => add(5));
        refuse();
      });
      outcomes.push(await outcome(failing));
    });
    expect(outcomes).toEqual(['Refusal', 'done', 'Refusal']);
    expect(await ids()).toEqual([0, 1, 3, 9]);
  });

  test('has effects after the commit of the request alone, and none when it fails', async () => {
    const seen: string[] = [];
    await inRequest(async () => {
      await unitOfWork.runPart(() =>
        add(1).then(() => {
          unitOfWork.afterCommit(() => seen.push('first'));
        }),
      );
      const failing = unitOfWork.runPart(async () => {
        await add(2);
        unitOfWork.afterCommit(() => seen.push('second'));
        unitOfWork.afterRollback(() => seen.push('undone'));
        refuse();
      });
      await outcome(failing);
      seen.push('request');
    });
    expect(seen).toEqual(['request', 'first', 'undone']);
  });

  test('is taken back with the request, and undone', async () => {
    const seen: string[] = [];
    const request = inRequest(async () => {
      await unitOfWork.runPart(() =>
        add(1).then(() => {
          unitOfWork.afterRollback(() => seen.push('undone'));
        }),
      );
      refuse();
    });
    expect(await outcome(request)).toBe('Refusal');
    expect(seen).toEqual(['undone']);
    expect(await ids()).toEqual([]);
  });

  test('takes the request with it when the transaction has ended', async () => {
    const outcomes: string[] = [];
    const request = inRequest(async () => {
      await unitOfWork.runPart(() => add(1));
      const ending = unitOfWork.runPart(async () => {
        await add(2);
        await unitOfWork.run(() => database.execute('ROLLBACK').then());
        refuse();
      });
      outcomes.push(await outcome(ending), await outcome(unitOfWork.runPart(() => add(3))));
    });
    expect(await outcome(request)).toBe('Refusal');
    expect(outcomes).toEqual(['Refusal', 'Refusal']);
    expect(await ids()).toEqual([]);
  });

  test.each([
    ['ends', () => Promise.resolve()],
    ['fails', () => Promise.reject(new Refusal())],
  ])('that %s after its request has failed leaves the next request alone', async (_how, end) => {
    const late = Promise.withResolvers<undefined>();
    const effects: string[] = [];
    let left: Promise<string> | undefined;
    const failed = inRequest(async () => {
      const hasBegun = Promise.withResolvers<undefined>();
      left = outcome(
        unitOfWork.runPart(async () => {
          await add(1);
          hasBegun.resolve(undefined);
          await late.promise;
          unitOfWork.afterCommit(() => void effects.push('of the failed one'));
          await end();
        }),
      );
      await hasBegun.promise;
      throw new Refusal();
    });
    await expect(failed).rejects.toThrow(Refusal);
    const outcomes = await inRequest(async () => [
      await outcome(
        unitOfWork.runPart(async () => {
          await add(2);
          late.resolve(undefined);
          expect(await left).not.toBe('done');
          refuse();
        }),
      ),
      await outcome(unitOfWork.runPart(() => add(3))),
    ]);
    expect(outcomes).toEqual(['Refusal', 'done']);
    expect(await ids()).toEqual([0, 3, 9]);
    expect(effects).toEqual([]);
  });

  test('is nothing but the work outside of such a request', async () => {
    expect(await outcome(unitOfWork.runPart(() => add(1).then(refuse)))).toBe('Refusal');
    expect(await ids()).toEqual([1]);
  });
});
