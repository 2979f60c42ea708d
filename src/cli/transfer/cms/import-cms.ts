import { statSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { firstKeyNote } from '../../first-key-note.js';
import { TempFiles } from '../../../modules/storage/temp-files.js';
import { print, withApplication } from '../../context.js';
import { GhostExport } from '../ghost/ghost-export.js';
import { recordedAsOne } from '../recorded-as-one.js';
import { Progress } from '../../progress/progress.js';
import { withSmallMemory } from '../site/small-memory.js';
import { WxrExport } from '../wordpress/wxr-export.js';
import { EntryImport, type EntryImportOptions } from './entry-import.js';
import { ImportReport } from './import-report.js';
import { ScratchIndex } from './scratch-index.js';
import type { CmsExport, SourceEntry } from './source-entry.js';

export type CmsFormat = 'wxr' | 'ghost';

export interface CmsImportOptions extends EntryImportOptions {
  readonly from: CmsFormat;
  /** Address of the old site, which exports of Ghost do not name. */
  readonly url?: string | undefined;
  readonly json: boolean;
}

/** Entries that are in memory at a time, and characters of their texts. */
const BATCH = 50;
const BATCH_CHARACTERS = 8_000_000;

const say = (line: string): void => void process.stderr.write(`${line}\n`);

/**
 * Imports an export file of another system, whatever its length, in bounded
 * memory. One that was cut off is run again.
 *
 * @returns whether every entry that is not left out is in the database now (or could be, in a dry run)
 */
export async function importCms(file: string, options: CmsImportOptions): Promise<boolean> {
  const { size } = statSync(file);
  return withApplication(
    recordedAsOne(options, async (app) => {
      const report = await withSmallMemory(() => new CmsImport(app, file, size, options).run());
      if (options.json) print(JSON.stringify(report, null, 2));
      else for (const line of report.lines()) print(line);
      return report.failed === 0;
    }),
  );
}

class CmsImport {
  private readonly progress = new Progress();
  private readonly report: ImportReport;

  constructor(
    private readonly app: INestApplicationContext,
    private readonly file: string,
    private readonly size: number,
    private readonly options: CmsImportOptions,
  ) {
    this.report = new ImportReport(options.from, options.dryRun);
  }

  async run(): Promise<ImportReport> {
    const index = new ScratchIndex(this.app.get(TempFiles).path());
    try {
      const source = this.open(index);
      await source.prepare(this.telling('reading'));
      if (!this.options.dryRun) await this.makeFirstKey();
      await this.importAll(source, new EntryImport(this.app, source, index, this.report, this.options));
      return this.report;
    } finally {
      index.close();
    }
  }

  private open(index: ScratchIndex): CmsExport {
    const { from, url } = this.options;
    return from === 'wxr' ? new WxrExport(this.file, index) : new GhostExport(this.file, index, url);
  }

  private async importAll(source: CmsExport, entries: EntryImport): Promise<void> {
    await entries.addSections(source.sections());
    let batch: SourceEntry[] = [];
    let characters = 0;
    const flush = async (): Promise<void> => {
      (await entries.run(batch)).forEach(say);
      batch = [];
      characters = 0;
    };
    for await (const record of source.records(this.telling('importing'))) {
      if (record.kind === 'left-out') this.report.leftOut(record.note, record, record.count);
      else if (record.kind === 'unreadable') say(this.report.fail(record, record.message));
      else {
        batch.push(record);
        characters += record.body.length;
        if (batch.length >= BATCH || characters > BATCH_CHARACTERS) await flush();
      }
    }
    await flush();
    // Posts of an earlier run are not checked.
    if (this.report.alreadyThere === 0)
      for (const record of source.unused()) this.report.leftOut(record.note, record);
    const { imported, alreadyThere, failed } = this.report;
    this.progress.end('entries', imported + alreadyThere + failed);
  }

  private telling(part: string): (bytes: number) => void {
    return (bytes) => {
      this.progress.tell(`${part}, bytes`, bytes, this.size);
    };
  }

  private async makeFirstKey(): Promise<void> {
    const note = await firstKeyNote(this.app);
    if (note !== null) say(note);
  }
}
