import { describe, expect, test } from '@jest/globals';
import { QueryFailedError } from 'typeorm';
import { LastingViolationError } from '../database/violations.js';
import { problemOf } from './problem.js';
import { translateDatabaseError } from './translate.js';

interface DriverError {
  readonly code?: string;
  readonly errno?: number;
  readonly message?: string;
}

const driverError = ({ message = '', ...rest }: DriverError): Error =>
  Object.assign(new Error(message), rest);

/** Status, code and Retry-After that clients are told, or `defect`. */
function toldOf(error: unknown): string {
  const failure = translateDatabaseError(error);
  if (!failure) return 'defect';
  const { problem, headers } = problemOf(failure, '/');
  return [problem.status, problem.code, headers['Retry-After']].filter(Boolean).join(' ');
}

const statement = (error: DriverError): unknown => new QueryFailedError('INSERT', [], driverError(error));

const UNREACHABLE = '503 database-unreachable 2';
const REFUSES = '503 database-refuses 5';
const DENIES = '503 database-refuses 30';
const BUSY = '503 database-busy 1';
const LONG = '503 takes-too-long 5';
const FULL = '507 insufficient-storage';

describe.each([
  [
    UNREACHABLE,
    [
      // The network, and its names.
      ...[
        'EADDRNOTAVAIL',
        'EAI_AGAIN',
        'EAI_FAIL',
        'ECONNABORTED',
        'ECONNREFUSED',
        'ECONNRESET',
        'EHOSTDOWN',
      ],
      ...['EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ENOTFOUND', 'EPIPE', 'ETIMEDOUT'],
      // The driver.
      ...['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_ERROR', 'PROTOCOL_SEQUENCE_TIMEOUT'],
      ...['PROTOCOL_UNEXPECTED_PACKET', 'HANDSHAKE_NO_SSL_SUPPORT', 'HANDSHAKE_SSL_ERROR'],
      'HANDSHAKE_UNKNOWN_ERROR',
      // The limits of the pool.
      ...['DB_CONNECTION_TIMEOUT', 'DB_NOT_ANSWERING', 'DB_STATEMENT_TIMEOUT'],
      // The server ends a connection, or itself.
      ...[
        'ER_CLIENT_INTERACTION_TIMEOUT',
        'ER_ERROR_DURING_COMMIT',
        'ER_FORCING_CLOSE',
        'ER_HANDSHAKE_ERROR',
      ],
      ...['ER_NET_ERROR_ON_WRITE', 'ER_NET_PACKETS_OUT_OF_ORDER', 'ER_NET_READ_ERROR'],
      ...['ER_NET_READ_INTERRUPTED', 'ER_NET_WRITE_INTERRUPTED', 'ER_NEW_ABORTING_CONNECTION'],
      ...['ER_NORMAL_SHUTDOWN', 'ER_SERVER_SHUTDOWN', 'ER_SESSION_WAS_KILLED', 'ER_SHUTDOWN_COMPLETE'],
    ],
  ],
  [
    REFUSES,
    [
      ...['ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION', 'ER_OPEN_AS_READONLY', 'ER_OPTION_PREVENTS_STATEMENT'],
      ...['ER_READ_ONLY_MODE', 'ER_SERVER_ISNT_AVAILABLE', 'ER_SERVER_OFFLINE_MODE'],
      ...['ER_CANT_CREATE_THREAD', 'ER_CON_COUNT_ERROR', 'ER_HOST_IS_BLOCKED', 'ER_OUTOFMEMORY'],
      ...['ER_OUT_OF_RESOURCES', 'ER_OUT_OF_SORTMEMORY', 'ER_TOO_MANY_CONCURRENT_TRXS'],
      ...['ER_LOCK_TABLE_FULL', 'ER_TOO_MANY_USER_CONNECTIONS', 'ER_USER_LIMIT_REACHED'],
      // WSREP has not yet prepared node for application use.
      'ER_UNKNOWN_COM_ERROR',
      ...['ER_NET_PACKET_TOO_LARGE', 'ER_QUERY_INTERRUPTED'],
      ...[
        'ER_CANT_CREATE_FILE',
        'ER_CANT_OPEN_FILE',
        'ER_ERROR_ON_READ',
        'ER_ERROR_ON_WRITE',
        'ER_GET_ERRNO',
      ],
      ...['ER_CRASHED_ON_USAGE', 'ER_INDEX_CORRUPT', 'ER_NOT_KEYFILE', 'ER_TABLE_CORRUPT'],
      ...[
        'SQLITE_CANTOPEN',
        'SQLITE_CANTOPEN_ISDIR',
        'SQLITE_CORRUPT',
        'SQLITE_CORRUPT_INDEX',
        'SQLITE_IOERR',
      ],
      ...['SQLITE_IOERR_WRITE', 'SQLITE_NOMEM', 'SQLITE_NOTADB', 'SQLITE_PERM', 'SQLITE_PROTOCOL'],
      ...['SQLITE_READONLY', 'SQLITE_READONLY_DBMOVED'],
    ],
  ],
  [
    DENIES,
    [
      ...['ER_ACCESS_DENIED_ERROR', 'ER_ACCESS_DENIED_NO_PASSWORD_ERROR', 'ER_ACCOUNT_HAS_BEEN_LOCKED'],
      ...['ER_BAD_DB_ERROR', 'ER_COLUMNACCESS_DENIED_ERROR', 'ER_DBACCESS_DENIED_ERROR'],
      ...['ER_HOST_NOT_PRIVILEGED', 'ER_MUST_CHANGE_PASSWORD', 'ER_MUST_CHANGE_PASSWORD_LOGIN'],
      ...['ER_SPECIFIC_ACCESS_DENIED_ERROR', 'ER_TABLEACCESS_DENIED_ERROR'],
    ],
  ],
  [
    BUSY,
    [
      ...['ER_CHECKREAD', 'ER_LOCK_DEADLOCK', 'ER_LOCK_WAIT_TIMEOUT'],
      'ER_TRANSACTION_ROLLBACK_DURING_COMMIT',
      ...[
        'SQLITE_BUSY',
        'SQLITE_BUSY_RECOVERY',
        'SQLITE_BUSY_SNAPSHOT',
        'SQLITE_BUSY_TIMEOUT',
        'SQLITE_LOCKED',
      ],
      'SQLITE_LOCKED_SHAREDCACHE',
    ],
  ],
  [LONG, ['ER_QUERY_TIMEOUT']],
  [
    FULL,
    [
      ...['ER_DISK_FULL', 'ER_DISK_FULL_NOWAIT', 'ER_RECORD_FILE_FULL'],
      ...['ER_TEMP_FILE_WRITE_FAILURE', 'SQLITE_FULL'],
    ],
  ],
  [
    '422 value-not-storable',
    [
      ...['ER_BAD_NULL_ERROR', 'ER_CHECK_CONSTRAINT_VIOLATED', 'ER_DATA_OUT_OF_RANGE', 'ER_DATA_TOO_LONG'],
      ...[
        'ER_TRUNCATED_WRONG_VALUE',
        'SQLITE_CONSTRAINT_CHECK',
        'SQLITE_CONSTRAINT_NOTNULL',
        'SQLITE_TOOBIG',
      ],
    ],
  ],
  [
    '503 concurrent-change 1',
    [
      ...['ER_DUP_ENTRY', 'SQLITE_CONSTRAINT_PRIMARYKEY', 'SQLITE_CONSTRAINT_UNIQUE'],
      ...['ER_NO_REFERENCED_ROW_2', 'ER_ROW_IS_REFERENCED_2', 'SQLITE_CONSTRAINT_FOREIGNKEY'],
    ],
  ],
  [
    'defect',
    ['ER_PARSE_ERROR', 'ER_BAD_FIELD_ERROR', 'ER_NO_SUCH_TABLE', 'SQLITE_ERROR', 'SQLITE_MISUSE', ''],
  ],
])('%s', (told, codes) => {
  test.each(codes)('%s', (code) => {
    expect(toldOf(statement({ code }))).toBe(told);
    expect(toldOf(driverError({ code }))).toBe(told);
  });
});

test.each<[told: string, error: DriverError]>([
  [
    FULL,
    { code: 'ER_GET_ERRNO', message: 'Got error 28 "No space left on device" from storage engine InnoDB' },
  ],
  [FULL, { code: 'ER_GET_ERRNO', message: "Got error 28 - 'No space left on device' from storage engine" }],
  [REFUSES, { code: 'ER_GET_ERRNO', message: 'Got error 122 "Internal (unspecified) error in handler"' }],
  [FULL, { code: 'ER_ERROR_ON_WRITE', message: 'Error writing file \'/tmp/MYx\' (errno: 122 "Quota")' }],
  [REFUSES, { code: 'ER_GET_ERRNO', message: 'Got error 5 "Input/output error" from storage engine InnoDB' }],
  [REFUSES, { code: 'ER_GET_ERRNO', message: 'Got error 128 "Out of memory in engine" from storage engine' }],
  [
    FULL,
    { code: 'ER_ERROR_ON_WRITE', message: 'Error writing file \'/tmp/MYx\' (errno: 28 "No space left")' },
  ],
  [
    FULL,
    { code: 'ER_ERROR_ON_WRITE', message: "Error writing file '/tmp/MYx' (OS errno 28 - No space left)" },
  ],
  [REFUSES, { code: 'ER_ERROR_ON_WRITE', message: 'Error writing file \'/tmp/MYx\' (errno: 5 "I/O error")' }],
  [
    FULL,
    { code: 'ER_CANT_CREATE_FILE', message: "Can't create file '/tmp/MYx' (errno: 28 \"No space left\")" },
  ],
  [REFUSES, { code: 'ER_CANT_CREATE_FILE', message: "Can't create file '/tmp/MYx' (errno: 13 \"Denied\")" }],
  [
    FULL,
    { code: 'ER_CANT_CREATE_TABLE', message: 'Can\'t create table `a`.`b` (errno: 28 "No space left")' },
  ],
  // A foreign key that is wrongly declared.
  [
    'defect',
    { code: 'ER_CANT_CREATE_TABLE', message: 'Can\'t create table `a`.`b` (errno: 150 "Foreign key")' },
  ],
  [FULL, { code: 'ER_ERROR_DURING_COMMIT', message: 'Got error 28 "No space left on device" during COMMIT' }],
  // A text of a client is in this one.
  ['503 concurrent-change 1', { code: 'ER_DUP_ENTRY', message: "Duplicate entry 'error 28' for key 'name'" }],
  // MariaDB alone has these numbers: the driver, which has the names of MySQL, gives them no code.
  [UNREACHABLE, { errno: 1927, message: 'Connection was killed' }],
  [LONG, { errno: 1969, message: 'Query execution was interrupted (max_statement_time exceeded)' }],
  // The driver gives them the names that MySQL has for them.
  [DENIES, { code: 'ER_BULK_PARSER_INCOMPLETE_ESCAPE_SEQUENCE', errno: 4151 }],
  ['422 value-not-storable', { code: 'ER_INNODB_AUTOEXTEND_SIZE_OUT_OF_RANGE', errno: 4025 }],
])('%s: %j', (told, error) => {
  expect(toldOf(statement(error))).toBe(told);
});

test.each(['ER_DUP_ENTRY', 'ER_NO_REFERENCED_ROW_2', 'SQLITE_CONSTRAINT_UNIQUE'])(
  '%s at each attempt is a conflict',
  (code) => {
    const lasting = new LastingViolationError('INSERT', [], driverError({ code }));
    expect(toldOf(lasting)).toBe('409 database-conflict');
  },
);

test.each([undefined, null, 'text', {}, new Error('of the program')])('%p is a defect', (error) => {
  expect(toldOf(error)).toBe('defect');
});
