// Stores, drops and sweeps files until it is killed. Run by
// test/e2e/storage-kills.spec.ts, with dist/ compiled.
import { createHash, randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { enableCompileCache } from 'node:module';
import { setImmediate } from 'node:timers/promises';

enableCompileCache();
const { NestFactory } = await import('@nestjs/core');
const load = (path) => import(`${process.cwd()}/dist/${path}`);
const { AppModule } = await load('app.module.js');
const { UnitOfWork } = await load('kernel/unit-of-work.js');
const { Database } = await load('platform/database/database.js');
const { StorageAudit } = await load('modules/storage/storage-audit.js');
const { BlobStore } = await load('modules/storage/blob-store.js');
const { TempFiles } = await load('modules/storage/temp-files.js');

const app = await NestFactory.createApplicationContext(
  AppModule.extendedBy({ name: 'acme', compatibility: '*' }),
  {
    logger: false,
  },
);
const [unitOfWork, database, files, workspace, audit] = [
  UnitOfWork,
  Database,
  BlobStore,
  TempFiles,
  StorageAudit,
].map((token) => app.get(token));

const SHARED = ['one', 'two'].map((text) => Buffer.from(text.repeat(100_000)));
const pictures = [];
let count = 0;

async function keep() {
  count += 1;
  const content = count % 3 === 0 ? randomBytes(3_000_000) : SHARED[count % 2];
  const path = workspace.path();
  await writeFile(path, content);
  const hash = createHash('sha256').update(content).digest('hex');
  const id = process.pid * 10_000 + count;
  await files.attach([{ hash, size: content.length, path, contentType: 'image/png' }], () =>
    database.execute('INSERT INTO pictures (id, hash) VALUES (?, ?)', [id, hash]),
  );
  pictures.push({ id, hash });
  await rm(path);
}

async function drop() {
  if (pictures.length < 3) return;
  const { id, hash } = pictures.shift();
  await unitOfWork.run(async () => {
    await database.execute('DELETE FROM pictures WHERE id = ?', [id]);
    await files.release(hash);
  });
}

/** The embedded database answers at once: without a pause, nothing else would ever have its turn. */
const forEver = async (work) => {
  for (;;) {
    await work();
    await setImmediate();
  }
};
process.stdout.write('ready\n');
await Promise.all([
  forEver(keep),
  forEver(async () => {
    await drop();
    await files.collectGarbage(0);
  }),
  forEver(() => audit.run({ fix: true, onLost: (hash) => process.stdout.write(`lost ${hash}\n`) })),
]);
