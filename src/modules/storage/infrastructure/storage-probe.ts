import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import type { FileStorage } from '../file-storage.js';
import type { TempFiles } from '../temp-files.js';

/**
 * Writes a small file, reads it back and removes it.
 * @throws Error when it comes back different, or not at all
 */
export async function probeStorage(storage: FileStorage, tempFiles: TempFiles): Promise<void> {
  const key = `checks/${randomBytes(12).toString('hex')}`;
  const bytes = randomBytes(1000);
  const path = tempFiles.path();
  try {
    await writeFile(path, bytes);
    await storage.put(key, path, 'application/octet-stream');
    const back = await buffer(await storage.open(key));
    if (!back.equals(bytes)) throw new Error('A file has come back different from how it was written.');
  } finally {
    await rm(path, { force: true });
    await storage.remove(key);
  }
}
