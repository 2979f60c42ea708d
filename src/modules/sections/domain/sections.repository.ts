import type { StoredAboutTexts } from '../../content/domain/stored-about-texts.js';
import type { PageSettings, Section, SectionStatus } from './section.entity.js';

/** The few facts of a section that placing an article in it takes. */
export interface SectionEntry {
  readonly id: number;
  readonly title: string;
  readonly url: string;
  readonly fullUrl: string;
  readonly status: number;
  readonly pageSettings: Partial<PageSettings>;
}

/** Position of a section in the tree. */
export interface SectionPlace {
  readonly id: number;
  readonly parentId: number;
  readonly title: string;
  /** `/parent/child`, as it is stored; `/` for Home. */
  readonly fullUrl: string;
  readonly status: SectionStatus;
  readonly opensNewTab: boolean;
}

/** Criteria for the sections of a list; absent ones do not restrict it. */
export interface SectionCriteria {
  readonly ids?: readonly number[] | undefined;
  readonly noIds?: readonly number[] | undefined;
  /** Full paths: `/parent/child`. */
  readonly paths?: readonly string[] | undefined;
  readonly noPaths?: readonly string[] | undefined;
  readonly statuses?: readonly SectionStatus[] | undefined;
  readonly noStatuses?: readonly SectionStatus[] | undefined;
}

/** A removed section that posts are still in. */
export interface SectionRemoval {
  readonly sectionId: number;
  /** Section that gets its posts; null when they only lose the section. */
  readonly destinationId: number | null;
}

/** Sections that are removed are not found by any of these methods, except where they say so. */
export abstract class SectionsRepository {
  abstract readonly aboutTexts: StoredAboutTexts;
  /** @throws NotFoundError */
  abstract getById(id: number): Promise<Section>;
  abstract findById(id: number): Promise<Section | null>;
  abstract findByIds(ids: readonly number[]): Promise<Section[]>;
  /** All but Home, by order, then id. */
  abstract list(): Promise<Section[]>;
  /** Sections that meet all criteria, in the same order. */
  abstract find(criteria: SectionCriteria): Promise<Section[]>;
  /** All sections, Home among them, in the same order. */
  abstract places(): Promise<SectionPlace[]>;
  /** Sections that show the image. */
  abstract findByImage(imageId: number, limit: number): Promise<Section[]>;
  /** Sections whose safe text about them holds another text. */
  abstract findByAboutText(part: string, limit: number): Promise<Section[]>;
  abstract isUrlTaken(parentId: number, url: string): Promise<boolean>;
  abstract children(parentId: number): Promise<Section[]>;
  /** Sections that may be meant by ids or by keys (lower-case titles, slugs, full paths). */
  abstract findCandidates(ids: readonly number[], keys: readonly string[]): Promise<SectionEntry[]>;
  /** Sections with one of these ids, or with a tag among these slugs; each once. */
  abstract findByIdsOrTags(ids: readonly number[], slugs: readonly string[]): Promise<SectionEntry[]>;
  abstract tagSlugsOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>>;
  /** Holds back whoever wants to put something into the section, until the transaction ends. */
  abstract lock(id: number): Promise<void>;
  /** Holds other changes of the tree back until the transaction ends. */
  abstract lockTree(): Promise<void>;
  /** @throws ChangedError when it is at none of the versions */
  abstract mustMatch(section: Section, versions: readonly number[] | undefined): Promise<void>;
  /** @throws UrlTakenError */
  abstract add(section: Section): Promise<Section>;
  /** @throws UrlTakenError */
  abstract save(section: Section): Promise<Section>;
  /** The slugs of the section's tags, by which articles come into it. */
  abstract saveTags(section: Section): Promise<void>;
  /**
   * Marks the section as removed, and lets removals that lead to it lead on. Its row stays until it is empty.
   */
  abstract remove(section: Section, destinationId: number | null): Promise<void>;
  /** A removed section to empty; null when there is none. */
  abstract firstRemoved(): Promise<number | null>;
  /**
   * Waits until nobody else works on a removed section, and keeps others from it until the transaction ends.
   * Null when it is empty by now.
   */
  abstract lockRemoval(id: number): Promise<SectionRemoval | null>;
  /** Drops a removed section that no post is in any more. */
  abstract drop(id: number): Promise<void>;
  /** Up to `limit` sections whose path is not registered as theirs. */
  abstract listUnregistered(limit: number): Promise<Section[]>;
  /** Remembers a former path of the section; it leads there as long as nothing else has it. */
  abstract rememberPath(path: string, sectionId: number): Promise<void>;
  /** Lets the paths of one section lead to another. */
  abstract passPathsOn(fromId: number, toId: number): Promise<void>;
  /** The section that was at the path; null where there was none. */
  abstract findFormer(path: string): Promise<number | null>;
}

export class UrlTakenError extends Error {}
