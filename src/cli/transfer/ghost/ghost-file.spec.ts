import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { type GhostRow, ghostRows } from './ghost-file.js';

const folder = mkdtempSync(join(tmpdir(), 'ghost-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

async function read(content: string | Buffer, ...tables: string[]): Promise<GhostRow[]> {
  const file = join(folder, 'export.json');
  writeFileSync(file, content);
  const rows: GhostRow[] = [];
  for await (const row of ghostRows(file, new Set(tables.length > 0 ? tables : ['posts']))) rows.push(row);
  return rows;
}

const failure = (content: string | Buffer) =>
  read(content).then(
    () => null,
    (error: unknown) => (error as Error).message,
  );

describe('A file', () => {
  test.each([
    ['', 'not whole or not valid JSON'],
    ['<rss/>', 'not whole or not valid JSON'],
    ['[]', 'is not an export of Ghost'],
    ['{"db":[]}', 'is not an export of Ghost'],
    ['{"posts":[{"id":"1"}]}', 'is not an export of Ghost'],
    ['{"db":[{"data":{"posts":[{"id":"1"}]', 'not whole or not valid JSON'],
    ['{"db":[{"data":{"posts":[]}}]} more', 'not whole or not valid JSON'],
    ['['.repeat(500), 'nested too deep'],
  ])('%j is refused: %s', async (content, message) => {
    expect(await failure(content)).toContain(message);
  });

  test('that is not in UTF-8 is refused', async () => {
    expect(await failure(Buffer.from('{"db":[{"data":{"posts":[{"id":"é"}]}}]}', 'latin1'))).toContain(
      'UTF-8',
    );
  });

  test('with a text that is too long to be held is refused', async () => {
    expect(await failure(`{"db":[{"data":{"posts":[{"html":"${'x'.repeat(65_000_000)}`)).toContain(
      'too long',
    );
  });
});

test('rows of the tables that are wanted are read, with or without "db"', async () => {
  const data = { users: [{ id: 'u' }], posts: [{ id: 1, nested: { a: [1, { b: null }] } }, { id: 2 }] };
  for (const file of [{ db: [{ meta: { posts: [{ id: 9 }] }, data }] }, { data }]) {
    expect(await read(JSON.stringify(file))).toEqual(data.posts.map((row) => ({ table: 'posts', row })));
    expect(await read(JSON.stringify(file), 'users')).toEqual([{ table: 'users', row: { id: 'u' } }]);
  }
});

test('a row that names its prototype has that as a field', async () => {
  const [one] = await read('{"data":{"posts":[{"__proto__":{"id":"x"},"id":"y"}]}}');
  expect(one?.row.id).toBe('y');
  expect(({} as { id?: string }).id).toBeUndefined();
});
