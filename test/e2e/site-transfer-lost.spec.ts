import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import sharp from 'sharp';
import { originalKey } from '../../src/modules/storage/blob-store.js';
import { runCommand } from '../support/command-line.js';
import type { TestDatabase } from '../support/database.js';
import { sha256 } from '../support/document-uploads.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { uploaded } from '../support/picture-client.js';
import { BASE_URL, type Service, startService } from '../support/service.js';

let source: Service;
let folder: string;
let hash: string;
const targets: TestDatabase[] = [];

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: 'teal' } })
    .png()
    .toBuffer();

const cli = (database: TestDatabase, ...parameters: string[]) =>
  runCommand(parameters, database, { PUBLIC_BASE_URL: BASE_URL });

async function target(): Promise<TestDatabase> {
  const database = await createMigratedDatabase();
  targets.push(database);
  return database;
}

beforeAll(async () => {
  source = await startService();
  const [lost, kept] = [await picture(40, 30), await picture(30, 40)];
  const image = await uploaded(source, { name: 'lost.png', file: lost }, {});
  await uploaded(source, { name: 'kept.png', file: kept }, {});
  await source.post('/api/1.3/posts', { headline: 'Shown', image_id: image.id }).expect(200);
  hash = sha256(lost);
  rmSync(join(source.database.folder, 'files', originalKey(hash)));
  folder = join(source.database.folder, 'exported');
  const { code, stderr } = await cli(source.database, 'export', '--all', folder);
  expect([code, stderr]).toEqual([1, expect.stringContaining(`The file ${hash} is lost`)]);
});
afterAll(async () => {
  for (const database of targets) await database.drop();
  await source.stop();
});

test.each(['', '--remap'])('a site with a lost file is imported with what it has %s', async (option) => {
  const database = await target();
  const more = option === '' ? [] : [option];
  const tried = await cli(database, 'import', folder, '--dry-run', ...more);
  expect([tried.code, tried.stdout]).toEqual([0, expect.stringContaining('can be imported, with 1 files')]);
  const { code, stderr } = await cli(database, 'import', folder, ...more);
  expect([code, stderr]).toEqual([0, expect.stringContaining(`files/${hash} was lost before the export`)]);
  const { stdout } = await cli(database, 'doctor');
  expect(stdout).toContain(`✗ lost         ${originalKey(hash)}`);
  expect(stdout).toContain('1 lost, or not whole');
});

test('a file that the folder does not have, and the manifest not as lost, is a fault', async () => {
  const other = await startService();
  const file = await picture(50, 50);
  await uploaded(other, { name: 'a.png', file }, {});
  const cut = join(other.database.folder, 'exported');
  expect(await cli(other.database, 'export', '--all', cut)).toMatchObject({ code: 0 });
  rmSync(join(cut, 'files', sha256(file)));
  const { code, stderr } = await cli(await target(), 'import', cut, '--dry-run');
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`images.jsonl, line 1: hash: files/${sha256(file)} is not there`),
  ]);
  await other.stop();
});
