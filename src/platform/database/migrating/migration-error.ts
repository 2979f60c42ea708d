import type { DataSource } from 'typeorm';
import { extensionOf } from './migrations.module.js';

/** A migration has failed: the error of the database names neither it nor its extension. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
  /** Code of the database, which says whether to wait for it. */
  readonly code: unknown;

  constructor(migration: string, cause: unknown) {
    const extension = extensionOf(migration);
    const owner = extension === null ? '' : ` of the extension "${extension}"`;
    super(`migration ${migration}${owner}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
    this.code = (cause as { code?: unknown } | null | undefined)?.code;
  }
}

/** Has failures of the migrations of a source name the migration. */
export function nameFailures({ migrations }: DataSource): void {
  for (const migration of migrations) {
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      try {
        await up(runner);
      } catch (error) {
        throw new MigrationError(migration.name ?? migration.constructor.name, error);
      }
    };
  }
}
