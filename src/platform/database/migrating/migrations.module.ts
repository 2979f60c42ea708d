import { type DynamicModule, Module } from '@nestjs/common';
import { InitialSchema1795219200000 } from '../migrations/1795219200000-initial-schema.js';
import { Listing1795305600000 } from '../migrations/1795305600000-listing.js';
import { InstanceProbes1795996800000 } from '../migrations/1795996800000-instance-probes.js';
import { Jobs1797200000000 } from '../migrations/1797200000000-jobs.js';
import { ReplicaBeats1797800100000 } from '../migrations/1797800100000-replica-beats.js';
import type { MigrationClass } from './restartable.js';

/** Migrations of the platform: the first tables of all modules, and its own. */
const declared = new Set<MigrationClass>([
  InitialSchema1795219200000,
  Listing1795305600000,
  InstanceProbes1795996800000,
  Jobs1797200000000,
  ReplicaBeats1797800100000,
]);

let ofExtension: { readonly name: string; readonly migrations: readonly MigrationClass[] } = {
  name: '',
  migrations: [],
};

@Module({})
export class MigrationsModule {
  /** Takes the migrations of a module, as `TypeOrmModule.forFeature` takes its tables. */
  static forFeature(migrations: readonly MigrationClass[]): DynamicModule {
    for (const migration of migrations) declared.add(migration);
    return { module: MigrationsModule };
  }

  /** Takes those of the extension, in the place of the one that an application before had. */
  static forExtension(name: string, migrations: readonly MigrationClass[]): DynamicModule {
    ofExtension = { name, migrations };
    return { module: MigrationsModule };
  }
}

/**
 * The migrations of all modules that have been loaded, and of the extension. They run in the order of the
 * times in their names.
 */
export const declaredMigrations = (): MigrationClass[] => [...declared, ...ofExtension.migrations];

/** The extension that a migration is of; null for one of the service. */
export function extensionOf(migration: string): string | null {
  return ofExtension.migrations.some(({ name }) => name === migration) ? ofExtension.name : null;
}
