import { MEGABYTE } from '../../kernel/units.js';
import { type StorageFindings, StorageAudit } from '../../modules/storage/storage-audit.js';
import { originalKey } from '../../modules/storage/blob-store.js';
import { Fault } from './fault.js';
import { print, withApplication } from '../context.js';

/**
 * Compares the table of files with the storage.
 * @returns what there is; every file that is lost is printed
 */
export function auditFiles(fix: boolean): Promise<string> {
  return withApplication(async (app) => {
    const progress = new Progress();
    const findings = await app.get(StorageAudit).run({
      fix,
      onLost: (hash) => {
        progress.end();
        print(`✗ lost         ${originalKey(hash)}`);
      },
      onProgress: (files) => {
        progress.show(files);
      },
    });
    progress.end();
    if (findings.lost > 0)
      throw new Fault(
        `${describe(findings, fix)}; ${findings.lost} lost, or not whole`,
        'Copy each from a backup to the key that is shown, or upload it again.',
      );
    return describe(findings, fix);
  });
}

function describe({ files, bytes, released, unknown, temporary }: StorageFindings, fix: boolean): string {
  const leftovers = { released, unknown, temporary };
  const parts = Object.entries(leftovers).flatMap(([kind, count]) => (count > 0 ? `${count} ${kind}` : []));
  const known = `${files} with ${(bytes / MEGABYTE).toFixed(1)} MB`;
  if (parts.length === 0) return known;
  return fix ? `${known}; removed ${parts.join(', ')}` : `${known}; --fix removes ${parts.join(', ')}`;
}

/** A line of a terminal that counts. */
class Progress {
  private isShown = false;

  show(files: number): void {
    if (!process.stdout.isTTY) return;
    process.stdout.write(`\rLooked at ${files} files `);
    this.isShown = true;
  }

  end(): void {
    if (this.isShown) process.stdout.write('\r\u001B[K');
    this.isShown = false;
  }
}
