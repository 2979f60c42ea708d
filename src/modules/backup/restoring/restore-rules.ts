import { ConflictError } from '../../../kernel/errors.js';
import type { DatabaseKind } from '../database-dump.js';
import type { Manifest } from '../contents/manifest.js';

const KINDS: Readonly<Record<DatabaseKind, string>> = {
  sqlite: 'SQLite',
  mariadb: 'MariaDB',
  mysql: 'MySQL',
};

/** The service that restores. */
export interface RestoringService {
  readonly version: string;
  /** Names of the migrations that it has, those of its extension included. */
  readonly migrations: readonly string[];
  readonly kind: DatabaseKind;
}

/**
 * @throws ConflictError for a backup of another kind of database, of a newer version, or of another extension
 */
export function mustBeRestorable(manifest: Manifest, service: RestoringService): void {
  const { database, migrations } = manifest;
  if (database.kind !== service.kind)
    throw new ConflictError(
      'other-database',
      `The backup is of ${KINDS[database.kind]}, and DATABASE_URL names ${KINDS[service.kind]}: restore it there, and move the site with "export --all" and "import".`,
    );
  if (isNewer(manifest.service, service.version))
    throw new ConflictError(
      'newer-version',
      `The backup was made by version ${manifest.service}, and this is ${service.version}: restore it with that version or a newer one.`,
    );
  const known = new Set(service.migrations);
  const unknown = migrations.filter((name) => !known.has(name));
  if (unknown.length > 0)
    throw new ConflictError(
      'newer-version',
      `The backup has migrations that this service does not know (${unknown.join(', ')}): restore it with the version that made it or a newer one, and with its extension (EXTENSION).`,
    );
}

function isNewer(version: string, other: string): boolean {
  return version.localeCompare(other, 'en', { numeric: true }) > 0;
}
