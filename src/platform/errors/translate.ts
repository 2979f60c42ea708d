import type { Logger } from '@nestjs/common';
import {
  ConflictError,
  type DomainError,
  InsufficientStorageError,
  OverloadedError,
  UnprocessableError,
} from '../../kernel/errors.js';
import {
  isDenied,
  isDiskFull,
  isMissingReference,
  isRefusing,
  isTimedOut,
  isTransient,
  isUniqueViolation,
  isUnreachable,
  isUnstorable,
} from '../database/database-errors.js';
import { describeViolation, LastingViolationError, refusedRow } from '../database/violations.js';

const BUSY = 'The database is busy; nothing was changed.';
const NOT_ANSWERING = 'The database does not answer.';
const REFUSED = 'The database does not take this work now; nothing was changed.';
const FULL = 'The database has no room left on its disk; nothing was changed.';
const LONG = 'This takes the database too long; ask for less at a time.';
const CHANGED = 'Another request changed the same data; nothing was changed.';
const EXISTS = 'Something with the same key is there already; nothing was changed.';
const REFERS = 'This refers to what is not there, or is referred to itself; nothing was changed.';
const UNSTORABLE = 'A value is missing, too long or too large to be stored; nothing was changed.';

type Test = (error: unknown) => boolean;
type Failure = readonly [is: Test, answer: () => DomainError];

const isLasting = (error: unknown): boolean => error instanceof LastingViolationError;
const both =
  (one: Test, other: Test): Test =>
  (error) =>
    one(error) && other(error);

const FAILURES: readonly Failure[] = [
  [isTransient, () => new OverloadedError('database-busy', BUSY)],
  [isUnreachable, () => new OverloadedError('database-unreachable', NOT_ANSWERING, 2)],
  [isTimedOut, () => new OverloadedError('takes-too-long', LONG, 5)],
  [isRefusing, () => new OverloadedError('database-refuses', REFUSED, 5)],
  [isDenied, () => new OverloadedError('database-refuses', REFUSED, 30)],
  [isDiskFull, () => new InsufficientStorageError('insufficient-storage', FULL)],
  [isUnstorable, () => new UnprocessableError('value-not-storable', UNSTORABLE)],
  [both(isLasting, isUniqueViolation), () => new ConflictError('database-conflict', EXISTS)],
  [both(isLasting, isMissingReference), () => new ConflictError('database-conflict', REFERS)],
  [isUniqueViolation, () => new OverloadedError('concurrent-change', CHANGED)],
  [isMissingReference, () => new OverloadedError('concurrent-change', CHANGED)],
];

/** The domain error that a failure of the database amounts to, or null when it is a defect. */
export function translateDatabaseError(error: unknown): DomainError | null {
  const failure = refusedRow(error) ?? error;
  return FAILURES.find(([is]) => is(failure))?.[1]() ?? null;
}

/** Logs which row the database has refused, if that is the failure: clients are not told names of tables. */
export function logRefusedRow(error: unknown, logger: Logger): void {
  const failure = refusedRow(error);
  if (failure) logger.warn(describeViolation(failure), 'The database has refused a row');
}

/** The log entry of a defect: never the parameters of a statement, which may be secrets or whole articles. */
export function describeDefect(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { driverError, query } = error as { driverError?: Error & { code?: string }; query?: string };
  if (!driverError) return error;
  return {
    message: driverError.message,
    code: driverError.code,
    query,
    stack: error.stack?.split('\n').slice(1),
  };
}
