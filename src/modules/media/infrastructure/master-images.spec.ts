import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { type Master, MasterImages } from './master-images.js';

const MAX_BYTES = 100;

function masterOf(bytes: number): Master {
  return { data: Buffer.from(new ArrayBuffer(bytes)), raw: null, width: 1, height: 1 };
}

/** Work that goes on until it is told to end. */
function openWork() {
  let begin!: () => void;
  let end!: () => void;
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const ended = new Promise<void>((resolve) => (end = resolve));
  const work = ({ data }: Master) => {
    begin();
    return ended.then(() => data.length);
  };
  return { work, begun, end };
}

let masters: MasterImages;

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate'] });
  masters = new MasterImages(MAX_BYTES);
});

afterEach(() => {
  masters.clear();
  jest.useRealTimers();
});

/** Uses a master of these bytes for nothing. */
const take = (key: string, master: Master) =>
  masters.use(
    key,
    () => Promise.resolve(master),
    ({ data }) => Promise.resolve(data.length),
  );

test('makes one once for all who ask at a time, and those after them', async () => {
  let made = 0;
  const make = () => Promise.resolve(masterOf(10 + made++));
  const length = ({ data }: Master) => Promise.resolve(data.length);
  const together = await Promise.all([masters.use('a', make, length), masters.use('a', make, length)]);
  expect([...together, await masters.use('a', make, length)]).toEqual([10, 10, 10]);
});

test('gives back the memory of the oldest when there is no room for a new one', async () => {
  const [first, second, third] = [masterOf(60), masterOf(30), masterOf(50)];
  await take('first', first);
  await take('second', second);
  expect([first.data.length, second.data.length]).toEqual([60, 30]);
  await take('third', third);
  await nextTurn();
  expect([first, second, third].map(({ data }) => data.length)).toEqual([0, 30, 50]);
});

test('leaves one that is in use its memory until the last user has ended', async () => {
  const master = masterOf(60);
  const [one, other] = [openWork(), openWork()];
  const make = () => Promise.resolve(master);
  const uses = [masters.use('a', make, one.work), masters.use('a', make, other.work)];
  await Promise.all([one.begun, other.begun]);
  await take('b', masterOf(90));
  one.end();
  expect(await uses[0]).toBe(60);
  await nextTurn();
  expect(master.data).toHaveLength(60);
  other.end();
  expect(await uses[1]).toBe(60);
  await nextTurn();
  expect(master.data).toHaveLength(0);
});

test('gives back the memory of one that is larger than all its room after its use', async () => {
  const master = masterOf(MAX_BYTES + 1);
  expect(await take('a', master)).toBe(MAX_BYTES + 1);
  await nextTurn();
  expect(master.data).toHaveLength(0);
});

test('gives back the memory of one that was cleared while it was made', async () => {
  const master = masterOf(10);
  let made!: (master: Master) => void;
  const making = new Promise<Master>((resolve) => (made = resolve));
  const { work, begun, end } = openWork();
  const use = masters.use('a', () => making, work);
  masters.clear();
  made(master);
  await begun;
  expect(jest.getTimerCount()).toBe(0);
  end();
  expect(await use).toBe(10);
  await nextTurn();
  expect(master.data).toHaveLength(0);
});

test('gives back the memory of one that nobody has asked for in half a minute', async () => {
  const master = masterOf(10);
  await take('a', master);
  jest.advanceTimersByTime(29_000);
  await take('a', master);
  jest.advanceTimersByTime(29_000);
  await nextTurn();
  expect(master.data).toHaveLength(10);
  jest.advanceTimersByTime(1000);
  await nextTurn();
  expect(master.data).toHaveLength(0);
});

test('does not touch a buffer that shares its memory with others', async () => {
  const data = Buffer.from(new ArrayBuffer(400), 100, 200);
  await take('a', { ...masterOf(0), data });
  await nextTurn();
  expect(data).toHaveLength(200);
});

test('makes one again that could not be made', async () => {
  const failing = masters.use(
    'a',
    () => Promise.reject(new Error('damaged')),
    () => Promise.resolve(),
  );
  await expect(failing).rejects.toThrow('damaged');
  expect(await take('a', masterOf(10))).toBe(10);
});

test('keeps one whose work has failed', async () => {
  const work = () => Promise.reject(new Error('no room'));
  const failing = masters.use('a', () => Promise.resolve(masterOf(10)), work);
  await expect(failing).rejects.toThrow('no room');
  expect(await take('a', masterOf(20))).toBe(10);
});
