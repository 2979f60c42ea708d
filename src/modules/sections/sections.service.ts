import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { DomainEvents } from '../../kernel/domain-events.js';
import { ConflictError, ForbiddenError, InvalidError, NotFoundError } from '../../kernel/errors.js';
import { slugify } from '../../kernel/slug.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { isReserved } from '../permalinks/domain/path.js';
import { SectionMoved, SectionRemovalBegun, SectionRemoved, SectionsMoved } from './domain/section-events.js';
import { HOME_ID, Section, type SectionFields, SectionStatus, titleKey } from './domain/section.entity.js';
import {
  type SectionCriteria,
  type SectionEntry,
  type SectionPlace,
  SectionsRepository,
  UrlTakenError,
} from './domain/sections.repository.js';
import { SectionHeaders } from './section-headers.js';

export type SectionInput = SectionFields & { readonly parentId?: number | undefined };

/** What a client writes where a section is meant: an id, a title, a slug, a full path, `Home`. */
export type SectionReference = string | number;

const MAX_DEPTH = 10;
/** Leaves room for the rest of a post's path. */
const MAX_FULL_URL = 400;

/** Creates, edits, moves, removes and finds sections. */
@Injectable()
export class SectionsService {
  constructor(
    private readonly sections: SectionsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
    private readonly headers: SectionHeaders,
  ) {}

  async create(input: SectionInput): Promise<Section> {
    const created = await this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      const section = new Section();
      section.createdTs = this.clock.now();
      await this.headers.edit(section, input);
      section.placeBelow(await this.parent(input.parentId ?? HOME_ID));
      await this.save(section);
      if (section.tags.length > 0) await this.sections.saveTags(section);
      return section;
    });
    return this.headers.shown(created);
  }

  async edit(id: number, input: SectionInput): Promise<Section> {
    const [section, hasMoved] = await this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      const section = await this.getEditable(id);
      const { fullUrl: formerUrl } = section;
      await this.headers.edit(section, input);
      section.placeBelow(await this.parent(input.parentId ?? section.parentId, section.id));
      await this.save(section);
      if (input.tags !== undefined) await this.sections.saveTags(section);
      const hasMoved = section.fullUrl !== formerUrl;
      if (hasMoved) await this.moved(section, formerUrl);
      return [section, hasMoved] as const;
    });
    if (hasMoved) await this.events.publish(new SectionsMoved());
    return this.headers.shown(section);
  }

  /** @param destinationId section that the posts move to; without it they only lose this one */
  async remove(id: number, destinationId: number | null): Promise<void> {
    await this.getRemovable(id, destinationId);
    await this.events.publish(new SectionRemovalBegun(id, destinationId));
    await this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      await this.sections.lock(id);
      const section = await this.getRemovable(id, destinationId);
      await this.events.publish(new SectionRemoved(id, destinationId));
      const parent = await this.parent(section.parentId);
      const children = await this.sections.children(id);
      const { fullUrl: formerUrl } = section;
      if (destinationId !== null) await this.sections.passPathsOn(id, destinationId);
      await this.sections.remove(section);
      if (destinationId !== null) await this.sections.rememberPath(formerUrl, destinationId);
      for (const child of children) await this.moveUp(child, parent);
    });
    await this.events.publish(new SectionsMoved());
  }

  async get(id: number): Promise<Section> {
    return this.headers.shown(await this.sections.getById(id));
  }

  /** Those that there are, by id. */
  async byId(ids: Iterable<number>): Promise<ReadonlyMap<number, Section>> {
    const sections = await this.headers.allShown(await this.sections.findByIds([...new Set(ids)]));
    return new Map(sections.map((section) => [section.id, section]));
  }

  /** The section that was at this path before it moved, or that the posts of the one went to which was there. */
  async findFormer(path: string): Promise<Section | null> {
    const id = await this.sections.findFormer(path);
    return id === null ? null : this.sections.findById(id);
  }

  /** Those that meet all criteria, Home among them. */
  async find(criteria: SectionCriteria): Promise<Section[]> {
    return this.headers.allShown(await this.sections.find(criteria));
  }

  /** All but Home. */
  async list(): Promise<Section[]> {
    return this.headers.allShown(await this.sections.list());
  }

  /** Of all sections, Home among them, in their order. */
  places(): Promise<SectionPlace[]> {
    return this.sections.places();
  }

  /** The section with this title, made (Public, at the top) when there is none. */
  async findOrCreateByTitle(title: string): Promise<SectionEntry> {
    const known = await this.findByTitle(title);
    return known ?? this.create({ title, url: slugOf(title), status: SectionStatus.Public });
  }

  /** @throws InvalidError for a title of which {@link findOrCreateByTitle} can make no section */
  async mustBePossible(title: string): Promise<void> {
    if (!(await this.findByTitle(title))) mustNotBeReserved(slugOf(title));
  }

  /**
   * The sections that references mean, in their order, each once. A number is an id first, then a title, a slug,
   * a full path.
   *
   * @param fieldOf JSON path of a reference
   * @throws InvalidError naming the first reference that means nothing
   */
  async resolve(
    references: readonly SectionReference[],
    fieldOf: (index: number) => string,
  ): Promise<SectionEntry[]> {
    const ids = references.map(Number).filter((id) => Number.isSafeInteger(id));
    const keys = references.map(String).flatMap((reference) => [reference, titleKey(reference)]);
    const candidates = await this.sections.findCandidates([...new Set(ids)], [...new Set(keys)]);
    const found = references.map((reference, index) => {
      const section = choose(candidates, String(reference).trim());
      if (section) return section;
      throw InvalidError.field(fieldOf(index), `there is no section "${reference}"`, 'unknown-section');
    });
    return [...new Map(found.map((section) => [section.id, section])).values()];
  }

  /** Sections with these ids, and those that bring articles with tags of these slugs into them. */
  ofArticle(ids: readonly number[], slugs: readonly string[]): Promise<SectionEntry[]> {
    return this.sections.findByIdsOrTags(ids, slugs);
  }

  /** Slugs of the tags that bring articles into these sections, by id. */
  tagSlugsOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    return this.sections.tagSlugsOf(ids);
  }

  /**
   * The section with this slug, else with this full path, else with this title.
   *
   * @throws NotFoundError
   */
  async getByName(name: string): Promise<SectionEntry> {
    const reference = name.trim();
    const candidates = await this.sections.findCandidates([], [reference, titleKey(reference)]);
    const section = chooseByName(candidates, reference);
    if (section) return section;
    throw new NotFoundError('section-not-found', `There is no section "${name}".`);
  }

  private async findByTitle(title: string): Promise<SectionEntry | undefined> {
    const [known] = await this.sections.findCandidates([], [titleKey(title)]);
    return known;
  }

  private async getRemovable(id: number, destinationId: number | null): Promise<Section> {
    const section = await this.getEditable(id);
    if (destinationId !== null) await this.mustBeOther(destinationId, id);
    return section;
  }

  private async getEditable(id: number): Promise<Section> {
    const section = await this.sections.getById(id);
    if (section.isHome) throw new ForbiddenError('home-is-fixed', 'Home cannot be edited or deleted.');
    return section;
  }

  private async mustBeOther(destinationId: number, id: number): Promise<void> {
    if (destinationId !== id && (await this.sections.findById(destinationId))) return;
    throw InvalidError.field('destination_section_id', `there is no other section ${destinationId}`);
  }

  /** @param childId section that is about to be placed below the parent; @returns null at the top */
  private async parent(id: number, childId?: number): Promise<Section | null> {
    if (id === HOME_ID) return null;
    const parent = await this.sections.findById(id);
    if (!parent) throw InvalidError.field('parent_id', `there is no section ${id}`);
    let depth = 1;
    for (let above: Section | null = parent; above; depth++) {
      if (above.id === childId) throw InvalidError.field('parent_id', 'a section cannot be below itself');
      above = above.parentId === HOME_ID ? null : await this.sections.findById(above.parentId);
    }
    if (depth > MAX_DEPTH) throw InvalidError.field('parent_id', `sections nest ${MAX_DEPTH} deep at most`);
    return parent;
  }

  private async save(section: Section): Promise<void> {
    if (section.fullUrl.length > MAX_FULL_URL) {
      throw InvalidError.field('url', `the full path must not be longer than ${MAX_FULL_URL} characters`);
    }
    if (section.parentId === HOME_ID) mustNotBeReserved(section.url);
    try {
      await this.sections.save(section);
    } catch (error) {
      if (!(error instanceof UrlTakenError)) throw error;
      throw new ConflictError('url-taken', `There is a section ${section.fullUrl} already.`, [
        { field: 'url', message: 'is taken below this parent' },
      ]);
    }
  }

  private async moveUp(child: Section, parent: Section | null): Promise<void> {
    const formerUrl = child.fullUrl;
    child.placeBelow(parent);
    // Its slug was unique below the removed section; where it comes to, it may be taken or reserved.
    const isFree = !isReserved(child.fullUrl) && !(await this.sections.isUrlTaken(child.parentId, child.url));
    if (!isFree) {
      child.edit({ url: `${child.url}-${child.id}` });
      child.placeBelow(parent);
    }
    await this.save(child);
    await this.moved(child, formerUrl);
  }

  /** Takes the sections below along. */
  private async moved(section: Section, formerUrl: string): Promise<void> {
    await this.sections.rememberPath(formerUrl, section.id);
    await this.events.publish(new SectionMoved(section.id, formerUrl, section.fullUrl));
    for (const child of await this.sections.children(section.id)) {
      const formerChildUrl = child.fullUrl;
      child.placeBelow(section);
      await this.save(child);
      await this.moved(child, formerChildUrl);
    }
  }
}

const slugOf = (title: string): string => slugify(title, 100) || 'section';

/** @param url slug at the top of the site */
function mustNotBeReserved(url: string): void {
  if (isReserved(`/${url}`)) throw InvalidError.field('url', `"${url}" is reserved at the top of the site`);
}

function choose(candidates: readonly SectionEntry[], reference: string): SectionEntry | undefined {
  const key = titleKey(reference);
  const isId = /^\d+$/.test(reference);
  return (
    candidates.find(({ id }) => isId && id === Number(reference)) ??
    candidates.find(({ title }) => titleKey(title) === key) ??
    candidates.find(({ url }) => url !== '' && url === reference) ??
    candidates.find(({ fullUrl }) => fullUrl === reference)
  );
}

function chooseByName(candidates: readonly SectionEntry[], reference: string): SectionEntry | undefined {
  const key = titleKey(reference);
  return (
    candidates.find(({ url }) => url !== '' && url === reference) ??
    candidates.find(({ fullUrl }) => fullUrl === reference) ??
    candidates.find(({ title }) => titleKey(title) === key)
  );
}
