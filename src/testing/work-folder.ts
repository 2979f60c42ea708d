import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs work with a folder of its own, which is removed afterwards. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'content-contract-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs work with a file of its own. */
export function withFile<T>(content: string | Buffer, work: (path: string) => Promise<T>): Promise<T> {
  return inFolder(async (folder) => {
    const path = join(folder, 'file');
    await writeFile(path, content);
    return work(path);
  });
}
