import { MEGABYTE } from '../../kernel/units.js';
import { COMMAND_CALL } from '../../platform/config/command-call.js';
import { type StorageFindings, StorageAudit } from '../../modules/storage/storage-audit.js';
import { originalKey } from '../../modules/storage/blob-store.js';
import { Fault } from './fault.js';
import { withApplication } from '../context.js';

/**
 * Compares the table of files with the storage.
 * @param print is given a line for every file that is lost
 * @returns what there is
 */
export function auditFiles(
  { fix, removeUnknown: removesForeign }: { readonly fix: boolean; readonly removeUnknown: boolean },
  print: (line: string) => void,
): Promise<string> {
  return withApplication(async (app) => {
    const progress = new Progress();
    const findings = await app.get(StorageAudit).run({
      fix,
      removesForeign,
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
    if (findings.isForeign)
      throw new Fault(
        describe(findings, fix),
        `See that DATABASE_URL, DATA_DIR and STORAGE_URL belong together. If they do, "${COMMAND_CALL} doctor --fix --remove-unknown" removes these files.`,
      );
    return describe(findings, fix);
  });
}

function describe(findings: StorageFindings, fix: boolean): string {
  const { files, bytes, released, unknown, temporary, isForeign } = findings;
  const known = `${files} with ${(bytes / MEGABYTE).toFixed(1)} MB`;
  const leftovers = Object.entries({ released, unknown: isForeign ? 0 : unknown, temporary }).flatMap(
    ([kind, count]) => (count > 0 ? `${count} ${kind}` : []),
  );
  return [
    known,
    ...(leftovers.length > 0 ? [`${fix ? 'removed' : '--fix removes'} ${leftovers.join(', ')}`] : []),
    ...(isForeign ? [`${unknown} unknown, which may be those of another database, are left alone`] : []),
  ].join('; ');
}

/** A line of a terminal that counts. */
class Progress {
  private isShown = false;

  show(files: number): void {
    if (!process.stderr.isTTY) return;
    process.stderr.write(`\rLooked at ${files} files `);
    this.isShown = true;
  }

  end(): void {
    if (this.isShown) process.stderr.write('\r\u001B[K');
    this.isShown = false;
  }
}
