import { statSync } from 'node:fs';
import { firstKeyNote } from '../first-key-note.js';
import { InvalidError } from '../../kernel/errors.js';
import { recordedAsOne } from './recorded-as-one.js';
import { ArticleImport, type ImportLine } from './article-import.js';
import type { CmsFormat } from './cms/import-cms.js';
import { onOneLine, print, withApplication } from '../context.js';
import { progressBar } from '../progress/progress-bar.js';
import { type Line, linesOf } from '../../platform/files/lines.js';

const BATCH = 50;
/** Characters of the first line that tell an export of another system. */
const MAX_START_LENGTH = 200;
/** A file is refused as a whole when so many lines at its start are no JSON objects. */
const FIRST_LINES = 10;

export interface ImportOptions {
  readonly dryRun: boolean;
  readonly author: number;
  /** Folder: whether records get new ids. */
  readonly remap: boolean;
  readonly json: boolean;
  /** System that exported the file. */
  readonly from?: CmsFormat | 'redirects';
  /** Address of the site that the export is of. */
  readonly url?: string;
}

/**
 * Imports a file of articles or of another system, or a folder with a whole site.
 * @returns whether all of it is in the database now
 */
export async function importFrom(source: string, options: ImportOptions): Promise<boolean> {
  const { from } = options;
  if (from === 'redirects') {
    const { importRedirects } = await import('./import-redirects.js');
    return importRedirects(source, options);
  }
  if (from !== undefined) {
    const { importCms } = await import('./cms/import-cms.js');
    return importCms(source, { ...options, from });
  }
  if (!statSync(source).isDirectory()) return importArticles(source, options);
  const { importSite } = await import('./site/import-site.js');
  return importSite(source, options);
}

/**
 * Imports a file of JSON lines, whatever its length, in bounded memory.
 *
 * @returns whether every line is in the database now (or could be, in a dry run)
 */
async function importArticles(file: string, options: ImportOptions): Promise<boolean> {
  const stats = statSync(file);
  // Before a database is made, and a key for it; a pipe cannot be read twice.
  if (stats.isFile()) await mustBeLines(file);
  return withApplication(
    recordedAsOne(options, async (app) => {
      const note = options.dryRun ? null : await firstKeyNote(app);
      const say = options.json ? (line: string) => process.stderr.write(`${line}\n`) : print;
      if (note !== null) say(note);
      const bar = progressBar(
        'bytes imported',
        'Importing {bar} {percentage}% | {imported} articles | {eta_formatted} left',
      );
      const counts = { imported: 0, skipped: 0, failed: 0 };
      const importer = new ArticleImport(app, options);
      if (!options.json) bar.start(stats.size, 0, counts);
      let read = 0;
      for await (const batch of batches(file)) {
        for (const { line, outcome, message } of await importer.run(batch)) {
          counts[outcome] += 1;
          if (outcome === 'failed')
            process.stderr.write(
              `${onOneLine(`line ${line.number} (${line.id ?? 'no id'}): ${message ?? ''}`)}\n`,
            );
        }
        read += batch.reduce((sum, { bytes }) => sum + bytes, 0);
        bar.update(read, counts);
      }
      bar.stop();
      for (const [hint, lines] of importer.hints)
        process.stderr.write(`${hint} (${lines} ${lines === 1 ? 'line' : 'lines'})\n`);
      if (options.json) {
        const { imported, skipped, failed } = counts;
        print(JSON.stringify({ dry_run: options.dryRun, imported, already_there: skipped, failed }, null, 2));
        return failed === 0;
      }
      const verb = options.dryRun ? 'would be imported' : 'imported';
      print(`${counts.imported} ${verb}, ${counts.skipped} already there, ${counts.failed} failed`);
      return counts.failed === 0;
    }),
  );
}

/** @throws InvalidError for a file that is none of lines of JSON */
async function mustBeLines(file: string): Promise<void> {
  const lines = batches(file);
  await lines.next();
  await lines.return(undefined);
}

/** @throws InvalidError for a file that is none of lines of JSON */
async function* batches(file: string): AsyncGenerator<ImportLine[]> {
  let batch: ImportLine[] = [];
  let isFirst = true;
  let faults = 0;
  for await (const line of linesOf(file)) {
    if (line.text?.trim() === '') continue;
    if (isFirst) refuseExports(file, line.text ?? '');
    isFirst = false;
    const read = readLine(line);
    batch.push(read);
    faults = read.record === null ? faults + 1 : -Infinity;
    if (faults === FIRST_LINES)
      throw new InvalidError('not-lines', `${file} is no file with one article a line as a JSON object.`);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

/** @throws InvalidError for what another system has exported, by its first line */
function refuseExports(file: string, line: string): void {
  const start = line.trimStart().slice(0, MAX_START_LENGTH);
  if (/^<(?:\?xml|rss)\b/.test(start))
    throw new InvalidError(
      'not-lines',
      `${file} is XML: an export of WordPress is imported with --from wxr.`,
    );
  if (/^\{\s*"(?:db|meta|data)"\s*:/.test(start))
    throw new InvalidError(
      'not-lines',
      `${file} is no article: an export of Ghost is imported with --from ghost.`,
    );
}

function readLine({ text, ...line }: Line): ImportLine {
  if (text === null) return { ...line, record: null, id: null };
  try {
    const record: unknown = JSON.parse(text);
    if (typeof record !== 'object' || record === null || Array.isArray(record))
      throw new Error('it is no object');
    return { ...line, record: record as Record<string, unknown>, id: idOf(record) };
  } catch (error) {
    return { ...line, record: null, id: null, fault: `is not valid JSON: ${(error as Error).message}` };
  }
}

function idOf(record: object): string | null {
  const id = (record as { provider_post_id?: unknown }).provider_post_id;
  return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
}
