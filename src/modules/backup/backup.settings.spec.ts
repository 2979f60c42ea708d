import { expect, test } from '@jest/globals';
import { parseSiteSettings } from '../site/site-settings-source.js';
import { BackupSettings, backupSettings } from './backup.settings.js';

const parse = (backup: object): BackupSettings =>
  parseSiteSettings({ backup }, 'site.json', { settings: [backupSettings], rights: {}, roles: {} }).of(
    BackupSettings,
  );

test('no backup is made by the clock unless a site says so', () => {
  expect(parse({})).toEqual({ every: null, folder: null, kept: 7 });
  expect(parse({ every: 24, folder: '/backups', kept: 30 })).toMatchObject({ every: 24, kept: 30 });
});

test('a schedule needs a folder, and whole hours', () => {
  expect(() => parse({ every: 24 })).toThrow('backup.folder: must be named where every is');
  for (const every of [0, -1, 1.5, 501]) expect(() => parse({ every, folder: 'x' })).toThrow('backup.every');
  expect(() => parse({ kept: 0 })).toThrow('backup.kept');
});
