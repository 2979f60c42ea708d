import { QueryFailedError } from 'typeorm';
import { isMissingReference, isUniqueViolation, isUnstorable } from './database-errors.js';

/** A deferred statement has failed. Nobody who handles a key that is taken means one of these. */
export class DeferredStatementError extends Error {
  constructor(override readonly cause: QueryFailedError) {
    super('A deferred statement has failed.', { cause });
  }
}

/** A row that is refused at each attempt for the same reason: doing the work again does not help. */
export class LastingViolationError extends QueryFailedError {}

/** The row that the database has refused, by names; null where the database does not tell them. */
export interface Violation {
  readonly code: string | undefined;
  readonly table: string | null;
  readonly constraint: string | null;
  readonly column: string | null;
}

/** The failure of a row that breaks a constraint, or whose value does not fit; null for any other failure. */
export function refusedRow(error: unknown): QueryFailedError | null {
  const failure = error instanceof DeferredStatementError ? error.cause : error;
  const isRefused = isBroken(failure) || isUnstorable(failure);
  return failure instanceof QueryFailedError && isRefused ? failure : null;
}

/** The same, where another attempt may see what is in its way: a unique index, or a reference. */
export function brokenConstraint(error: unknown): QueryFailedError | null {
  const failure = refusedRow(error);
  return failure && isBroken(failure) ? failure : null;
}

const isBroken = (error: unknown): boolean => isUniqueViolation(error) || isMissingReference(error);

/** Names for the log, without values, which messages of databases contain. */
export function describeViolation({ query, driverError }: QueryFailedError): Violation {
  const { code, message } = driverError as Error & { code?: string };
  const found = PATTERNS.map((pattern) => pattern.exec(message)?.groups ?? {});
  const { table, constraint, column } = Object.assign({}, ...found) as Record<string, string | undefined>;
  return {
    code,
    table: table ?? TABLE_OF_STATEMENT.exec(query)?.[1] ?? null,
    constraint: constraint ?? null,
    column: column ?? null,
  };
}

/** Messages end with their names, or begin with them: what a client has sent stands elsewhere. */
const PATTERNS = [
  /^Duplicate entry [^]* for key '(?:[^'.]+\.)?(?<constraint>[^'.]+)'$/,
  /^Cannot (?:add|delete) or update a \w+ row: .*?\(`[^`]+`\.`(?<table>[^`]+)`, CONSTRAINT `(?<constraint>[^`]+)`/,
  / for column (?:`[^`]+`\.){0,2}['`](?<column>[^'`]+)['`] at row \d+$/,
  /^(?:Column|Field) '(?<column>[^']+)' (?:cannot be null|doesn't have a default value)$/,
  /^CONSTRAINT `(?<constraint>[^`]+)` failed for `[^`]+`\.`(?<table>[^`]+)`$/,
  /^Check constraint '(?<constraint>[^']+)' is violated\.$/,
  /^(?:UNIQUE|CHECK) constraint failed: (?<constraint>[^]+)$/,
  /^(?<constraint>FOREIGN KEY) constraint failed$/,
  /^NOT NULL constraint failed: (?<table>\w+)\.(?<column>\w+)$/,
];

const TABLE_OF_STATEMENT =
  /^\s*(?:INSERT\s+(?:IGNORE\s+|OR\s+\w+\s+)?INTO|REPLACE\s+INTO|UPDATE|DELETE\s+FROM)\s+[`"]?(\w+)/i;
