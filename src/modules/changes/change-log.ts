import type { UtcSeconds } from '../../kernel/clock.js';
import { ChangedError, type Creation, type FieldChange } from '../../kernel/errors.js';
import type { Audience } from './domain/audience.js';

/** Kinds of resources that have versions. */
export type ResourceType = 'article' | 'section' | 'author' | 'badge' | 'image' | 'document';

/** Kinds of things of which changes are told; likes and follows have no versions. */
export type ChangedResource = ResourceType | 'like' | 'follow';

/** All of them. */
export const CHANGED_RESOURCES: readonly ChangedResource[] = Object.keys({
  article: true,
  section: true,
  author: true,
  badge: true,
  image: true,
  document: true,
  like: true,
  follow: true,
} satisfies Record<ChangedResource, true>) as ChangedResource[];

/** `remove` is of articles, which can be restored; `delete` of all others. */
export type ChangeVerb =
  | 'create'
  | 'edit'
  | 'publish'
  | 'unpublish'
  | 'schedule'
  | 'unschedule'
  | 'remove'
  | 'restore'
  | 'move'
  | 'delete';

/** All of them. */
export const CHANGE_VERBS: readonly ChangeVerb[] = Object.keys({
  create: true,
  edit: true,
  publish: true,
  unpublish: true,
  schedule: true,
  unschedule: true,
  remove: true,
  restore: true,
  move: true,
  delete: true,
} satisfies Record<ChangeVerb, true>) as ChangeVerb[];

/** A change that is being made. */
export interface NewChange {
  /** Id of the resource; a like has that of its post, a follow that of its section. */
  readonly id: number;
  readonly verb: ChangeVerb;
  /**
   * Version after the change; after a deletion, one more than the last. Null for resources without versions.
   */
  readonly version: number | null;
  /** API names of the fields that differ; none of a new resource. */
  readonly fields: readonly string[];
  /** The author of the change, when that is not the acting one: an Administrator may like for others. */
  readonly authorId?: number;
  /** Readers of an article, and of a file that is deleted; all who read articles read all other resources. */
  readonly audience?: Audience;
}

/** One change of a resource: the difference between a version and the one before. */
export interface Change {
  readonly version: number;
  readonly at: UtcSeconds;
  /** Null for the service itself. */
  readonly authorId: number | null;
  /** Fields, by their names in the API. */
  readonly fields: readonly string[];
}

export interface Versioned {
  readonly id: number;
  readonly version: number;
}

/**
 * Every change of a resource: what the latest versions have changed, when, and
 * in whose name, and events for those who follow them.
 */
export abstract class ChangeLog {
  /** Adds changes, in their transaction, with the time and the author of the work at hand. */
  abstract note(type: ChangedResource, ...changes: readonly NewChange[]): Promise<void>;

  /** The changes after a version that are still known, the latest first. */
  abstract since(type: ResourceType, id: number, version: number): Promise<Change[]>;

  /** The changes that have made these versions, by the ids of the resources, as far as they are known. */
  abstract of(type: ResourceType, versions: readonly Versioned[]): Promise<ReadonlyMap<number, Change>>;

  /**
   * @param creation of the resource
   * @param versions that a client has seen; undefined when it does not matter
   * @throws ChangedError saying what has changed since the latest of them, as far as it is known
   */
  async mustMatch(
    type: ResourceType,
    { id, version }: Versioned,
    creation: Creation,
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
      ...(version === 1 && { creation }),
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
