import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { FileStorage } from '../../src/modules/storage/file-storage.js';
import { DiskFileStorage } from '../../src/modules/storage/infrastructure/disk-file-storage.js';
import { StorageAudit } from '../../src/modules/storage/storage-audit.js';
import { originalKey } from '../../src/modules/storage/blob-store.js';
import { TempFiles } from '../../src/modules/storage/temp-files.js';
import { Database } from '../../src/platform/database/database.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { startService } from '../support/service.js';

const OTHER_DISK = ['/dev/shm', '/tmp', '/var/tmp'].find(
  (folder) => existsSync(folder) && statSync(folder).dev !== statSync(tmpdir()).dev,
);

/**
 * Starts two instances that store, drop and sweep, and kills them in the middle of it.
 * @returns what they printed
 */
async function workAndDie(database: TestDatabase, storageUrl: string): Promise<string> {
  let printed = '';
  const children = [1, 2].map(() => {
    const child = spawn(process.execPath, ['test/support/storage-worker.mjs'], {
      env: {
        DATABASE_URL: database.url,
        DATA_DIR: database.folder,
        STORAGE_URL: storageUrl,
        LOG_LEVEL: 'silent',
        SCHEDULER: 'off',
      },
    });
    child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString()));
    return child;
  });
  await Promise.all(children.map((child) => once(child.stdout, 'data')));
  for (const child of children) {
    await delay(300 + Math.random() * 500);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  }
  return printed;
}

test.each([
  ['the same disk', tmpdir(), 2],
  ['another disk', OTHER_DISK ?? tmpdir(), 1],
])(
  'a kill at any moment leaves no row without its file, with storage on %s',
  async (_name, parent, rounds) => {
    const database = await createMigratedDatabase();
    const folder = mkdtempSync(join(parent, 'content-files-'));
    const adapter = {
      provide: FileStorage,
      useFactory: (workspace: TempFiles) => new DiskFileStorage(folder, workspace),
      inject: [TempFiles],
    };
    const service = await startService({ database, extension: { adapters: [adapter] } });
    const { app } = service;
    try {
      await app.get(Database).sources.writer.query(
        `CREATE TABLE pictures (id BIGINT NOT NULL PRIMARY KEY, hash VARCHAR(64) NOT NULL,
         FOREIGN KEY (hash) REFERENCES stored_files (hash))`,
      );
      for (let round = 0; round < rounds; round++)
        expect(await workAndDie(database, `file:${folder}`)).toBe('ready\nready\n');

      const lost: string[] = [];
      const findings = await app.get(StorageAudit).run({ fix: true, onLost: (hash) => lost.push(hash) });
      expect(lost).toEqual([]);
      // Without any the kills would have shown nothing.
      expect(findings.files).toBeGreaterThan(0);
      const rows = await app
        .get(Database)
        .rows<{ hash: string }>('SELECT DISTINCT hash FROM pictures ORDER BY hash');
      const storage = app.get<FileStorage>(FileStorage);
      for (const { hash } of rows) {
        const sum = createHash('sha256');
        for await (const chunk of await storage.open(originalKey(hash))) sum.update(chunk);
        expect(sum.digest('hex')).toBe(hash);
      }
      const stored: string[] = [];
      for await (const key of storage.list('originals/')) stored.push(key);
      expect(stored.sort()).toEqual(rows.map(({ hash }) => originalKey(hash)));
      expect(await readdir(app.get(TempFiles).folder)).toEqual([]);
      expect(await readdir(join(folder, '~incoming')).catch(() => [])).toEqual([]);
    } finally {
      await service.stop();
      await database.drop();
      rmSync(folder, { recursive: true });
    }
  },
);
