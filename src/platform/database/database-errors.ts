import { QueryFailedError } from 'typeorm';

const TRANSIENT = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'SQLITE_BUSY',
  'SQLITE_BUSY_SNAPSHOT',
  'SQLITE_BUSY_RECOVERY',
  'SQLITE_LOCKED',
]);
const UNIQUE = new Set(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
const FOREIGN_KEY = new Set([
  'ER_NO_REFERENCED_ROW_2',
  'ER_NO_REFERENCED_ROW',
  'ER_ROW_IS_REFERENCED_2',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
]);
const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'PROTOCOL_CONNECTION_LOST',
  'ER_CON_COUNT_ERROR',
]);

const TIMED_OUT = new Set(['ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT']);

function codeOf(error: unknown): string {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const code = (cause as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : '';
}

/** The same work may succeed when it is tried again: a deadlock, a lock time-out, another writer's turn. */
export const isTransient = (error: unknown): boolean => TRANSIENT.has(codeOf(error));

export const isUniqueViolation = (error: unknown): boolean => UNIQUE.has(codeOf(error));

/** A row that is referred to is not there any more, or one that goes is referred to since. */
export const isMissingReference = (error: unknown): boolean => FOREIGN_KEY.has(codeOf(error));

/** A SELECT has reached its time limit. */
export const isTimedOut = (error: unknown): boolean => TIMED_OUT.has(codeOf(error));

/** The database server cannot be reached now. */
export const isUnreachable = (error: unknown): boolean => UNREACHABLE.has(codeOf(error));
