import type { DataSource } from 'typeorm';
import { Sql } from '../sql.js';

/** A SELECT that the server gives up after some seconds; SQLite has no such limit. */
export function limitedSelect({ options: { type } }: DataSource, select: Sql, seconds: number): Sql {
  const { text, parameters } = select;
  if (type === 'mariadb')
    return new Sql(`SET STATEMENT max_statement_time = ${seconds} FOR ${text}`, parameters);
  if (type !== 'mysql') return select;
  const hint = `SELECT /*+ MAX_EXECUTION_TIME(${seconds * 1000}) */`;
  return new Sql(text.replace(/^\s*SELECT/, hint), parameters);
}
