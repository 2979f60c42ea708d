import { Logger } from '@nestjs/common';
import {
  DomainError,
  InsufficientStorageError,
  OverloadedError,
  UnprocessableError,
} from '../../kernel/errors.js';
import { fileFailure } from '../../kernel/file-failure.js';
import { describeDefect, logRefusedRow, translateDatabaseError } from '../../platform/errors/translate.js';

/** Defects whose stacks are logged, each once: it may fail every record of a file. */
const MAX_LOGGED = 20;
/** Innermost calls that tell one defect from another; messages may name the record. */
const FRAMES = 3;
const MAX_MESSAGE = 200;

/** Failures of single records of an import, which goes on with the others. */
export class RecordFailures {
  private readonly logger = new Logger('Import');
  private readonly logged = new Set<string>();

  /**
   * The failure of one record, as it is told.
   *
   * @throws the error itself when it would fail the others as well: a database that is away, a full disk
   */
  of(error: unknown): DomainError {
    if (holdsForAll(error)) throw error;
    logRefusedRow(error, this.logger);
    const known = error instanceof DomainError ? error : translateDatabaseError(error);
    if (known) return known;
    this.log(error);
    return new UnprocessableError('unexpected', `failed unexpectedly: ${summaryOf(error)}`);
  }

  private log(error: unknown): void {
    const place = placeOf(error);
    if (this.logged.has(place) || this.logged.size >= MAX_LOGGED) return;
    this.logged.add(place);
    this.logger.error(describeDefect(error));
  }
}

/** The faults of a record, in one line. */
export const reasonOf = ({ errors, message }: DomainError): string =>
  errors?.map((fault) => `${fault.field}: ${fault.message}`).join('; ') ?? message;

/** Whether the machine or the database has failed, not a record. */
function holdsForAll(error: unknown): boolean {
  if (error instanceof DomainError) return fileFailure(error) !== null;
  const failure = translateDatabaseError(error) ?? (error instanceof Error ? fileFailure(error) : null);
  if (failure instanceof InsufficientStorageError) return true;
  return failure instanceof OverloadedError && failure.code !== 'concurrent-change';
}

function placeOf(error: unknown): string {
  const { stack } = Object(error) as { stack?: unknown };
  const frames = String(stack).match(/^ +at .+$/gm) ?? [String(error)];
  return frames.slice(0, FRAMES).join();
}

/** The first line: messages of libraries may have whole statements below. */
function summaryOf(error: unknown): string {
  const { driverError, message } = Object(error) as { driverError?: Error; message?: unknown };
  const [line = ''] = String(driverError?.message ?? message ?? error)
    .trim()
    .split(/[\r\n]/);
  return line.slice(0, MAX_MESSAGE);
}
