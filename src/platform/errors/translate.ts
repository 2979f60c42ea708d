import { type DomainError, OverloadedError } from '../../kernel/errors.js';
import {
  isMissingReference,
  isTimedOut,
  isTransient,
  isUniqueViolation,
  isUnreachable,
} from '../database/database-errors.js';

/** The domain error that a failure of the database amounts to, or null when it is a defect. */
export function translateDatabaseError(error: unknown): DomainError | null {
  if (isTransient(error))
    return new OverloadedError('database-busy', 'The database is busy; nothing was changed.');
  if (isUnreachable(error))
    return new OverloadedError('database-unreachable', 'The database cannot be reached.', 5);
  if (isTimedOut(error))
    return new OverloadedError(
      'takes-too-long',
      'This takes the database too long; ask for less at a time.',
      5,
    );
  if (isUniqueViolation(error) || isMissingReference(error)) {
    return new OverloadedError(
      'concurrent-change',
      'Another request changed the same data; nothing was changed.',
    );
  }
  return null;
}

/** What is logged of a defect: never the parameters of a statement, which may be secrets or whole articles. */
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
