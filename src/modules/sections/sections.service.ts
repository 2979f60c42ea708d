import { Injectable } from '@nestjs/common';
import { normalForm } from '../../kernel/text.js';
import { Clock } from '../../kernel/clock.js';
import { type DomainEvent, DomainEvents } from '../../kernel/events/domain-events.js';
import { ForbiddenError, InvalidError, NotFoundError } from '../../kernel/errors.js';
import { byId } from '../../kernel/page.js';
import { slugify } from '../../kernel/slug.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { SectionRemoved, SectionsMoved, SectionsRemoved } from './domain/section-events.js';
import { HOME_ID, MAX_URL, Section, SectionStatus, titleLookupKey } from './domain/section.entity.js';
import {
  type SectionCriteria,
  type SectionEntry,
  type SectionPlace,
  type SectionRemoval,
  SectionsRepository,
} from './domain/sections.repository.js';
import { SectionHeaders } from './section-headers.js';
import { mustNotBeReserved, type SectionInput, SectionTree } from './section-tree.js';

/** A client's reference to a section: an id, a title, a slug, a full path, `Home`. */
export type SectionReference = string | number;

/** Creates, edits, moves, removes and finds sections. */
@Injectable()
export class SectionsService {
  constructor(
    private readonly sections: SectionsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: DomainEvents,
    private readonly clock: Clock,
    private readonly headers: SectionHeaders,
    private readonly tree: SectionTree,
  ) {}

  async create(sent: SectionInput): Promise<Section> {
    const rendered = await this.headers.rendered(sent);
    const created = await this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      const input = await this.tree.resolved(rendered);
      const section = new Section();
      section.createdTs = this.clock.now();
      await this.headers.edit(section, input);
      await this.tree.add(section, input.parentId ?? HOME_ID);
      if (section.tags.length > 0) await this.sections.saveTags(section);
      return section;
    });
    return this.headers.withImage(created);
  }

  async edit(id: number, sent: SectionInput, ifVersions?: readonly number[]): Promise<Section> {
    const rendered = await this.headers.rendered(sent);
    const [section, hasMoved] = await this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      const input = await this.tree.resolved(rendered);
      const section = await this.getEditable(id);
      await this.sections.mustMatch(section, ifVersions);
      await this.headers.edit(section, input);
      const hasMoved = await this.tree.place(section, input.parentId ?? section.parentId);
      if (input.tags !== undefined) await this.sections.saveTags(section);
      return [section, hasMoved] as const;
    });
    if (hasMoved) await this.afterCommit(new SectionsMoved());
    return this.headers.withImage(section);
  }

  /**
   * The section is gone at once and as a whole; its posts leave it afterwards,
   * in small transactions, which a restart does not stop.
   *
   * @param destinationId section that the posts move to; without it they only lose this one
   */
  async remove(id: number, destinationId: number | null, ifVersions?: readonly number[]): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      await this.sections.lock(id);
      const section = await this.getEditable(id);
      await this.sections.mustMatch(section, ifVersions);
      if (destinationId !== null) await this.mustBeOther(destinationId, id);
      await this.tree.remove(section, destinationId);
      await this.events.publish(new SectionRemoved(id, destinationId));
    });
    await this.afterCommit(new SectionsRemoved(), new SectionsMoved());
  }

  /** A removed section that posts are still in; part of the transaction that lets some of them leave. */
  firstRemoved(): Promise<number | null> {
    return this.sections.firstRemoved();
  }

  /** Null when another instance has emptied it meanwhile. */
  lockRemoval(id: number): Promise<SectionRemoval | null> {
    return this.sections.lockRemoval(id);
  }

  /** The removed section is empty. */
  drop(id: number): Promise<void> {
    return this.sections.drop(id);
  }

  /** Sections whose path is a post's as well, or registered as nobody's. */
  listUnregistered(limit: number): Promise<Section[]> {
    return this.sections.listUnregistered(limit);
  }

  /** Registers the path of a section as its own; a post that has it gets another. */
  async register(id: number): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.sections.lockTree();
      await this.tree.takePath(await this.getEditable(id));
    });
  }

  async get(id: number): Promise<Section> {
    return this.headers.withImage(await this.sections.getById(id));
  }

  /** Existing sections by id. */
  async byId(ids: Iterable<number>): Promise<ReadonlyMap<number, Section>> {
    return byId(await this.headers.withImages(await this.sections.findByIds([...new Set(ids)])));
  }

  /**
   * The section that was at this path before it moved, or that the posts of the one went to which was there.
   */
  async findFormer(path: string): Promise<Section | null> {
    const id = await this.sections.findFormer(path);
    return id === null ? null : this.sections.findById(id);
  }

  /** Sections that meet all criteria, including Home. */
  async find(criteria: SectionCriteria): Promise<Section[]> {
    return this.headers.withImages(await this.sections.find(criteria));
  }

  /** All but Home. */
  async list(): Promise<Section[]> {
    return this.headers.withImages(await this.sections.list());
  }

  /** All sections, Home among them, in their order. */
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
   * The sections that references mean, in their order, each once. A number is
   * an id first, then a title, a slug, a full path.
   *
   * @param fieldOf JSON path of a reference
   * @throws InvalidError naming the first reference that means nothing
   */
  async resolve(
    references: readonly SectionReference[],
    fieldOf: (index: number) => string,
  ): Promise<SectionEntry[]> {
    const ids = references.map(Number).filter((id) => Number.isSafeInteger(id));
    const names = references.map((reference) => nameIn(String(reference)));
    const keys = names.flatMap((name) => [name, titleLookupKey(name)]);
    const candidates = await this.sections.findCandidates([...new Set(ids)], [...new Set(keys)]);
    const found = references.map((reference, index) => {
      const section = choose(candidates, names[index] ?? '');
      if (section) return section;
      throw InvalidError.field(fieldOf(index), `there is no section "${reference}"`, 'unknown-section');
    });
    return [...byId(found).values()];
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
    const wanted = nameIn(name);
    const candidates = await this.sections.findCandidates([], [wanted, titleLookupKey(wanted)]);
    const section = chooseByName(candidates, wanted);
    if (section) return section;
    throw new NotFoundError('section-not-found', `There is no section "${name}".`);
  }

  /** Waits for what follows, unless the commit is yet to come: then the request does. */
  private async afterCommit(...events: DomainEvent[]): Promise<void> {
    let published: Promise<void> | undefined;
    this.unitOfWork.afterCommit(() => (published = this.publishEach(events)));
    await published;
  }

  private async publishEach(events: readonly DomainEvent[]): Promise<void> {
    for (const event of events) await this.events.publish(event);
  }

  private async findByTitle(title: string): Promise<SectionEntry | undefined> {
    const [known] = await this.sections.findCandidates([], [titleLookupKey(title)]);
    return known;
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
}

const slugOf = (title: string): string => slugify(title, MAX_URL) || 'section';

function choose(candidates: readonly SectionEntry[], reference: string): SectionEntry | undefined {
  const key = titleLookupKey(reference);
  const isId = /^\d+$/.test(reference);
  return (
    candidates.find(({ id }) => isId && id === Number(reference)) ??
    candidates.find(({ title }) => titleLookupKey(title) === key) ??
    candidates.find(({ url }) => url !== '' && url === reference) ??
    candidates.find(({ fullUrl }) => fullUrl === reference)
  );
}

function chooseByName(candidates: readonly SectionEntry[], reference: string): SectionEntry | undefined {
  const key = titleLookupKey(reference);
  return (
    candidates.find(({ url }) => url !== '' && url === reference) ??
    candidates.find(({ fullUrl }) => fullUrl === reference) ??
    candidates.find(({ title }) => titleLookupKey(title) === key)
  );
}

/** A name as slugs, paths and titles are stored. */
const nameIn = (text: string): string => normalForm(text.trim());
