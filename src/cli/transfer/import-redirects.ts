import { statSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { type DomainError, TakenError } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { RedirectsService } from '../../modules/redirects/redirects.service.js';
import type { RedirectStatus } from '../../modules/redirects/domain/redirect.entity.js';
import { print, withApplication } from '../context.js';
import { linesOf } from '../../platform/files/lines.js';
import { RecordFailures } from './record-failures.js';
import { recordedAsOne } from './recorded-as-one.js';
import { retryWhileBusy } from './retry-while-busy.js';

const MAX_LINE_BYTES = 10_000;
const LINE = /^(\S+)\s+(\S+)(?:\s+(301|302))?$/;
/** Lines between two reports of how far it is. */
const REPORT_EVERY = 10_000;

interface RedirectOptions {
  readonly json: boolean;
  readonly dryRun: boolean;
}

type Outcome = 'imported' | 'skipped' | 'failed';

/**
 * Imports redirects, one a line: `/from /to`, and 302 behind it for one that is not for good. Empty lines and
 * those that begin with `#` are passed over. Paths may be encoded, as they are in URLs.
 *
 * @returns whether all of them are in the database now
 */
export async function importRedirects(file: string, { json, dryRun }: RedirectOptions): Promise<boolean> {
  const { size } = statSync(file);
  return withApplication(
    recordedAsOne({ dryRun }, async (app) => {
      const counts: Record<Outcome, number> = { imported: 0, skipped: 0, failed: 0 };
      const failures = new RecordFailures();
      let read = 0;
      for await (const { number, text, bytes, fault } of linesOf(file, { maxBytes: MAX_LINE_BYTES })) {
        read += bytes;
        const line = text?.trim();
        if (line === '' || line?.startsWith('#')) continue;
        const { outcome, message } =
          line === undefined
            ? failed(fault ?? '')
            : await importLine(app, line, dryRun).catch((error: unknown) => failureOf(failures.of(error)));
        counts[outcome] += 1;
        if (outcome === 'failed') process.stderr.write(`line ${number}: ${message ?? ''}\n`);
        if (number % REPORT_EVERY === 0)
          process.stderr.write(`${Math.floor((100 * read) / size)}%, ${counts.imported} redirects\n`);
      }
      const { imported, skipped, failed: wrong } = counts;
      print(
        json
          ? JSON.stringify({ dry_run: dryRun, imported, already_there: skipped, failed: wrong }, null, 2)
          : `${imported} ${dryRun ? 'would be imported' : 'imported'}, ${skipped} already there, ${wrong} failed`,
      );
      return wrong === 0;
    }),
  );
}

/** Undoes what a dry run has done. */
class TakenBack extends Error {}

interface Imported {
  readonly outcome: Outcome;
  readonly message?: string;
}

const failed = (message: string): Imported => ({ outcome: 'failed', message });

async function importLine(app: INestApplicationContext, line: string, isDry: boolean): Promise<Imported> {
  const [, from, to, status] = LINE.exec(line) ?? [];
  if (from === undefined || to === undefined) return failed('is not "/from /to"');
  try {
    const redirect = { from, to, status: Number(status ?? 301) as RedirectStatus };
    const add = async () => {
      await app.get(RedirectsService).create(redirect);
      if (isDry) throw new TakenBack();
    };
    await retryWhileBusy(() => app.get(UnitOfWork).run(add));
    return { outcome: 'imported' };
  } catch (error) {
    if (error instanceof TakenBack) return { outcome: 'imported' };
    if (error instanceof TakenError) return { outcome: 'skipped' };
    throw error;
  }
}

function failureOf({ errors = [], message }: DomainError): Imported {
  const faults = errors.map((fault) => `${fault.field} ${fault.message}`);
  return failed(faults.join('; ') || message);
}
