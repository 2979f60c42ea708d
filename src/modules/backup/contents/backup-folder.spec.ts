import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { BackupFolder } from './backup-folder.js';
import { type Manifest, writeManifest } from './manifest.js';

const SITE = 'https://site.example';

let path: string;
let folder: BackupFolder;
beforeEach(() => {
  path = mkdtempSync(join(tmpdir(), 'backups-'));
  folder = new BackupFolder(path);
});
afterEach(() => {
  rmSync(path, { recursive: true });
});

async function made(
  day: number,
  { madeBy = 'schedule', site = SITE, isComplete = true } = {},
): Promise<string> {
  const takenAt = `2026-01-0${day}T00:00:00.000Z`;
  const name = `${madeBy === 'schedule' ? 'scheduled' : 'backup'}-${takenAt.replaceAll(/[:.]/g, '-')}`;
  mkdirSync(join(path, name));
  if (isComplete)
    await writeManifest(join(path, name), {
      format: 'content-publishing-service/backup',
      ...{ version: 1, takenAt, madeBy, site: { url: site } },
    } as unknown as Manifest);
  else writeFileSync(join(path, name, 'begun.json'), JSON.stringify({ site }));
  return name;
}

test('scheduled backups beyond a number go, the oldest first', async () => {
  const names = [];
  for (const day of [1, 2, 3, 4]) names.push(await made(day));
  expect(await folder.prune(SITE, 2)).toBe(2);
  expect(readdirSync(path).sort()).toEqual(names.slice(2));
  expect(await folder.prune(SITE, 2)).toBe(0);
});

test('what was cut off goes when a newer one is complete, and not before', async () => {
  await made(1, { isComplete: false });
  const running = await made(3, { isComplete: false });
  expect(await folder.prune(SITE, 1)).toBe(0);
  const complete = await made(2);
  expect(await folder.prune(SITE, 1)).toBe(1);
  expect(readdirSync(path).sort()).toEqual([complete, running]);
});

test('backups made by hand, of another site, damaged ones and what is none stay', async () => {
  const stay = [
    await made(1, { madeBy: 'command' }),
    await made(2, { site: 'https://other.example' }),
    await made(3, { site: 'https://other.example', isComplete: false }),
    'scheduled-plans',
  ];
  mkdirSync(join(path, 'scheduled-plans'));
  const damaged = await made(4);
  writeFileSync(join(path, damaged, 'manifest.json'), '{');
  const [, kept] = [await made(5), await made(6)];
  expect(await folder.prune(SITE, 1)).toBe(1);
  expect(readdirSync(path).sort()).toEqual([...stay, damaged, kept].sort());
});

test('a removal that was cut off is ended by the next one', async () => {
  const name = `${await made(1)}.removed`;
  mkdirSync(join(path, name));
  await folder.prune(SITE, 1);
  expect(existsSync(join(path, name))).toBe(false);
});
