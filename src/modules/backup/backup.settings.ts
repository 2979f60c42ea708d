import type { SettingsOf } from '../site/site-declarations.js';

/** The settings `backup`: the schedule. */
export class BackupSettings {
  /** Hours from one backup to the next; null makes none. */
  readonly every!: number | null;
  /** Folder of backups, on the instance that makes one. */
  readonly folder!: string | null;
  /** Scheduled backups that are kept. */
  readonly kept!: number;
}

export const backupSettings: SettingsOf<BackupSettings> = {
  group: 'backup',
  type: BackupSettings,
  properties: {
    every: {
      type: ['integer', 'null'],
      minimum: 1,
      maximum: 500,
      default: null,
      description: 'hours from one backup to the next; null makes none by the clock',
    },
    folder: {
      type: ['string', 'null'],
      minLength: 1,
      default: null,
      description: 'folder that backups are made in by the clock; all instances that schedule reach it',
    },
    kept: {
      type: 'integer',
      minimum: 1,
      maximum: 1000,
      default: 7,
      description: 'scheduled backups that are kept; older ones go when a newer one is complete',
    },
  },
  faultsOf: ({ every, folder }) =>
    every !== null && folder === null ? ['folder: must be named where every is'] : [],
};
