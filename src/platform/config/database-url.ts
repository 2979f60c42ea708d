import { ValidateBy } from 'class-validator';

/** A database in memory would have one connection each for readers and the writer: two databases. */
const SQLITE_URL = /^sqlite:(?!:memory:$)./s;
const SERVER_URL = /^mysql:\/\/[^/?#]+\/[^/?#]+$/;

/**
 * Checks the URL of a replica, which a database on a server alone has. What is said of it has no password.
 */
export const IsReplicaUrl = (): PropertyDecorator =>
  ValidateBy({
    name: 'replicaUrl',
    validator: {
      validate: (value, given) => faultOf(value, given?.object) === null,
      defaultMessage: (given) => `${given?.property ?? ''} ${faultOf(given?.value, given?.object) ?? ''}`,
    },
  });

function faultOf(url: unknown, variables: unknown): string | null {
  if (!isServerUrl(url)) return 'must be mysql://user:password@host:port/name';
  return isSqlite(variables) ? 'needs a DATABASE_URL of MySQL or MariaDB: SQLite has no replicas' : null;
}

/** Whether a value is `sqlite:<file>` or `mysql://user:password@host:port/name`. */
export const isDatabaseUrl = (value: unknown): boolean =>
  isServerUrl(value) || (typeof value === 'string' && SQLITE_URL.test(value));

const isServerUrl = (value: unknown): value is string =>
  typeof value === 'string' && SERVER_URL.test(value) && isReadable(value);

/** @param variables those of the environment */
export const isSqlite = (variables: unknown): boolean =>
  String((variables as { DATABASE_URL?: unknown } | undefined)?.DATABASE_URL).startsWith('sqlite:');

function isReadable(url: string): boolean {
  try {
    return URL.canParse(url) && decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}
