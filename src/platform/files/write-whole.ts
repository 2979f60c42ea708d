import { rename, writeFile } from 'node:fs/promises';

/** Writes a text file that only its owner may read: others see all of it, or what was there before. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const draft = `${path}.part`;
  await writeFile(draft, text, { mode: 0o600, flush: true });
  await rename(draft, path);
}
