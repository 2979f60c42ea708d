import type { DataSource } from 'typeorm';
import type { BoundedPool } from './bounded-pool.js';

/** The pool of a data source on MySQL or MariaDB, once it is open. */
export function poolOf(source: DataSource): BoundedPool {
  return (source.driver as unknown as { pool: BoundedPool }).pool;
}
