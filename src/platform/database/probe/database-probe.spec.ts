import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { UnitOfWork } from '../../../kernel/unit-of-work.js';
import type { Database } from '../database.js';
import { DatabaseProbe } from './database-probe.js';

const failure = (code: string): Error => Object.assign(new Error(code), { code });

describe('A probe of the database', () => {
  let written: unknown[] = [];
  const read = jest.fn<(nonce: unknown) => object[]>();
  const commit = jest.fn<() => Promise<void>>();
  const database = {
    execute: () => Promise.resolve(0),
    upsert: (_table: string, _columns: string[], _keys: string[], rows: unknown[][]) => {
      written = rows[0] ?? [];
      return Promise.resolve();
    },
    rows: () => Promise.resolve(read(written[1])),
  } as unknown as Database;
  const unitOfWork = {
    run: async (work: () => Promise<unknown>) => {
      await work();
      await commit();
    },
  } as unknown as UnitOfWork;
  const probe = () => new DatabaseProbe(database, unitOfWork).run();

  beforeEach(() => {
    read.mockReset().mockImplementation((nonce) => [{ nonce }]);
    commit.mockReset().mockResolvedValue();
  });

  test('finds what it has written', async () => {
    await expect(probe()).resolves.toBeUndefined();
    expect(read).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['no row', []],
    ['the row of the time before', [{ nonce: 'former' }]],
  ])('fails when the database has kept %s of what it has committed', async (_what, rows) => {
    read.mockReturnValue(rows);
    await expect(probe()).rejects.toThrow('has not kept');
  });

  test('takes a database that others write to for a well one', async () => {
    commit.mockRejectedValue(failure('SQLITE_BUSY'));
    await expect(probe()).resolves.toBeUndefined();
    expect(read).not.toHaveBeenCalled();
  });

  test('fails with the database', async () => {
    commit.mockRejectedValue(failure('ER_OPTION_PREVENTS_STATEMENT'));
    await expect(probe()).rejects.toThrow('ER_OPTION_PREVENTS_STATEMENT');
  });
});
