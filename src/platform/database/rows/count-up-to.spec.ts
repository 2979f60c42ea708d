import { expect, test } from '@jest/globals';
import type { Database } from '../database.js';
import { raw, type Sql } from '../sql.js';
import { countUpTo } from './count-up-to.js';

const count = (found: () => number) =>
  countUpTo(
    {
      limited: (select: Sql) => select,
      select: async () => [{ found: await Promise.resolve().then(found) }],
    } as unknown as Database,
    raw('SELECT 1'),
  );
const fail = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

test('Rows are counted up to ten thousand', async () => {
  expect(await count(() => 0)).toEqual({ count: 0, isLeast: false });
  expect(await count(() => 10_000)).toEqual({ count: 10_000, isLeast: false });
  expect(await count(() => 10_001)).toEqual({ count: 10_000, isLeast: true });
});

test('Of rows that take too long nothing is known, and other failures are told', async () => {
  expect(await count(fail('ER_STATEMENT_TIMEOUT'))).toEqual({ count: 0, isLeast: true });
  await expect(count(fail('ER_BAD_DB_ERROR'))).rejects.toThrow('ER_BAD_DB_ERROR');
});
