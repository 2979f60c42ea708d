import { Command } from 'commander';

/** The command `backup`. It loads its code only when it runs. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('back up the whole site, database and files, into a new sub-folder, while it goes on')
    .argument('<folder>', 'folder of backups; files that the newest in it has are shared with it')
    .option('--json', 'print what was done as JSON', false)
    .action(async (folder: string, { json }: { json: boolean }) => {
      const { makeBackup } = await import('./make-backup.js');
      process.exitCode = (await makeBackup(folder, json)) ? 0 : 1;
    });
}

/** The command `restore`. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into an empty database and an empty storage')
    .argument('<backup>', 'sub-folder that "backup" has made')
    .option(
      '--verify',
      'restore into a scratch database, compare it and every file, touch nothing else',
      false,
    )
    .option('--json', 'with --verify: print the outcome as JSON', false)
    .action(async (backup: string, options: { verify: boolean; json: boolean }) => {
      if (options.verify) {
        const { verifyBackup } = await import('./verify-backup.js');
        process.exitCode = (await verifyBackup(backup, options.json)) ? 0 : 1;
        return;
      }
      const { restoreBackup } = await import('./restore-backup.js');
      process.exitCode = (await restoreBackup(backup)) ? 0 : 1;
    });
}
