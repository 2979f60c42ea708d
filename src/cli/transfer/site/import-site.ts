import type { INestApplicationContext } from '@nestjs/common';
import { firstKeyNote } from '../../first-key-note.js';
import { ConflictError } from '../../../kernel/errors.js';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { AuditTrail } from '../../../modules/audit/audit-trail.js';
import { ImportLedger, type ImportRun } from '../../../modules/transfer/import-ledger.js';
import { SiteRecords } from '../../../modules/transfer/site-records.js';
import { declaredKinds } from '../../../modules/transfer/transfer-kind.js';
import { Database } from '../../../platform/database/database.js';
import { print, withApplication } from '../../context.js';
import { Administrator } from './administrator.js';
import { FolderCheck, type FolderFindings } from './folder-check.js';
import { ImportSteps, type ImportSum } from './import-steps.js';
import { type Manifest, readManifest } from './manifest.js';
import { Progress } from '../../progress/progress.js';
import { withSmallMemory } from './small-memory.js';

export interface SiteImportOptions {
  readonly dryRun: boolean;
  /** Whether records get new ids: for a site that is not empty. */
  readonly remap: boolean;
  readonly json: boolean;
}

/** Counts of an import, or of a dry run. */
interface Report {
  readonly state: 'imported' | 'imported before' | 'can be imported' | 'cannot be imported';
  /** Sums by name of the kind. */
  readonly records: Readonly<Record<string, ImportSum>>;
  readonly files: number;
  readonly faults: readonly string[];
  /** Hashes of files that the site had lost when it was exported. */
  readonly lost: readonly string[];
}

/**
 * Imports a folder that `export --all` has written. One that was cut off goes on where it was.
 *
 * @returns whether the site has all of it now (or could have, in a dry run)
 */
export async function importSite(folder: string, options: SiteImportOptions): Promise<boolean> {
  const { manifest, id } = await readManifest(folder);
  return withApplication(async (app) => {
    const report = await withSmallMemory(() => new SiteImport(app, folder, manifest, options).run(id));
    if (options.json) print(JSON.stringify(report, null, 2));
    else printReport(report);
    return report.state !== 'cannot be imported';
  });
}

class SiteImport {
  private readonly records: SiteRecords;
  private readonly ledger: ImportLedger;
  private readonly unitOfWork: UnitOfWork;
  private readonly progress = new Progress();

  constructor(
    private readonly app: INestApplicationContext,
    private readonly folder: string,
    private readonly manifest: Manifest,
    private readonly options: SiteImportOptions,
  ) {
    this.records = app.get<SiteRecords>(SiteRecords);
    this.ledger = app.get<ImportLedger>(ImportLedger);
    this.unitOfWork = app.get<UnitOfWork>(UnitOfWork);
  }

  async run(id: string): Promise<Report> {
    const known = await this.ledger.find(id);
    if (known?.isFinished) return this.report('imported before', new Map());
    await this.mustHaveRoom(known);
    const findings = await new FolderCheck(this.folder, this.manifest, this.records, this.progress).run();
    if (findings.faults.length > 0) return this.report('cannot be imported', new Map(), findings.faults);
    if (this.options.dryRun) {
      const sums = [...findings.counts].map(
        ([name, count]) => [name, { imported: count, already_there: 0 }] as const,
      );
      return this.report('can be imported', new Map(sums));
    }
    const begun = known ?? { id, remaps: this.options.remap, isFinished: false };
    const sums = await this.app.get(AuditTrail).recordAsOne('import', async () => {
      if (!known) await this.begin(begun, findings);
      return this.finish(begun);
    });
    return this.report('imported', sums);
  }

  private async finish({ id, remaps }: ImportRun): Promise<ReadonlyMap<string, ImportSum>> {
    const steps = new ImportSteps(this.app, { folder: this.folder, id, remaps, manifest: this.manifest });
    const sums = await steps.run(this.progress);
    await this.unitOfWork.run(async () => {
      await new Administrator(this.app.get(Database), id).bringBack();
      await this.ledger.finish(id);
    });
    return sums;
  }

  /** @throws ConflictError when the site is not one that this folder can be imported into */
  private async mustHaveRoom(known: ImportRun | null): Promise<void> {
    if (known) return;
    if (await this.ledger.hasUnfinished())
      throw new ConflictError(
        'import-unfinished',
        'The import of another folder was begun and is not finished: run it again first.',
      );
    if (!this.options.remap && !(await this.records.isEmpty()))
      throw new ConflictError(
        'site-not-empty',
        'The site is not empty: import into an empty one, or let all records get new ids with --remap.',
      );
  }

  private async begin(run: ImportRun, { highestIds }: FolderFindings): Promise<void> {
    const offsets = new Map<string, number>();
    const note = await firstKeyNote(this.app);
    if (note !== null) process.stderr.write(`${note}\n`);
    const author = (highestIds.get('authors') ?? 0) + 1;
    for (const kind of declaredKinds()) {
      if (kind.key !== undefined) continue;
      const highest = Math.max(highestIds.get(kind.name) ?? 0, kind.name === 'authors' ? author : 0);
      const added = run.remaps ? await this.records.reserveIds(kind, highest) : 0;
      if (!run.remaps) await this.records.raiseIds(kind, highest);
      offsets.set(kind.name, added);
      for (const { ids } of Object.values(kind.parts ?? {})) if (ids !== undefined) offsets.set(ids, added);
    }
    await this.unitOfWork.run(async () => {
      await this.ledger.begin(run, offsets);
      if (!run.remaps) await new Administrator(this.app.get(Database), run.id).setAside(author);
    });
  }

  private report(
    state: Report['state'],
    sums: ReadonlyMap<string, ImportSum>,
    faults: readonly string[] = [],
  ): Report {
    const { count, missing } = this.manifest.files;
    return { state, records: Object.fromEntries(sums), files: count, faults, lost: missing };
  }
}

function printReport({ state, records, files, faults, lost }: Report): void {
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  for (const hash of lost) process.stderr.write(`files/${hash} was lost before the export; see "doctor".\n`);
  for (const [name, { imported, already_there: known }] of Object.entries(records))
    print(`${name}: ${imported}${known > 0 ? `, already there: ${known}` : ''}`);
  if (state === 'imported before') print('This folder was imported before; nothing is to be done.');
  else if (state === 'can be imported')
    print(`The folder can be imported, with ${files} files; nothing was written.`);
  else if (state === 'imported') print(`The folder is imported, with ${files} files.`);
  else print('The folder cannot be imported; nothing was written.');
}
