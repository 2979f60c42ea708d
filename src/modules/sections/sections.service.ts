import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { DomainEvents } from '../../kernel/domain-events.js';
import { ConflictError, ForbiddenError, InvalidError } from '../../kernel/errors.js';
import { slugify } from '../../kernel/slug.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { isReserved } from '../permalinks/domain/path.js';
import { SectionMoved, SectionRemoved, SectionRetagged } from './domain/section-events.js';
import { HOME_ID, Section, type SectionFields, SectionStatus, titleKey } from './domain/section.entity.js';
import { type SectionEntry, SectionsRepository, UrlTakenError } from './domain/sections.repository.js';

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
  ) {}

  create(input: SectionInput): Promise<Section> {
    return this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      const section = new Section();
      section.createdTs = this.clock.now();
      section.edit(input);
      section.placeBelow(await this.parent(input.parentId ?? HOME_ID));
      await this.save(section);
      if (section.tags.length > 0)
        await this.events.publish(new SectionRetagged(section.id, section.tags, []));
      return section;
    });
  }

  edit(id: number, input: SectionInput): Promise<Section> {
    return this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      const section = await this.getEditable(id);
      const { fullUrl: formerUrl, tags: formerTags } = section;
      section.edit(input);
      section.placeBelow(await this.parent(input.parentId ?? section.parentId, section.id));
      await this.save(section);
      if (section.fullUrl !== formerUrl) await this.moved(section, formerUrl);
      if (input.tags !== undefined && !isSameList(input.tags, formerTags)) {
        await this.events.publish(new SectionRetagged(id, section.tags, formerTags));
      }
      return section;
    });
  }

  /** @param destinationId section that the posts move to; without it they only lose this one */
  async remove(id: number, destinationId: number | null): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      await this.sections.lock(id);
      const section = await this.getEditable(id);
      if (destinationId !== null) await this.mustBeOther(destinationId, id);
      await this.events.publish(new SectionRemoved(id, destinationId));
      const parent = await this.parent(section.parentId);
      const children = await this.sections.children(id);
      await this.sections.remove(section);
      for (const child of children) await this.moveUp(child, parent);
    });
  }

  get(id: number): Promise<Section> {
    return this.sections.getById(id);
  }

  /** All but Home. */
  list(): Promise<Section[]> {
    return this.sections.list();
  }

  /** The section with this title, made (Public, at the top) when there is none. */
  async findOrCreateByTitle(title: string): Promise<SectionEntry> {
    const [known] = await this.sections.findCandidates([], [titleKey(title)]);
    if (known) return known;
    return this.create({ title, url: slugify(title, 100) || 'section', status: SectionStatus.Public });
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
    if (section.parentId === HOME_ID && isReserved(section.fullUrl)) {
      throw InvalidError.field('url', `"${section.url}" is reserved at the top of the site`);
    }
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
    await this.events.publish(new SectionMoved(section.id, formerUrl, section.fullUrl));
    for (const child of await this.sections.children(section.id)) {
      const formerChildUrl = child.fullUrl;
      child.placeBelow(section);
      await this.save(child);
      await this.moved(child, formerChildUrl);
    }
  }
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

const isSameList = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((item, index) => item === other[index]);
