import type { Extension } from '../extension/extension.js';
import { loadExtension } from '../extension/load-extension.js';
import { Environment } from '../platform/config/environment.js';
import { MigrationsModule } from '../platform/database/migrating/migrations.module.js';

let given: Extension | undefined;

/** Commands run with this extension, instead of the one that the environment names. */
export function useExtension(extension: Extension | undefined): void {
  given = extension;
}

/** @throws ExtensionError */
export async function currentExtension(): Promise<Extension> {
  if (given) return given;
  const { EXTENSION } = Environment.from(process.env);
  // It is checked beside all modules of the service.
  if (EXTENSION !== undefined) await import('../app.module.js');
  return loadExtension(EXTENSION);
}

/** Makes those of the extension known beside those of all modules, which are loaded with the application. */
export async function loadMigrations(): Promise<void> {
  await import('../app.module.js');
  const { name, migrations = [] } = await currentExtension();
  MigrationsModule.forExtension(name, migrations);
}
