import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';

let repository: string;

/** Without what Git passes to its hooks: the tests may be run by one. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_')));

function run(command: string, ...parameters: string[]) {
  return spawnSync(command, parameters, { cwd: repository, env, encoding: 'utf8' });
}

function commit(message: string) {
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', '-c', 'commit.gpgsign=false'];
  return run('git', ...author, 'commit', '--quiet', '--allow-empty', '-m', message);
}

beforeAll(() => {
  repository = mkdtempSync(join(tmpdir(), 'commits-'));
  run('git', 'init', '--quiet');
  for (const file of ['package.json', '.githooks/commit-msg', 'scripts/commit-message.mjs']) {
    mkdirSync(join(repository, file, '..'), { recursive: true });
    copyFileSync(file, join(repository, file));
  }
  const { status, stderr } = run('npm', 'run', 'setup');
  expect([status, stderr]).toEqual([0, expect.not.stringContaining('fatal')]);
});

afterAll(() => {
  rmSync(repository, { recursive: true });
});

test.each([
  ['a subject of 72 characters', 'ä'.repeat(72)],
  ['a subject and a paragraph', 'Creates can be retried\n\nA reason that is longer '.padEnd(200, 'x')],
  ['a subject that Git has written', `Revert "${'x'.repeat(72)}"`],
])('the hook takes %s', (_name, message) => {
  expect(commit(message)).toMatchObject({ status: 0 });
});

test.each([
  ['a subject of 73 characters', 'x'.repeat(73), '73 characters'],
  ['a subject with a type', 'fix(lists): order of pins', 'begins with a type'],
  ['a subject with a full stop', 'Lists are in order.', 'full stop'],
  ['a second line that is not empty', 'Lists are in order\nand pins too', 'line after the subject'],
])('the hook refuses %s', (_name, message, reason) => {
  const { status, stderr } = commit(message);
  expect(status).not.toBe(0);
  expect(stderr).toContain(reason);
});
