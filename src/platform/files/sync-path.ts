import { open } from 'node:fs/promises';

/** File systems of a network that know no sync of folders answer by one of these. */
const UNKNOWN = new Set(['EINVAL', 'ENOTSUP']);

/**
 * Waits until a file, or what is listed in a folder, is on the disk.
 *
 * @throws Error of the operating system
 */
export async function syncPath(path: string): Promise<void> {
  const file = await open(path);
  try {
    await file.sync();
  } catch (error) {
    if (!UNKNOWN.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    await file.close();
  }
}
