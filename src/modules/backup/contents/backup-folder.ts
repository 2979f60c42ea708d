import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { syncPath } from '../../../platform/files/sync-path.js';
import { type Manifest, readManifest } from './manifest.js';

/** `backup-2026-11-25T02-26-13-123Z`; those of the schedule begin with its name. */
const NAME = /^(backup|scheduled)-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;
/** Is in a backup that is being made: whose it is. */
const BEGUN = 'begun.json';
const REMOVING = '.removed';

/** A backup that is complete. */
export interface CompleteBackup {
  readonly path: string;
  readonly manifest: Manifest;
}

/** The folder with the backups of a site, a sub-folder each. Nobody but its owner may look into it. */
export class BackupFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  /** Makes the sub-folder of a backup. @returns its path */
  async begin(madeBy: Manifest['madeBy'], site: string): Promise<string> {
    await mkdir(this.path, { recursive: true, mode: 0o700 });
    const prefix = madeBy === 'schedule' ? 'scheduled' : 'backup';
    const path = join(this.path, `${prefix}-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`);
    await mkdir(path, { mode: 0o700 });
    await mkdir(join(path, 'database'), { mode: 0o700 });
    await mkdir(join(path, 'files'), { mode: 0o700 });
    await writeFile(join(path, BEGUN), JSON.stringify({ site }), { mode: 0o600 });
    return path;
  }

  /** Completes a backup, after its manifest is written. */
  async end(path: string): Promise<void> {
    await rm(join(path, BEGUN), { force: true });
    for (const folder of [path, this.path]) await syncPath(folder);
  }

  /** Complete backups, the newest first, without damaged manifests. */
  async list(): Promise<CompleteBackup[]> {
    const backups: CompleteBackup[] = [];
    for (const name of await this.names()) {
      const path = join(this.path, name);
      const manifest = await readManifest(path).catch(() => null);
      if (manifest) backups.push({ path, manifest });
    }
    return backups.sort((one, other) => (one.manifest.takenAt < other.manifest.takenAt ? 1 : -1));
  }

  /**
   * Removes scheduled backups of a site: complete ones beyond a number, and
   * what was cut off before the newest.
   *
   * @returns how many
   */
  async prune(site: string, kept: number): Promise<number> {
    const scheduled = (await this.list()).filter(
      ({ manifest }) => manifest.madeBy === 'schedule' && manifest.site.url === site,
    );
    const paths = scheduled.slice(kept).map(({ path }) => path);
    for (const name of await this.names()) {
      const path = join(this.path, name);
      const isOlder = scheduled[0] !== undefined && path < scheduled[0].path;
      if (name.startsWith('scheduled-') && isOlder && (await siteOf(path)) === site) paths.push(path);
    }
    for (const path of new Set(paths)) await remove(path);
    for (const name of await this.entries())
      if (name.startsWith('scheduled-') && name.endsWith(REMOVING))
        await rm(join(this.path, name), { recursive: true, force: true });
    return new Set(paths).size;
  }

  private async names(): Promise<string[]> {
    return (await this.entries()).filter((name) => NAME.test(name)).sort();
  }

  private entries(): Promise<string[]> {
    return readdir(this.path).catch(() => []);
  }
}

/** The site whose backup was begun there and is not complete. */
async function siteOf(path: string): Promise<string | null> {
  const file = await open(join(path, BEGUN)).catch(() => null);
  if (!file) return null;
  try {
    return (JSON.parse(await file.readFile('utf8')) as { site?: string }).site ?? null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

/** First of all it ceases to look like a backup. */
async function remove(path: string): Promise<void> {
  const removed = `${path}${REMOVING}`;
  await rename(path, removed);
  await rm(removed, { recursive: true, force: true });
}
