import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { startOf, TempFiles } from './temp-files.js';

const MINUTE_S = 60;
const HERE = { host: 'here-1', pid: process.pid, token: '0'.repeat(16) };
const ELSEWHERE = { host: 'elsewhere-1', pid: process.pid, token: '1'.repeat(16) };
/** No process has it: Linux goes to 2^22. */
const NO_PID = 2 ** 22 + 1;

const otherProcess = spawn('sleep', ['600']);
const { pid: otherPid = NO_PID } = otherProcess;
afterAll(() => {
  otherProcess.kill();
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'workspace-'));
});
afterEach(() => {
  jest.useRealTimers();
  rmSync(folder, { recursive: true });
});

const age = (path: string, seconds: number) => {
  const time = Date.now() / 1000 - seconds;
  utimesSync(path, time, time);
};
const fileOf = (owner: typeof HERE, seconds = 0): string => {
  const path = new TempFiles(folder, owner).path();
  writeFileSync(path, 'x');
  age(path, seconds);
  return path;
};
const left = () => readdirSync(folder).sort();
const names = (...paths: string[]) => paths.map((path) => basename(path)).sort();
const sweep = () => new TempFiles(folder, HERE).sweep();

test('what a process of this host has left is swept at once', async () => {
  fileOf({ ...HERE, pid: NO_PID });
  // The same pid again, as the first process of a container has it.
  fileOf({ ...HERE, token: '2'.repeat(16) });
  expect(await sweep()).toBe(2);
  expect(left()).toEqual([]);
});

test('files of processes of this host that run are left alone, however long they take', async () => {
  const other = { ...HERE, pid: otherPid, token: startOf(otherPid) ?? HERE.token };
  const kept = [fileOf(HERE, 300 * MINUTE_S), fileOf(other, 300 * MINUTE_S)];
  expect(await sweep()).toBe(0);
  expect(left()).toEqual(names(...kept));
});

const onLinux = process.platform === 'linux' ? test : test.skip;
onLinux(
  'what a process has left whose pid another one has got is swept when it was not renewed',
  async () => {
    const former = { ...HERE, pid: otherPid, token: '3'.repeat(16) };
    const kept = fileOf(former, 3 * MINUTE_S);
    fileOf(former, 5 * MINUTE_S);
    expect(await sweep()).toBe(1);
    expect(left()).toEqual(names(kept));
  },
);

onLinux('a process is known by its start', () => {
  expect(startOf(process.pid)).toMatch(/^[0-9a-f]{16}$/);
  expect(startOf(process.pid)).not.toBe(startOf(otherPid));
  expect(startOf(NO_PID)).toBeNull();
});

test('files of other hosts are swept when they were not renewed for minutes', async () => {
  const kept = fileOf(ELSEWHERE, 3 * MINUTE_S);
  fileOf(ELSEWHERE, 5 * MINUTE_S);
  expect(await sweep()).toBe(1);
  expect(left()).toEqual(names(kept));
});

test('a file is renewed for as long as it is there', async () => {
  jest.useFakeTimers({ doNotFake: ['Date', 'nextTick', 'setImmediate', 'queueMicrotask'] });
  const tempFiles = new TempFiles(folder, ELSEWHERE);
  const path = tempFiles.path();
  expect(jest.getTimerCount()).toBe(1);
  writeFileSync(path, 'x');
  age(path, 5 * MINUTE_S);
  await tempFiles.renew();
  expect(Date.now() - statSync(path).mtimeMs).toBeLessThan(MINUTE_S * 1000);
  expect(await sweep()).toBe(0);
  rmSync(path);
  // It may be yet to come; after minutes it will not.
  await tempFiles.renew();
  expect(jest.getTimerCount()).toBe(1);
  const soon = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * MINUTE_S * 1000);
  await tempFiles.renew();
  soon.mockRestore();
  expect(jest.getTimerCount()).toBe(0);
});

test('files of others are nobody’s business', async () => {
  writeFileSync(join(folder, 'notes.txt'), 'x');
  age(join(folder, 'notes.txt'), 7 * 60 * MINUTE_S);
  expect(await sweep()).toBe(0);
  expect(left()).toEqual(['notes.txt']);
});
