import type { DataSource } from 'typeorm';
import { extensionOf } from './migrations.module.js';

/** Puts the name of a migration, and of its extension, before the messages of the errors that it throws. */
export function nameFailures({ migrations }: DataSource): void {
  for (const migration of migrations) {
    const up = migration.up.bind(migration);
    migration.up = async (runner) => {
      try {
        await up(runner);
      } catch (error) {
        const name = migration.name ?? migration.constructor.name;
        if (error instanceof Error) error.message = `${describe(name)}: ${error.message}`;
        throw error;
      }
    };
  }
}

function describe(migration: string): string {
  const extension = extensionOf(migration);
  return `migration ${migration}${extension === null ? '' : ` of the extension "${extension}"`}`;
}
