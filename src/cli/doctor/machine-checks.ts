import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { MEGABYTE } from '../../kernel/units.js';
import { declarationsOf } from '../../extension/extension.js';
import { PermalinkSettings } from '../../modules/permalinks/permalink.settings.js';
import {
  FileSiteSettingsSource,
  type LoadedSettings,
  parseSiteSettings,
} from '../../modules/site/site-settings-source.js';
import { SiteSettings } from '../../modules/site/site.settings.js';
import { FileStorage } from '../../modules/storage/file-storage.js';
import type { Environment } from '../../platform/config/environment.js';
import { parseStorageUrl } from '../../platform/config/storage-location.js';
import { withStorage } from '../backup/command-storage.js';
import { currentExtension } from '../current-extension.js';
import { Fault, mendedBy } from './fault.js';

/** Room for some uploads that come at one time. */
const MIN_FREE_BYTES = 512 * MEGABYTE;

/** @throws SiteSettingsError */
export async function loadSettings(file: string | undefined): Promise<LoadedSettings> {
  const source = new FileSiteSettingsSource(file);
  return parseSiteSettings(source.load(), source.name, declarationsOf(await currentExtension()));
}

export function describeSettings({ SITE_SETTINGS }: Environment): Promise<string> {
  const mend =
    SITE_SETTINGS !== undefined && !existsSync(SITE_SETTINGS)
      ? 'Put the file there, or set SITE_SETTINGS to where it is.'
      : 'Correct the file; contract/site.schema.json has every setting.';
  return mendedBy(mend, async () => {
    const settings = await loadSettings(SITE_SETTINGS);
    const { name, timeZone, locale } = settings.of(SiteSettings);
    return `${name}, ${timeZone}, ${locale}, permalinks ${settings.of(PermalinkSettings).permalink}`;
  });
}

export async function checkStorage(environment: Environment): Promise<string> {
  const mend = (await hasOwnStorage())
    ? 'Check the storage of files that the extension provides.'
    : mendOfStorage(environment);
  return mendedBy(mend, () => withStorage(environment, (storage) => storage.check()));
}

function mendOfStorage({ STORAGE_URL, DATA_DIR }: Environment): string {
  const location = parseStorageUrl(STORAGE_URL);
  return location.kind === 's3'
    ? 'Check STORAGE_URL, the credentials, and that they may list, read, write and delete in the bucket.'
    : `Let the account of the service write to ${location.folder} and ${DATA_DIR}, or set STORAGE_URL and DATA_DIR.`;
}

/** Whether an extension keeps the files, whatever STORAGE_URL says. */
async function hasOwnStorage(): Promise<boolean> {
  const { adapters = [] } = await currentExtension();
  return adapters.some(({ provide }) => provide === FileStorage);
}

/** Whether there is room where the service writes. */
export async function checkDisks({ DATA_DIR, STORAGE_URL }: Environment): Promise<string> {
  const location = parseStorageUrl(STORAGE_URL);
  const isOnDisk = location.kind !== 's3' && !(await hasOwnStorage());
  const folders = [DATA_DIR, ...(isOnDisk ? [location.folder] : [])].filter(existsSync);
  return mendedBy('Let the account of the service read these folders.', async () => {
    const found = await Promise.all(
      folders.map(async (folder) => ({ folder, free: await freeBytes(folder) })),
    );
    const described = [...new Set(found.map(({ folder, free }) => `${megabytes(free)} free in ${folder}`))];
    if (found.some(({ free }) => free < MIN_FREE_BYTES))
      throw new Fault(
        `nearly full: ${described.join(', ')}`,
        'Make room, or move DATA_DIR and STORAGE_URL; on a full disk uploads and writes are answered with 507.',
      );
    return described.join(', ') || 'nothing has been written yet';
  });
}

async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / MEGABYTE)} MB`;
