import type { Badge } from './badge.entity.js';

/** Stores badges with the slugs of their tags. */
export abstract class BadgesRepository {
  /** @throws NotFoundError */
  abstract getById(id: number): Promise<Badge>;
  /**
   * Loads a badge for a change; others wait to change it until the transaction ends.
   * @throws NotFoundError
   */
  abstract getForUpdate(id: number): Promise<Badge>;
  /** @throws ChangedError when it is at none of the versions */
  abstract mustMatch(badge: Badge, versions: readonly number[] | undefined): Promise<void>;
  /** All, by order, then id. */
  abstract list(): Promise<Badge[]>;
  /** Existing badges, in no order. */
  abstract listByIds(ids: readonly number[]): Promise<Badge[]>;
  /** Badges that show the image. */
  abstract findByImage(imageId: number, limit: number): Promise<Badge[]>;
  /** Ids that exist. */
  abstract existing(ids: readonly number[]): Promise<number[]>;
  /** Slugs of the tags of these badges, by id. */
  abstract tagSlugsOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>;
  abstract add(badge: Badge): Promise<void>;
  /** Saves a badge with the slugs of its tags, which assign it to articles. */
  abstract save(badge: Badge): Promise<void>;
  /** Articles lose it. */
  abstract remove(badge: Badge): Promise<void>;
}
