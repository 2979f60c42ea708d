import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { UnitOfWork } from '../../src/kernel/unit-of-work.js';
import { FileStorage } from '../../src/modules/storage/file-storage.js';
import { StorageAudit } from '../../src/modules/storage/storage-audit.js';
import { derivedKey, type NewFile, originalKey, BlobStore } from '../../src/modules/storage/blob-store.js';
import { TempFiles } from '../../src/modules/storage/temp-files.js';
import { Database } from '../../src/platform/database/database.js';
import type { TestDatabase } from '../support/database.js';
import { createMigratedDatabase } from '../support/migrated-database.js';
import { type Service, startService } from '../support/service.js';

const RUN_MS = 4000;
const CONTENTS = ['one', 'two', 'three'];

/** Two instances that share database and storage. */
let shared: TestDatabase;
let services: Service[];
beforeAll(async () => {
  shared = await createMigratedDatabase();
  services = [await startService({ database: shared }), await startService({ database: shared })];
  const [service] = services;
  await service?.app.get(Database).sources.writer.query(
    `CREATE TABLE pictures (id INTEGER NOT NULL PRIMARY KEY, hash VARCHAR(64) NOT NULL,
       FOREIGN KEY (hash) REFERENCES stored_files (hash))`,
  );
});
afterAll(async () => {
  for (const service of services) await service.stop();
  await shared.drop();
});

let lastId = 0;

/** Operations of one instance. */
class Instance {
  readonly database: Database;
  readonly unitOfWork: UnitOfWork;
  readonly storage: FileStorage;
  readonly files: BlobStore;
  private readonly workspace: TempFiles;
  private readonly audit: StorageAudit;
  private readonly pictures: { id: number; hash: string }[] = [];

  constructor({ app }: Service) {
    this.database = app.get(Database);
    this.unitOfWork = app.get<UnitOfWork>(UnitOfWork);
    this.storage = app.get<FileStorage>(FileStorage);
    this.files = app.get(BlobStore);
    this.workspace = app.get(TempFiles);
    this.audit = app.get(StorageAudit);
  }

  async keep(): Promise<void> {
    const content = CONTENTS[Math.floor(Math.random() * CONTENTS.length)] ?? '';
    const path = this.workspace.path();
    await writeFile(path, content);
    const hash = createHash('sha256').update(content).digest('hex');
    const file: NewFile = { hash, size: content.length, path, contentType: 'text/plain' };
    const id = ++lastId;
    await this.files.attach([file], async () => {
      await this.database.execute('INSERT INTO pictures (id, hash) VALUES (?, ?)', [id, hash]);
    });
    this.pictures.push({ id, hash });
    if (Math.random() < 0.2) await this.storage.put(derivedKey(hash, `${id % 5}.webp`), path, 'image/webp');
  }

  async drop(): Promise<void> {
    const picture = this.pictures.splice(Math.floor(Math.random() * this.pictures.length), 1)[0];
    if (!picture) return;
    await this.unitOfWork.run(async () => {
      await this.database.execute('DELETE FROM pictures WHERE id = ?', [picture.id]);
      await this.files.release(picture.hash);
    });
  }

  /** Drops nearly all, so that sweeps find files that nothing refers to. */
  async dropMany(): Promise<void> {
    while (this.pictures.length > 0) await this.drop();
  }

  async sweep(): Promise<void> {
    await this.files.collectGarbage(0);
  }

  async mend(): Promise<void> {
    await this.audit.run({ fix: true, onLost: (hash) => lost.push(`audit: ${hash}`) });
  }

  /** While a row is locked, nobody can drop it; so its file has to be there. */
  async look(): Promise<void> {
    await this.unitOfWork.run(async () => {
      const rows = await this.database.rows<{ id: number; hash: string }>(
        `SELECT id, hash FROM pictures ORDER BY id DESC LIMIT 2${this.database.forUpdate}`,
      );
      for (const { id, hash } of rows) {
        looked += 1;
        if ((await this.storage.size(originalKey(hash))) === null) lost.push(`picture ${id}: ${hash}`);
      }
    });
  }
}

let lost: string[] = [];
let looked = 0;

test('a row never refers to a file that is not there, and what nothing refers to goes', async () => {
  lost = [];
  const instances = services.map((service) => new Instance(service));
  const end = Date.now() + RUN_MS;
  const tally = new Map<string, number>();
  const loop = async (instance: Instance, verb: 'keep' | 'drop' | 'dropMany' | 'sweep' | 'mend' | 'look') => {
    while (Date.now() < end) {
      await instance[verb]();
      tally.set(verb, (tally.get(verb) ?? 0) + 1);
      await delay(Math.random() * 5);
    }
  };
  const verbs = ['keep', 'keep', 'drop', 'dropMany', 'sweep', 'look', 'mend'] as const;
  await Promise.all(instances.flatMap((instance) => verbs.map((verb) => loop(instance, verb))));
  expect(lost).toEqual([]);
  expect(looked).toBeGreaterThan(0);
  for (const verb of verbs) expect(tally.get(verb)).toBeGreaterThan(0);

  const [instance] = instances;
  if (!instance) return;
  await instance.mend();
  const { database, storage } = instance;
  const referred = await database.rows<{ hash: string }>('SELECT DISTINCT hash FROM pictures ORDER BY hash');
  const known = await database.rows<{ hash: string }>('SELECT hash FROM stored_files ORDER BY hash');
  expect(known).toEqual(referred);
  const stored: string[] = [];
  for await (const key of storage.list('originals/')) stored.push(key);
  expect(stored.sort()).toEqual(referred.map(({ hash }) => originalKey(hash)).sort());
});
