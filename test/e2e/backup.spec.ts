import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { BackupsService } from '../../src/modules/backup/backups.service.js';
import { readManifest } from '../../src/modules/backup/contents/manifest.js';
import { BlobStore } from '../../src/modules/storage/blob-store.js';
import { FileStorage } from '../../src/modules/storage/file-storage.js';
import { backUp, filesIn, runOnSite, startBackedUpSite } from '../support/backups.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { DOCUMENTS_PATH } from '../support/document-uploads.js';
import { selected } from '../support/hostile-table.js';
import { BASE_URL, type Service } from '../support/service.js';

// Each command starts the whole application.
jest.setTimeout(300_000);

let source: Service;
let backups: string;
let backup: string;
let target: TestDatabase;

beforeAll(async () => {
  ({ source, backups, backup } = await startBackedUpSite());
  target = createTestDatabase();
});
afterAll(async () => {
  await source.stop();
  await target.drop();
});

describe('A backup', () => {
  test('is complete by its manifest, and for its owner alone', async () => {
    const manifest = await readManifest(backup);
    expect(manifest).toMatchObject({
      format: 'content-publishing-service/backup',
      version: 1,
      madeBy: 'command',
      site: { url: BASE_URL },
      files: { count: 2, lost: [] },
      lastMigration: expect.stringMatching(/\d{13}$/),
    });
    expect(manifest.tables.find(({ name }) => name === 'api_keys')).toMatchObject({ rows: 1 });
    const modes = readdirSync(backup, { recursive: true, withFileTypes: true }).map((one) => {
      const { mode } = statSync(join(one.parentPath, one.name));
      return [one.isDirectory(), (mode & 0o777).toString(8)].join();
    });
    expect(new Set(modes)).toEqual(new Set(['true,700', 'false,600']));
    expect(readdirSync(backup).sort()).toEqual(['database', 'files', 'manifest.json']);
  });

  test('shares the files of the former one, and tells so', async () => {
    const folder = join(source.database.folder, 'shared');
    const first = await backUp(source, folder);
    const { stdout } = await runOnSite(source.database, 'backup', folder, '--json');
    const made = JSON.parse(stdout) as { folder: string; files: object };
    expect(made.files).toMatchObject({ count: 2, copied: 0, lost: [] });
    const inodes = [first, made.folder].map((one) => filesIn(one).map((file) => statSync(file).ino));
    expect(inodes[0]).toEqual(inodes[1]);
    rmSync(first, { recursive: true });
    expect((await runOnSite(source.database, 'restore', made.folder, '--verify')).code).toBe(0);
  });

  test('is of one time, whatever is written while it is made', async () => {
    const writing = new AbortController();
    let written = 0;
    const writers = Array.from({ length: 8 }, async () => {
      while (!writing.signal.aborted) {
        const { status } = await source.post('/api/1.3/drafts', { headline: 'Written meanwhile' });
        // A machine that is busy refuses some.
        expect([200, 503]).toContain(status);
        if (status === 200) written += 1;
      }
    });
    const { path } = await source.app
      .get(BackupsService)
      .make(join(source.database.folder, 'busy'), 'command', {
        stopping: new AbortController().signal,
        onProgress: () => undefined,
      });
    writing.abort();
    await Promise.all(writers);
    expect(written).toBeGreaterThan(0);
    expect((await runOnSite(target, 'restore', path)).code).toBe(0);
    // An article and its event are written in one transaction.
    const [left] = await selected<{ articles: number; orphans: number }>(
      target,
      `SELECT (SELECT COUNT(*) FROM articles WHERE headline = 'Written meanwhile') AS articles,
              (SELECT COUNT(*) FROM articles a WHERE NOT EXISTS
                (SELECT 1 FROM events e WHERE e.resource = 'article' AND e.resource_id = a.id AND e.version = a.version)) AS orphans`,
    );
    expect(left?.articles).toBeLessThanOrEqual(written);
    expect(left?.orphans).toBe(0);
  });

  test('names a file that the site has lost, and one that is damaged, and ends with 1', async () => {
    const storage = source.app.get<FileStorage>(FileStorage);
    const keys: string[] = [];
    for await (const key of storage.list('originals/')) keys.push(key);
    const [lost = '', damaged = ''] = keys.sort();
    const paths = [lost, damaged].map((key) => join(source.database.folder, 'files', key));
    const [lostBytes, bytes] = paths.map((path) => readFileSync(path));
    const changed = Buffer.from(bytes ?? []);
    changed[0] = 0xff ^ (changed[0] ?? 0);
    rmSync(paths[0] ?? '');
    rmSync(paths[1] ?? '');
    writeFileSync(paths[1] ?? '', changed);
    try {
      const into = join(source.database.folder, 'lossy');
      const { code, stderr } = await runOnSite(source.database, 'backup', into);
      expect(code).toBe(1);
      expect(stderr).toContain(`The file ${lost.slice(-64)} is missing`);
      expect(stderr).toContain(`The file ${damaged.slice(-64)} is damaged`);
      const made = join(into, readdirSync(into)[0] ?? '');
      expect((await readManifest(made)).files).toMatchObject({ count: 0, lost: [{}, {}] });
      const verified = await runOnSite(source.database, 'restore', made, '--verify');
      expect(verified).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('when the backup was made'),
      });
      // The former backup has them: a copy of it is as good.
      const again = await runOnSite(source.database, 'backup', backups);
      expect(again.code).toBe(0);
    } finally {
      paths.forEach((path, index) => {
        rmSync(path, { force: true });
        writeFileSync(path, [lostBytes, bytes][index] ?? '');
      });
    }
  });

  test('has the files that its database needs, which are removed meanwhile', async () => {
    const uploaded = await source.post(DOCUMENTS_PATH).attach('file', Buffer.from('soon,gone\n'), 'gone.csv');
    const id = /\[cms-document-\w+ (\d+)/.exec(JSON.stringify(uploaded.body))?.[1] ?? '';
    const storage = source.app.get<FileStorage>(FileStorage);
    const blobs = source.app.get(BlobStore);
    const open = storage.open.bind(storage);
    let collected: number | null = null;
    storage.open = async (...parameters) => {
      if (collected === null) {
        collected = -1;
        await source.delete(`/api/1.3/documents/${id}`).expect(200);
        // As "doctor --fix" does: at once.
        collected = await blobs.collectGarbage(0);
      }
      return open(...parameters);
    };
    const { manifest } = await source.app
      .get(BackupsService)
      .make(join(source.database.folder, 'collected'), 'command', {
        stopping: new AbortController().signal,
        onProgress: () => undefined,
      });
    storage.open = open;
    expect({ collected, ...manifest.files }).toMatchObject({ collected: 0, count: 3, lost: [] });
    expect(await blobs.collectGarbage(0)).toBe(1);
  });
});
