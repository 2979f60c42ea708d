import { existsSync } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { originalKey } from '../../src/modules/storage/blob-store.js';
import { closeDataSources, openDataSources } from '../../src/platform/database/data-sources.js';
import { runCommand } from '../support/command-line.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { eventually } from '../support/eventually.js';
import { sha256 } from '../support/document-uploads.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { killLeftovers, run, startProcess } from '../support/process.js';
import { type S3Server, startS3Server } from '../support/s3.js';

const HASH = 'ab'.repeat(32);
const OTHER_HASH = 'cd'.repeat(32);

// Each test runs several processes, one after the other.
let database: TestDatabase;
beforeEach(async () => {
  database = await createMigratedDatabase();
});
afterEach(() => database.drop());
afterAll(killLeftovers);

const doctor = (more: NodeJS.ProcessEnv = {}, ...options: string[]) =>
  runCommand(['doctor', ...options], database, more);
const line = (stdout: string, what: string) =>
  stdout.split('\n').find((text) => text.slice(2).startsWith(what)) ?? stdout;

async function write(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, 'content');
}

async function query(statement: string): Promise<void> {
  const sources = await openDataSources(database.url, { poolSize: 1, entities: [] });
  await sources.writer.query(statement);
  await closeDataSources(sources);
}

describe('the doctor', () => {
  test('examines files only of a database that is well', async () => {
    await database.drop();
    database = createTestDatabase();
    const { code, stdout } = await doctor();
    expect(code).toBe(1);
    expect(line(stdout, 'storage')).toBe(`✓ storage      files in ${database.folder}/files`);
    expect(line(stdout, 'files')).toBe('✗ files        not examined: mend the above first');
  });

  test('names files that nothing needs, and removes them when it is asked to', async () => {
    const original = join(database.folder, 'files', originalKey(HASH));
    await write(original);
    await write(join(database.folder, 'tmp', `other-host_1_${'0'.repeat(16)}_${'0'.repeat(24)}`));
    await query(`INSERT INTO stored_files (hash, size, released_ts) VALUES ('${OTHER_HASH}', 5, 7)`);
    const before = await doctor();
    expect(line(before.stdout, 'files')).toBe(
      '✓ files        1 with 0.0 MB; --fix removes 1 released, 1 unknown',
    );
    expect([before.code, existsSync(original)]).toEqual([0, true]);
    const fixed = await doctor({}, '--fix');
    expect(line(fixed.stdout, 'files')).toBe('✓ files        1 with 0.0 MB; removed 1 released, 1 unknown');
    expect([fixed.code, existsSync(original)]).toEqual([0, false]);
    expect(await readdir(join(database.folder, 'tmp'))).toHaveLength(1);
    expect(line((await doctor()).stdout, 'files')).toBe('✓ files        0 with 0.0 MB');
  });

  test('leaves files alone of which the database knows none', async () => {
    const original = join(database.folder, 'files', originalKey(HASH));
    await write(original);
    for (const options of [[], ['--fix']]) {
      const { code, stdout } = await doctor({}, ...options);
      expect([code, line(stdout, 'files')]).toEqual([
        1,

        '✗ files        0 with 0.0 MB; 1 unknown, which may be those of another database, are left alone',
      ]);
    }
    expect(existsSync(original)).toBe(true);
    const { code, stdout } = await doctor({}, '--fix', '--remove-unknown');
    expect([code, line(stdout, 'files')]).toEqual([0, '✓ files        0 with 0.0 MB; removed 1 unknown']);
    expect(existsSync(original)).toBe(false);
  });

  test('leaves files alone of which most are unknown, also where its own are lost', async () => {
    await query(`INSERT INTO stored_files (hash, size) VALUES ('${OTHER_HASH}', 5)`);
    const hashes = Array.from({ length: 101 }, (_, index) => sha256(Buffer.from(`${index}`)));
    for (const hash of hashes) await write(join(database.folder, 'files', originalKey(hash)));
    const { code, stdout } = await doctor({}, '--fix');
    expect([code, line(stdout, 'files')]).toEqual([
      1,
      '✗ files        1 with 0.0 MB; 101 unknown, which may be those of another database, are left alone; 1 lost, or not whole',
    ]);
    for (const hash of hashes)
      expect(existsSync(join(database.folder, 'files', originalKey(hash)))).toBe(true);
  });

  test('names files that are lost, and ends with 1', async () => {
    await query(`INSERT INTO stored_files (hash, size) VALUES ('${HASH}', 7), ('${OTHER_HASH}', 5)`);
    await write(join(database.folder, 'files', originalKey(HASH)));
    for (const options of [[], ['--fix']]) {
      const { code, stdout } = await doctor({}, ...options);
      expect(code).toBe(1);
      expect(line(stdout, 'lost')).toBe(`✗ lost         ${originalKey(OTHER_HASH)}`);
      expect(line(stdout, 'files')).toBe('✗ files        2 with 0.0 MB; 1 lost, or not whole');
    }
  });
});

describe('a bucket', () => {
  let s3: S3Server;
  beforeEach(async () => {
    s3 = await startS3Server();
  });
  afterEach(() => s3.stop());

  test('is where the service keeps its files, and readiness tells whether it is there', async () => {
    const environment = { STORAGE_URL: s3.url, ...s3.credentials };
    const service = await startProcess(database, environment);
    const health = async () => {
      const answer = await fetch(`${service.url}/health/ready`);
      return [answer.status, await answer.json()];
    };
    const checks = { database: 'up', migrations: 'up' };
    expect(await health()).toEqual([200, { status: 'ok', checks: { ...checks, storage: 'up' } }]);

    const { code, stdout } = await doctor(environment, '--fix');
    expect(line(stdout, 'storage')).toBe(`✓ storage      files in s3://test-files/site/ at ${s3.endpoint}`);
    expect(line(stdout, 'files')).toBe('✓ files        0 with 0.0 MB');
    expect([code, stdout.includes('S3RVER')]).toEqual([0, false]);

    s3.pause();
    const failing = [503, { status: 'failing', checks: { ...checks, storage: 'down' } }];
    expect(await eventually(health, failing)).toEqual(failing);
    // The log is written beside the answers.
    expect(await eventually(() => service.output().includes('storage is down'), true)).toBe(true);
    expect(await service.end('SIGTERM')).toBe(0);
  });

  test('that is missing, or not to be entered, is found by the doctor', async () => {
    const other = await doctor({ STORAGE_URL: s3.url.replace('test-files', 'other'), ...s3.credentials });
    expect(line(other.stdout, 'storage')).toMatch(/^✗ storage {6}.*bucket/);
    expect(other.code).toBe(1);
    const wrong = await doctor({ STORAGE_URL: s3.url, ...s3.credentials, AWS_ACCESS_KEY_ID: 'hunter2' });
    expect(line(wrong.stdout, 'storage')).toMatch(/^✗ storage {6}.*Access Key/);
    expect(wrong.stdout).not.toContain('hunter2');
    const away = await doctor({ STORAGE_URL: 's3://bucket?endpoint=http://127.0.0.1:1', ...s3.credentials });
    expect(line(away.stdout, 'storage')).toBe('✗ storage      connect ECONNREFUSED 127.0.0.1:1');
  });
});

test.each([
  ['s3://user:secret@bucket', 'STORAGE_URL must hold no credentials'],
  ['s3://bucket', 'STORAGE_URL: Region is missing'],
  ['file:/dev/null/files', 'STORAGE_URL: /dev/null/files is no folder'],
])('%s stops the start', async (STORAGE_URL, message) => {
  const { code, stderr } = await run('main.js', [], database, { STORAGE_URL, AWS_CONFIG_FILE: '/dev/null' });
  expect(code).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toContain('secret');
});
