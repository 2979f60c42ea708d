import { beforeEach, describe, expect, jest, test } from '@jest/globals';
import { runForClient } from '../../concurrency/client-presence.js';
import { GroupReader } from './group-reader.js';

interface Statement {
  readonly keys: readonly number[];
  answer(): Promise<void>;
  fail(): Promise<void>;
}

let statements: Statement[];
let isInTransaction: boolean;
let reader: GroupReader<number, string>;
beforeEach(() => {
  statements = [];
  isInTransaction = false;
  const database = {
    get isInTransaction() {
      return isInTransaction;
    },
  };
  reader = new GroupReader(database, (keys) => {
    const { promise, resolve, reject } = Promise.withResolvers<ReadonlyMap<number, string>>();
    // By then the next statement has been started.
    const settled = async (settle: () => void) => {
      settle();
      await new Promise(setImmediate);
    };
    statements.push({
      keys,
      answer: () =>
        settled(() => {
          resolve(new Map(keys.map((key) => [key, `row ${key}`])));
        }),
      fail: () =>
        settled(() => {
          reject(new Error('lost'));
        }),
    });
    return promise;
  });
});

const keysRead = (): (readonly number[])[] => statements.map(({ keys }) => keys);

describe('GroupReader', () => {
  test('reads at once for who is alone', async () => {
    const found = reader.read([1]);
    expect(keysRead()).toEqual([[1]]);
    await statements[0]?.answer();
    expect((await found).get(1)).toBe('row 1');
    void reader.read([2]);
    expect(keysRead()).toEqual([[1], [2]]);
  });

  test('reads for all who came meanwhile by one statement, each key once, and never by one that was under way', async () => {
    const asked = [[1], [2], [3, 2], [1]].map((keys) => reader.read(keys));
    expect(keysRead()).toEqual([[1]]);
    await statements[0]?.answer();
    expect(keysRead()).toEqual([[1], [2, 3, 1]]);
    await statements[1]?.answer();
    const rows = (await Promise.all(asked)).map((found, index) => found.get([1, 2, 3, 1][index] ?? 0));
    expect(rows).toEqual(['row 1', 'row 2', 'row 3', 'row 1']);
  });

  test('takes no more than thirty keys into a statement', async () => {
    for (let key = 0; key <= 32; key++) void reader.read([key]);
    for (let index = 0; index < 3; index++) await statements[index]?.answer();
    expect(keysRead().map(({ length }) => length)).toEqual([1, 30, 2]);
  });

  test('reads many keys together for those alone who ask for the same', async () => {
    const [some, others] = [
      [1, 2, 3, 4],
      [3, 4, 5, 6],
    ];
    for (const keys of [some, some, others, some]) void reader.read(keys);
    expect(keysRead()).toEqual([some, others]);
    await statements[0]?.answer();
    await statements[1]?.answer();
    expect(keysRead()).toEqual([some, others, some]);
  });

  test('tells those of a statement that has failed, and reads on for the others', async () => {
    const [first, second] = [reader.read([1]), reader.read([2])];
    await Promise.all([expect(first).rejects.toThrow('lost'), statements[0]?.fail()]);
    await statements[1]?.answer();
    expect((await second).get(2)).toBe('row 2');
  });

  test('does not wait for a statement that takes long', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate'] });
    try {
      void reader.read([1]);
      void reader.read([2]);
      jest.advanceTimersByTime(20);
      expect(keysRead()).toEqual([[1], [2]]);
      void reader.read([3]);
      await statements[0]?.answer();
      expect(keysRead()).toEqual([[1], [2]]);
      await statements[1]?.answer();
      expect(keysRead()).toEqual([[1], [2], [3]]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('reads on for others when the client has gone who asked first', async () => {
    const client = new AbortController();
    void reader.read([0]);
    const [first, second] = [runForClient(client.signal, () => reader.read([1])), reader.read([2])];
    client.abort();
    await statements[0]?.answer();
    await statements[1]?.answer();
    expect((await second).get(2)).toBe('row 2');
    await first;
    await expect(runForClient(client.signal, () => reader.read([3]))).rejects.toThrow('gone');
  });

  test('reads for a transaction by itself', () => {
    void reader.read([1]);
    isInTransaction = true;
    void reader.read([2]);
    expect(keysRead()).toEqual([[1], [2]]);
  });
});
