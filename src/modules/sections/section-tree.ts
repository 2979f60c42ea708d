import { Injectable } from '@nestjs/common';
import { DomainEvents } from '../../kernel/events/domain-events.js';
import { ConflictError, InvalidError } from '../../kernel/errors.js';
import { idEnding } from '../../kernel/slug.js';
import { isLikeFeed, isReserved } from '../permalinks/domain/path.js';
import { PermalinksService } from '../permalinks/permalinks.service.js';
import { CompatibilitySettings } from '../compatibility/compatibility.settings.js';
import { PostDisplaced, SectionUrlChanged } from './domain/section-events.js';
import { HOME_ID, MAX_FULL_URL, MAX_URL, type Section, type SectionFields } from './domain/section.entity.js';
import { type SectionPlace, SectionsRepository, UrlTakenError } from './domain/sections.repository.js';

export type SectionInput = SectionFields & { readonly parentId?: number | undefined };

const MAX_DEPTH = 10;
/** Longest path of a section that has moved up. */
const MAX_STORED_URL = 700;

/** Places sections in the tree: parents and paths. For use under the lock of the tree. */
@Injectable()
export class SectionTree {
  constructor(
    private readonly sections: SectionsRepository,
    private readonly permalinks: PermalinksService,
    private readonly events: DomainEvents,
    private readonly compatibility: CompatibilitySettings,
  ) {}

  /**
   * The fields with a slug and a parent for a URL with slashes, by which older clients say where a section
   * is: `news/local` is `local` below `/news`.
   *
   * @throws InvalidError when there is no section at the path before the slug, or `parentId` is another one
   */
  async resolved(fields: SectionInput): Promise<SectionInput> {
    const end = fields.url?.lastIndexOf('/') ?? -1;
    if (fields.url === undefined || end < 0) return fields;
    if (!this.compatibility.enabled) throw InvalidError.field('url', 'must be a slug, without /');
    const parentUrl = `/${fields.url.slice(0, end)}`;
    const candidates = await this.sections.findCandidates([], [parentUrl]);
    const parent = candidates.find(({ fullUrl }) => fullUrl === parentUrl);
    if (!parent) throw InvalidError.field('url', `there is no section ${parentUrl}`);
    if (fields.parentId !== undefined && fields.parentId !== parent.id)
      throw InvalidError.field('parent_id', `is not the section ${parentUrl} that url names`);
    return { ...fields, url: fields.url.slice(end + 1), parentId: parent.id };
  }

  /** Puts a new section below a parent and stores it. @throws InvalidError, ConflictError */
  async add(section: Section, parentId: number): Promise<void> {
    if (parentId !== HOME_ID) mustNestWithin(new Places(await this.sections.places()), null, parentId);
    section.placeBelow(await this.parent(parentId));
    await this.save(section, null, MAX_FULL_URL);
  }

  /**
   * Stores a section that was edited, below this parent, and takes the sections below it along.
   *
   * @returns whether it has moved
   * @throws InvalidError, ConflictError
   */
  async place(section: Section, parentId: number): Promise<boolean> {
    const { fullUrl: formerUrl } = section;
    // A section that is too deep already may be edited in place, and moved up.
    if (parentId !== section.parentId && parentId !== HOME_ID)
      mustNestWithin(new Places(await this.sections.places()), section, parentId);
    section.placeBelow(await this.parent(parentId));
    await this.save(section, formerUrl, MAX_FULL_URL);
    if (section.fullUrl === formerUrl) return false;
    await this.moved(section, formerUrl, MAX_FULL_URL);
    return true;
  }

  /** Takes a section out of the tree: its children move up to its parent. */
  async remove(section: Section, destinationId: number | null): Promise<void> {
    const { id, fullUrl: formerUrl, url } = section;
    const parent = await this.parent(section.parentId);
    const children = await this.sections.children(id);
    if (destinationId !== null) await this.sections.passPathsOn(id, destinationId);
    await this.sections.remove(section, destinationId);
    await this.permalinks.leaveAsSection(formerUrl, id);
    if (destinationId !== null) await this.sections.rememberPath(formerUrl, destinationId);
    for (const child of children) await this.moveUp(child, parent, url.length + 1);
  }

  /** Registers the path of a section as its own; a post that is there gets another. */
  async takePath({ id, fullUrl }: Section): Promise<void> {
    const displaced = await this.permalinks.claimForSection(fullUrl, id);
    if (displaced !== null) await this.events.publish(new PostDisplaced(displaced, fullUrl));
  }

  /** @returns null at the top */
  private async parent(id: number): Promise<Section | null> {
    if (id === HOME_ID) return null;
    const parent = await this.sections.findById(id);
    if (!parent) throw unknownParent(id);
    return parent;
  }

  /** @param room characters that paths below the removed section get shorter by */
  private async moveUp(child: Section, parent: Section | null, room: number): Promise<void> {
    const { fullUrl: formerUrl, url } = child;
    const longest = Math.min(MAX_URL, url.length + room);
    // Its slug was unique below the removed section; where it comes to, it may be taken or reserved.
    for (let attempt = 0; ; attempt++) {
      if (attempt > 0) child.edit({ url: withEnding(url, idEnding(child.id, attempt), longest) });
      child.placeBelow(parent);
      const isAllowed = !isReserved(child.fullUrl) && !isLikeFeed(child.fullUrl);
      if (isAllowed && !(await this.sections.isUrlTaken(child.parentId, child.url))) break;
    }
    await this.save(child, formerUrl, MAX_STORED_URL);
    await this.moved(child, formerUrl, MAX_STORED_URL);
  }

  /** @param formerUrl null for a new section */
  private async save(section: Section, formerUrl: string | null, longest: number): Promise<void> {
    const hasMoved = section.fullUrl !== formerUrl;
    if (hasMoved && section.fullUrl.length > longest)
      throw InvalidError.field('url', `the full path must not be longer than ${longest} characters`);
    if (section.parentId === HOME_ID) mustNotBeReserved(section.url);
    if (hasMoved && isLikeFeed(section.fullUrl))
      throw InvalidError.field('url', `is that of a feed: ${section.fullUrl}`);
    try {
      await (formerUrl === null ? this.sections.add(section) : this.sections.save(section));
    } catch (error) {
      if (!(error instanceof UrlTakenError)) throw error;
      throw new ConflictError('url-taken', `There is a section ${section.fullUrl} already.`, [
        { field: 'url', message: 'is taken below this parent' },
      ]);
    }
    if (!hasMoved) return;
    if (formerUrl !== null) await this.permalinks.leaveAsSection(formerUrl, section.id);
    await this.takePath(section);
  }

  /** Takes the sections below along. */
  private async moved(section: Section, formerUrl: string, longest: number): Promise<void> {
    await this.sections.rememberPath(formerUrl, section.id);
    await this.events.publish(new SectionUrlChanged(section.id, formerUrl, section.fullUrl));
    for (const child of await this.sections.children(section.id)) {
      const formerChildUrl = child.fullUrl;
      child.placeBelow(section);
      await this.save(child, formerChildUrl, longest);
      await this.moved(child, formerChildUrl, longest);
    }
  }
}

/** The sections of the site by their places in the tree. */
class Places {
  private readonly parents: ReadonlyMap<number, number>;

  constructor(places: readonly SectionPlace[]) {
    this.parents = new Map(places.map(({ id, parentId }) => [id, parentId]));
  }

  has(id: number): boolean {
    return this.parents.has(id);
  }

  /** The section and those above it, without Home. */
  lineOf(id: number): number[] {
    const line: number[] = [];
    for (
      let at = id;
      at !== HOME_ID && line.length <= this.parents.size;
      at = this.parents.get(at) ?? HOME_ID
    )
      line.push(at);
    return line;
  }

  /** Levels of the section and those below it. */
  heightOf(id: number): number {
    const own = this.lineOf(id).length;
    let height = 1;
    for (const other of this.parents.keys()) {
      const line = this.lineOf(other);
      if (line.includes(id)) height = Math.max(height, line.length - own + 1);
    }
    return height;
  }
}

/** @param section null for one that is not there yet */
function mustNestWithin(places: Places, section: Section | null, parentId: number): void {
  if (!places.has(parentId)) throw unknownParent(parentId);
  const above = places.lineOf(parentId);
  if (section && above.includes(section.id))
    throw InvalidError.field('parent_id', 'a section cannot be below itself');
  const deepest = above.length + (section ? places.heightOf(section.id) : 1);
  const goesUp = section !== null && above.length + 1 < places.lineOf(section.id).length;
  if (deepest > MAX_DEPTH && !goesUp)
    throw InvalidError.field('parent_id', `sections nest ${MAX_DEPTH} deep at most`);
}

const unknownParent = (id: number) => InvalidError.field('parent_id', `there is no section ${id}`);

/** @param url slug at the top of the site */
export function mustNotBeReserved(url: string): void {
  if (isReserved(`/${url}`)) throw InvalidError.field('url', `"${url}" is reserved at the top of the site`);
}

/** Cuts the slug, so that it fits with its ending; at least one character of it stays. */
function withEnding(url: string, end: string, longest: number): string {
  const room = Math.max(1, longest - end.length);
  return url.slice(0, room).replace(/[\uD800-\uDBFF]$/, '') + end;
}
