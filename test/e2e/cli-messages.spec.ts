import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { runCommand } from '../support/command-line.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createMigratedDatabase();
  folder = mkdtempSync(join(tmpdir(), 'content-messages-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const cli = (...parameters: string[]) => runCommand(parameters, database);
const fileOf = (name: string, content: string): string => {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
};

test('A command names its database, without an account, and not on standard output', async () => {
  const { stdout, stderr } = await cli('keys', 'list', '--json');
  expect(JSON.parse(stdout)).toEqual([]);
  const { protocol, host, pathname } = new URL(database.url);
  const name =
    protocol === 'sqlite:' ? database.url.slice('sqlite:'.length) : `${pathname.slice(1)} at ${host}`;
  expect(stderr).toBe(`Database  ${name}\n`);
});

test('A command that opens the database more than once names it once', async () => {
  const { stderr } = await cli('doctor');
  expect(stderr.match(/^Database/gm)).toHaveLength(1);
});

test('A command that makes a database says so', async () => {
  const url = `sqlite:${join(folder, 'new.db')}`;
  const { stderr } = await runCommand(['keys', 'list'], { ...database, url });
  expect(stderr).toContain(`Database  ${join(folder, 'new.db')} (new)\n`);
});

describe('An import refuses at once', () => {
  test.each([
    ['export.xml', '<?xml version="1.0"?>\n<rss version="2.0">\n</rss>\n', 'imported with --from wxr'],
    ['export.rss', '\ufeff<rss version="2.0">\n</rss>\n', 'imported with --from wxr'],
    ['ghost.json', '{"db":[{"data":{"posts":[]}}]}\n', 'imported with --from ghost'],
    ['notes.md', '# Notes\n'.repeat(500), 'no file with one article a line'],
  ])('%s', async (name, content, message) => {
    const { code, stderr } = await cli('import', fileOf(name, content), '--dry-run');
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)]);
    expect(stderr).toBe(`${stderr.trim().split('\n').at(-1) ?? ''}\n`);
  });

  test('but not a file whose lines are wrong here and there', async () => {
    const lines = ['{broken', ...Array.from({ length: 20 }, (_, n) => (n % 2 ? '{' : `{"headline":"${n}"}`))];
    const { stderr } = await cli('import', fileOf('lines.jsonl', lines.join('\n')), '--dry-run');
    expect(stderr.match(/^line \d+ /gm)).toHaveLength(21);
  });
});

test('Help of a command that there is not says so', async () => {
  const { code, stderr } = await cli('help', 'kyes');
  expect([code, stderr]).toEqual([1, expect.stringContaining('Unknown command "kyes". Did you mean keys?')]);
  expect((await cli('help', 'keys')).stdout).toContain('Usage: npm run cli -- keys');
  for (const words of [
    ['help', 'keys', 'craete'],
    ['keys', 'help', 'craete'],
  ]) {
    const { code, stderr } = await cli(...words);
    expect([code, stderr]).toEqual([1, expect.stringContaining('"craete". Did you mean create?')]);
  }
  for (const words of [
    ['help', 'keys', 'create'],
    ['keys', 'help', 'create'],
  ])
    expect((await cli(...words)).stdout).toContain('Usage: npm run cli -- keys create');
});

test('An option that npm has kept for itself is told, and the command does not run', async () => {
  const more = { npm_config_remove: 'true' };
  const taken = await runCommand(['demo'], database, more);
  expect(taken).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'npm has taken --remove for an option of its own. Write two dashes before the command: npm run cli -- demo --remove\n',
  });
  const { stderr } = await runCommand(['keys', 'create', '1'], database, { npm_config_author: 'true' });
  expect(stderr).toBe(
    'npm has taken --author for an option of its own. Write two dashes before the command: npm run cli -- keys create --author\n',
  );
  const { stdout } = await runCommand(['demo', '--remove'], database, more);
  expect(stdout).toBe('There is no demonstration on this site.\n');
});

test('Variables with misspelt names are told', async () => {
  const { stderr } = await runCommand(['keys', 'list'], database, { STORAGE_URI: folder });
  expect(stderr).toMatch(/^Warning: STORAGE_URI is not read; did you mean STORAGE_URL\?\nDatabase /);
});

test('An import tells fields that are ignored', async () => {
  const lines = ['a', 'b'].map(
    (id) => `{"provider_post_id":"ignored-${id}","headline":"T","bodyy":"<p>x</p>","byline":""}`,
  );
  const { stdout, stderr } = await cli('import', fileOf('ignored.jsonl', lines.join('\n')), '--dry-run');
  expect(stderr).toContain('\nbodyy: there is no such field; did you mean body? (2 lines)\n');
  expect(stdout).toContain('2 would be imported');
});

test('A file where a folder is needed is told', async () => {
  const file = fileOf('a-file', '');
  const { code, stderr } = await cli('backup', file);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`${file} is no folder.`)]);
});

test('The variable whose folder is a file is told, and nothing else', async () => {
  const file = fileOf('data', '');
  const { code, stderr } = await runCommand(['keys', 'list'], database, { DATA_DIR: file });
  const [, ...lines] = stderr.split('\n');
  expect([code, lines]).toEqual([
    1,
    ['The environment has faults:', `  - DATA_DIR: ${file} is no folder`, ''],
  ]);
});

test.each([['keys', 'list'], ['migrate']])(
  'A database that is a folder is told at once (%s)',
  async (...parameters) => {
    const url = `sqlite:${folder}`;
    const { code, stderr } = await runCommand(parameters, { ...database, url });
    const fault = `  - DATABASE_URL: ${folder} is a folder; name a file in it`;
    const told = `Database  ${folder}\nThe environment has faults:\n${fault}\n`;
    expect([code, stderr]).toEqual([1, told]);
  },
);
