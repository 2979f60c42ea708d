import { QueryFailedError } from 'typeorm';

const TRANSIENT = new Set([
  'ER_LOCK_DEADLOCK',
  'ER_LOCK_WAIT_TIMEOUT',
  'ER_CHECKREAD',
  'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
  'SQLITE_BUSY',
  'SQLITE_LOCKED',
]);
const TAKEN_BACK = new Set(['ER_LOCK_DEADLOCK', 'ER_CHECKREAD', 'ER_TRANSACTION_ROLLBACK_DURING_COMMIT']);
const UNIQUE = new Set(['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY']);
const FOREIGN_KEY = new Set([
  'ER_NO_REFERENCED_ROW_2',
  'ER_NO_REFERENCED_ROW',
  'ER_ROW_IS_REFERENCED_2',
  'SQLITE_CONSTRAINT_FOREIGNKEY',
]);

/** No connection, or one that is lost. */
const UNREACHABLE = new Set([
  'DB_CONNECTION_TIMEOUT',
  'DB_STATEMENT_TIMEOUT',
  'DB_NOT_ANSWERING',
  'EADDRNOTAVAIL',
  'EAI_AGAIN',
  'EAI_FAIL',
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENETDOWN',
  'ENETUNREACH',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'ER_CLIENT_INTERACTION_TIMEOUT',
  'ER_CONNECTION_KILLED',
  // A node that loses its cluster while it commits.
  'ER_ERROR_DURING_COMMIT',
  'ER_FORCING_CLOSE',
  'ER_HANDSHAKE_ERROR',
  'ER_NET_ERROR_ON_WRITE',
  'ER_NET_PACKETS_OUT_OF_ORDER',
  'ER_NET_READ_ERROR',
  'ER_NET_READ_INTERRUPTED',
  'ER_NET_WRITE_INTERRUPTED',
  'ER_NEW_ABORTING_CONNECTION',
  'ER_NORMAL_SHUTDOWN',
  'ER_SERVER_SHUTDOWN',
  'ER_SESSION_WAS_KILLED',
  'ER_SHUTDOWN_COMPLETE',
  'HANDSHAKE_NO_SSL_SUPPORT',
  'HANDSHAKE_SSL_ERROR',
  'HANDSHAKE_UNKNOWN_ERROR',
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_ERROR',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'PROTOCOL_UNEXPECTED_PACKET',
]);

/** The server answers, and does not take this work now; another one may soon, or the same one. */
const REFUSING = new Set([
  // Read-only: a replica, or a primary that is being replaced.
  'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION',
  'ER_OPEN_AS_READONLY',
  'ER_OPTION_PREVENTS_STATEMENT',
  'ER_READ_ONLY_MODE',
  'ER_SERVER_ISNT_AVAILABLE',
  'ER_SERVER_OFFLINE_MODE',
  'SQLITE_READONLY',
  // Limits of the server and of the account.
  'ER_CANT_CREATE_THREAD',
  'ER_CON_COUNT_ERROR',
  'ER_HOST_IS_BLOCKED',
  'ER_LOCK_TABLE_FULL',
  'ER_OUTOFMEMORY',
  'ER_OUT_OF_RESOURCES',
  'ER_OUT_OF_SORTMEMORY',
  'ER_TOO_MANY_CONCURRENT_TRXS',
  'ER_TOO_MANY_USER_CONNECTIONS',
  'ER_USER_LIMIT_REACHED',
  'SQLITE_NOMEM',
  // A node that its cluster has cut off: "WSREP has not yet prepared node for application use".
  'ER_UNKNOWN_COM_ERROR',
  // The statement is larger than the server takes, or was ended by an administrator.
  'ER_NET_PACKET_TOO_LARGE',
  'ER_QUERY_INTERRUPTED',
  // The files of the database, or the disk below them.
  'ER_CANT_CREATE_DB',
  'ER_CANT_CREATE_FILE',
  'ER_CANT_OPEN_FILE',
  'ER_CRASHED_ON_USAGE',
  'ER_ERROR_ON_CLOSE',
  'ER_ERROR_ON_READ',
  'ER_ERROR_ON_RENAME',
  'ER_ERROR_ON_WRITE',
  'ER_GET_ERRNO',
  'ER_INDEX_CORRUPT',
  'ER_NOT_KEYFILE',
  'ER_TABLE_CORRUPT',
  'SQLITE_CANTOPEN',
  'SQLITE_CORRUPT',
  'SQLITE_IOERR',
  'SQLITE_NOTADB',
  'SQLITE_PERM',
  'SQLITE_PROTOCOL',
]);

/** The account may not do this: its password has changed, or its rights. */
const DENIED = new Set([
  'ER_ACCESS_DENIED_ERROR',
  'ER_ACCESS_DENIED_NO_PASSWORD_ERROR',
  'ER_ACCOUNT_HAS_BEEN_LOCKED',
  'ER_BAD_DB_ERROR',
  // The driver's name for 4151, which on MariaDB is an account that is locked.
  'ER_BULK_PARSER_INCOMPLETE_ESCAPE_SEQUENCE',
  'ER_COLUMNACCESS_DENIED_ERROR',
  'ER_DBACCESS_DENIED_ERROR',
  'ER_HOST_NOT_PRIVILEGED',
  'ER_MUST_CHANGE_PASSWORD',
  'ER_MUST_CHANGE_PASSWORD_LOGIN',
  'ER_SPECIFIC_ACCESS_DENIED_ERROR',
  'ER_TABLEACCESS_DENIED_ERROR',
]);

/** The disk of the database is full. */
const FULL = new Set([
  'ER_DISK_FULL',
  'ER_DISK_FULL_NOWAIT',
  'ER_RECORD_FILE_FULL',
  'ER_TEMP_FILE_WRITE_FAILURE',
  'SQLITE_FULL',
]);

/** A value that is missing, or that its column cannot hold. SQLite keeps what is too long or too large. */
const UNSTORABLE = new Set([
  'ER_BAD_NULL_ERROR',
  'ER_CHECK_CONSTRAINT_VIOLATED',
  'ER_DATA_OUT_OF_RANGE',
  'ER_DATA_TOO_LONG',
  // The driver's name for 4025, which on MariaDB is a check that fails.
  'ER_INNODB_AUTOEXTEND_SIZE_OUT_OF_RANGE',
  'ER_NO_DEFAULT_FOR_FIELD',
  'ER_TRUNCATED_WRONG_VALUE',
  'ER_TRUNCATED_WRONG_VALUE_FOR_FIELD',
  'ER_WARN_DATA_OUT_OF_RANGE',
  'SQLITE_CONSTRAINT_CHECK',
  'SQLITE_CONSTRAINT_DATATYPE',
  'SQLITE_CONSTRAINT_NOTNULL',
  'SQLITE_MISMATCH',
  'SQLITE_TOOBIG',
  'WARN_DATA_TRUNCATED',
]);

const TIMED_OUT = new Set(['ER_STATEMENT_TIMEOUT', 'ER_QUERY_TIMEOUT']);

/** Errors of MariaDB alone: the driver, which has the names of MySQL, gives them no code. */
const MARIADB_CODES: Readonly<Record<number, string>> = {
  1927: 'ER_CONNECTION_KILLED',
  1969: 'ER_STATEMENT_TIMEOUT',
};

/** Errors whose message says which error of the system the server has met: its disk may be full. */
const WITH_ERRNO = new Set([
  'ER_CANT_CREATE_DB',
  'ER_CANT_CREATE_FILE',
  'ER_CANT_CREATE_TABLE',
  'ER_CANT_OPEN_FILE',
  'ER_ERROR_DURING_COMMIT',
  'ER_ERROR_ON_CLOSE',
  'ER_ERROR_ON_READ',
  'ER_ERROR_ON_RENAME',
  'ER_ERROR_ON_WRITE',
  'ER_GET_ERRNO',
]);
/**
 * ENOSPC or EDQUOT: "Got error 28 from storage engine", "(errno: 122 …)", "(OS errno 28 - …)". The errors of
 * storage engines have numbers of their own from 120 on.
 */
const NO_ROOM = /\berr(?:or|no):? 28\b|\berrno:? 122\b/;

interface DriverError {
  readonly code?: unknown;
  readonly errno?: unknown;
  readonly message?: unknown;
}

function codeOf(error: unknown): string {
  const cause: unknown = error instanceof QueryFailedError ? error.driverError : error;
  const { code, errno, message } = (cause ?? {}) as DriverError;
  if (typeof code !== 'string') return MARIADB_CODES[Number(errno)] ?? '';
  return WITH_ERRNO.has(code) && NO_ROOM.test(String(message)) ? 'ER_DISK_FULL' : code;
}

/** SQLite refines its codes: `SQLITE_IOERR_WRITE` is a kind of `SQLITE_IOERR`. */
function isIn(codes: ReadonlySet<string>, error: unknown): boolean {
  const code = codeOf(error);
  return codes.has(code) || codes.has(code.split('_', 2).join('_'));
}

/** The same work may succeed when it is tried again: a deadlock, a lock time-out, another writer's turn. */
export const isTransient = (error: unknown): boolean => isIn(TRANSIENT, error);

/** Whether the server has taken back the whole transaction, not the statement alone. */
export const isTakenBack = (error: unknown): boolean => isIn(TAKEN_BACK, error);

/** Whether another transaction has held a lock for too long. */
export const isLockTimeout = (error: unknown): boolean => codeOf(error) === 'ER_LOCK_WAIT_TIMEOUT';

export const isUniqueViolation = (error: unknown): boolean => isIn(UNIQUE, error);

/**
 * Whether an INSERT has added a row; false where one with its key is there already.
 *
 * @param insert answers with the number of rows
 */
export async function isInserted(insert: () => Promise<number>): Promise<boolean> {
  try {
    return (await insert()) > 0;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return false;
  }
}

/** A row that is referred to is not there any more, or one that goes is referred to since. */
export const isMissingReference = (error: unknown): boolean => isIn(FOREIGN_KEY, error);

/** A value that is to be stored is missing, or does not fit into its column. */
export const isUnstorable = (error: unknown): boolean => isIn(UNSTORABLE, error);

/** A SELECT has reached its time limit. */
export const isTimedOut = (error: unknown): boolean => isIn(TIMED_OUT, error);

/** The database server cannot be reached now, or does not answer. */
export const isUnreachable = (error: unknown): boolean => isIn(UNREACHABLE, error);

/** The database is there and does not take the work: read-only, at a limit, cut off, damaged. */
export const isRefusing = (error: unknown): boolean => isIn(REFUSING, error);

/** The database does not let this account in, or do this; waiting does not help, an administrator does. */
export const isDenied = (error: unknown): boolean => isIn(DENIED, error);

/** The database has no room left on its disk. */
export const isDiskFull = (error: unknown): boolean => isIn(FULL, error);

/** Whether to replace the connection after this failure: a new one may lead to a healthy server. */
export const losesConnection = (error: unknown): boolean =>
  isUnreachable(error) || isRefusing(error) || isDenied(error);
