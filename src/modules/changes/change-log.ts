import type { UtcSeconds } from '../../kernel/clock.js';
import { ChangedError, type FieldChange } from '../../kernel/errors.js';

/** Kinds of resources that have versions. */
export type ResourceType = 'article' | 'section' | 'author' | 'badge' | 'image' | 'document';

/** One change of a resource: what the version differs in from the one before. */
export interface Change {
  readonly version: number;
  readonly at: UtcSeconds;
  /** Null for the service itself. */
  readonly authorId: number | null;
  /** As clients name them. */
  readonly fields: readonly string[];
}

interface Versioned {
  readonly id: number;
  readonly version: number;
}

/** Which fields the latest versions of each resource have changed, when, and in whose name. */
export abstract class ChangeLog {
  /** In the transaction of the change; the time and the author are those of the work at hand. */
  abstract note(type: ResourceType, id: number, change: Pick<Change, 'version' | 'fields'>): Promise<void>;

  /** The changes after a version that are still known, the latest first. */
  abstract since(type: ResourceType, id: number, version: number): Promise<Change[]>;

  /**
   * @param versions that a client has seen; undefined when it does not matter
   * @throws ChangedError saying what has changed since the latest of them, as far as it is known
   */
  async mustMatch(
    type: ResourceType,
    { id, version }: Versioned,
    versions: readonly number[] | undefined,
  ): Promise<void> {
    if (!versions || versions.includes(version)) return;
    const seen = Math.max(...versions.filter((known) => known < version));
    const changes = await this.since(type, id, Number.isFinite(seen) ? seen : version - 1);
    const [latest] = changes;
    const isComplete = Number.isFinite(seen) && changes.length === version - seen;
    throw new ChangedError('version-mismatch', `The ${type} is at version ${version}.`, {
      version,
      ...(latest?.version === version && { at: latest.at, authorId: latest.authorId }),
      ...(isComplete && { fields: latestOfEach(changes) }),
    });
  }
}

/** @param changes the latest first */
function latestOfEach(changes: readonly Change[]): FieldChange[] {
  const fields = new Map<string, FieldChange>();
  for (const { at, authorId, fields: changed } of changes)
    for (const field of changed) if (!fields.has(field)) fields.set(field, { field, at, authorId });
  return [...fields.values()];
}
