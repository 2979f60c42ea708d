import { type DomainError, InsufficientStorageError, OverloadedError } from '../../kernel/errors.js';
import {
  isDenied,
  isDiskFull,
  isMissingReference,
  isRefusing,
  isTimedOut,
  isTransient,
  isUniqueViolation,
  isUnreachable,
} from '../database/database-errors.js';

const BUSY = 'The database is busy; nothing was changed.';
const NOT_ANSWERING = 'The database does not answer.';
const REFUSED = 'The database does not take this work now; nothing was changed.';
const FULL = 'The database has no room left on its disk; nothing was changed.';
const LONG = 'This takes the database too long; ask for less at a time.';
const CHANGED = 'Another request changed the same data; nothing was changed.';

type Failure = readonly [is: (error: unknown) => boolean, answer: () => DomainError];

const FAILURES: readonly Failure[] = [
  [isTransient, () => new OverloadedError('database-busy', BUSY)],
  [isUnreachable, () => new OverloadedError('database-unreachable', NOT_ANSWERING, 2)],
  [isTimedOut, () => new OverloadedError('takes-too-long', LONG, 5)],
  [isRefusing, () => new OverloadedError('database-refuses', REFUSED, 5)],
  [isDenied, () => new OverloadedError('database-refuses', REFUSED, 30)],
  [isDiskFull, () => new InsufficientStorageError('insufficient-storage', FULL)],
  [isUniqueViolation, () => new OverloadedError('concurrent-change', CHANGED)],
  [isMissingReference, () => new OverloadedError('concurrent-change', CHANGED)],
];

/** The domain error that a failure of the database amounts to, or null when it is a defect. */
export function translateDatabaseError(error: unknown): DomainError | null {
  return FAILURES.find(([is]) => is(error))?.[1]() ?? null;
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
