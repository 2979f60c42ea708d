import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { And, In, IsNull, MoreThan, Not, type Repository } from 'typeorm';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { mustExist } from '../../../kernel/errors.js';
import { tagSlug } from '../../../kernel/slug.js';
import { Database, placeholders, type SqlParameter } from '../../../platform/database/database.js';
import { parseJson } from '../../../platform/database/columns.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { lockRow } from '../../../platform/database/rows/lock-row.js';
import { TagRows } from '../../../platform/database/rows/tag-rows.js';
import { VersionedRows } from '../../../platform/database/rows/versioned-rows.js';
import { SafeHtmlColumn } from '../../../platform/database/rows/safe-html-column.js';
import { ChangeLog } from '../../changes/change-log.js';
import { SectionChanged } from '../domain/section-events.js';
import { HOME_ID, NOWHERE_ID, type PageSettings, Section } from '../domain/section.entity.js';
import {
  type SectionCriteria,
  type SectionEntry,
  type SectionPlace,
  type SectionRemoval,
  SectionsRepository,
  UrlTakenError,
} from '../domain/sections.repository.js';

const ENTRY =
  'SELECT id, title, url, full_url AS fullUrl, status, page_settings AS pageSettings FROM sections WHERE removed_to IS NULL';
/** Sections that are removed are there until they are empty. */
const LIVE = { removedTo: IsNull() };

/** Names of columns that differ for clients; null for those they do not see. */
const FIELDS = {
  sort_order: 'order',
  header_image_id: 'url_header_image',
  title_key: null,
  about_html_safe: null,
  removed_to: null,
};

@Injectable()
export class SqlSectionsRepository extends SectionsRepository {
  readonly aboutTexts: SafeHtmlColumn;
  private readonly tags: TagRows;
  private readonly versioned: VersionedRows<Section>;

  constructor(
    @InjectRepository(Section) private readonly sections: Repository<Section>,
    private readonly database: Database,
    private readonly events: DomainEvents,
    private readonly changes: ChangeLog,
  ) {
    super();
    this.aboutTexts = new SafeHtmlColumn(database, 'sections', 'removed_to IS NULL');
    this.tags = new TagRows(database, 'section_tags', 'section_id');
    this.versioned = new VersionedRows(database, Section, FIELDS, (change) =>
      changes.note('section', change),
    );
  }

  async getById(id: number): Promise<Section> {
    return mustExist('section', id, await this.findById(id));
  }

  async findById(id: number): Promise<Section | null> {
    return this.versioned.loaded(await this.sections.findOneBy({ id, ...LIVE }));
  }

  mustMatch(section: Section, versions: readonly number[] | undefined): Promise<void> {
    return this.changes.mustMatch('section', section, { at: section.createdTs, authorId: null }, versions);
  }

  findByIds(ids: readonly number[]): Promise<Section[]> {
    return this.sections.findBy({ id: In([...ids]), ...LIVE });
  }

  list(): Promise<Section[]> {
    return this.sections.find({
      where: { id: MoreThan(HOME_ID), ...LIVE },
      order: { sortOrder: 'ASC', id: 'ASC' },
    });
  }

  find({ ids, noIds, paths, noPaths, statuses, noStatuses }: SectionCriteria): Promise<Section[]> {
    return this.sections.find({
      where: {
        ...among('id', ids, noIds),
        ...among('fullUrl', paths, noPaths),
        ...among('status', statuses, noStatuses),
        ...LIVE,
      },
      order: { sortOrder: 'ASC', id: 'ASC' },
    });
  }

  async places(): Promise<SectionPlace[]> {
    const rows = await this.database.rows<SectionPlace & { pageSettings: string | null }>(
      `SELECT id, parent_id AS parentId, title, full_url AS fullUrl, status, page_settings AS pageSettings
         FROM sections WHERE removed_to IS NULL ORDER BY sort_order, id`,
    );
    return rows.map(({ pageSettings, ...place }) => {
      const settings = parseJson(pageSettings) as Partial<PageSettings> | null;
      return { ...place, opensNewTab: settings?.open_in_new_tab === true };
    });
  }

  findByImage(headerImageId: number, limit: number): Promise<Section[]> {
    return this.sections.find({
      where: { headerImageId, ...LIVE },
      order: { id: 'ASC' },
      take: limit,
    });
  }

  async findByAboutText(part: string, limit: number): Promise<Section[]> {
    const ids = await this.aboutTexts.holding(part, limit);
    return this.sections.find({ where: { id: In(ids), ...LIVE }, order: { id: 'ASC' } });
  }

  isUrlTaken(parentId: number, url: string): Promise<boolean> {
    return this.sections.existsBy({ parentId, url });
  }

  async children(parentId: number): Promise<Section[]> {
    const children = await this.sections.find({
      where: { parentId, id: MoreThan(HOME_ID), ...LIVE },
      order: { sortOrder: 'ASC', id: 'ASC' },
    });
    return children.map((child) => this.versioned.loaded(child));
  }

  async findCandidates(ids: readonly number[], keys: readonly string[]): Promise<SectionEntry[]> {
    const branches: string[] = [];
    if (ids.length > 0) branches.push(`${ENTRY} AND id IN (${placeholders(ids)})`);
    for (const column of keys.length > 0 ? ['title_key', 'url', 'full_url'] : []) {
      branches.push(`${ENTRY} AND ${column} IN (${placeholders(keys)})`);
    }
    return this.entries(branches, [...ids, ...(keys.length > 0 ? [...keys, ...keys, ...keys] : [])]);
  }

  findByIdsOrTags(ids: readonly number[], slugs: readonly string[]): Promise<SectionEntry[]> {
    const branches: string[] = [];
    if (ids.length > 0) branches.push(`${ENTRY} AND id IN (${placeholders(ids)})`);
    if (slugs.length > 0) {
      const tagged = `SELECT section_id FROM section_tags WHERE slug IN (${placeholders(slugs)})`;
      branches.push(`${ENTRY} AND id IN (${tagged})`);
    }
    return this.entries(branches, [...ids, ...slugs]);
  }

  tagSlugsOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly string[]>> {
    return this.tags.of(ids);
  }

  saveTags({ id, tags }: Section): Promise<void> {
    return this.tags.save(
      id,
      [...new Set(tags.map(tagSlug))].filter((slug) => slug !== ''),
    );
  }

  /** Sections that one of the branches finds, by id, so that the first of several is the same everywhere. */
  private async entries(
    branches: readonly string[],
    parameters: readonly SqlParameter[],
  ): Promise<SectionEntry[]> {
    if (branches.length === 0) return [];
    const rows = await this.database.rows<SectionEntry & { pageSettings: string | null }>(
      `${branches.join(' UNION ')} ORDER BY id`,
      parameters,
    );
    return rows.map((row) => ({ ...row, pageSettings: parseJson(row.pageSettings) ?? {} }));
  }

  lock(id: number): Promise<void> {
    return lockRow(this.database, 'sections', id);
  }

  lockTree(): Promise<void> {
    return this.lock(HOME_ID);
  }

  add(section: Section): Promise<Section> {
    return this.write(() => this.versioned.add(section));
  }

  save(section: Section): Promise<Section> {
    return this.write(() => this.versioned.save(section));
  }

  private async write(write: () => Promise<Section>): Promise<Section> {
    try {
      const saved = await write();
      await this.events.publish(new SectionChanged(saved.id, saved.fullUrl));
      return saved;
    } catch (error) {
      throw isUniqueViolation(error) ? new UrlTakenError() : error;
    }
  }

  async remove(section: Section, destinationId: number | null): Promise<void> {
    const { id } = section;
    await this.versioned.noteDeletion(section);
    section.remove(destinationId);
    await this.sections.save(section);
    await this.database.execute('UPDATE sections SET removed_to = ? WHERE removed_to = ?', [
      section.removedTo,
      id,
    ]);
    await this.events.publish(new SectionChanged(id, null));
  }

  async firstRemoved(): Promise<number | null> {
    // Without a lock: no index leads there, so all sections before it would be locked.
    const [row] = await this.database.rows<{ id: number }>(
      'SELECT id FROM sections WHERE removed_to IS NOT NULL ORDER BY id LIMIT 1',
    );
    return row?.id ?? null;
  }

  async lockRemoval(id: number): Promise<SectionRemoval | null> {
    const [row] = await this.database.rows<{ sectionId: number; removedTo: number }>(
      `SELECT id AS sectionId, removed_to AS removedTo FROM sections
        WHERE id = ? AND removed_to IS NOT NULL${this.database.forUpdate}`,
      [id],
    );
    if (!row) return null;
    const { sectionId, removedTo } = row;
    return { sectionId, destinationId: removedTo === NOWHERE_ID ? null : removedTo };
  }

  async drop(id: number): Promise<void> {
    await this.database.execute('DELETE FROM sections WHERE id = ? AND removed_to IS NOT NULL', [id]);
  }

  async listUnregistered(limit: number): Promise<Section[]> {
    const rows = await this.database.rows<{ id: number }>(
      `SELECT s.id AS id FROM sections s LEFT JOIN article_paths p ON p.path = s.full_url
        WHERE s.removed_to IS NULL AND s.id > ? AND (p.section_id IS NULL OR p.section_id <> s.id)
        ORDER BY s.id LIMIT ?`,
      [HOME_ID, limit],
    );
    return this.findByIds(rows.map(({ id }) => id));
  }

  async rememberPath(path: string, sectionId: number): Promise<void> {
    await this.database.upsert('section_paths', ['path', 'section_id'], ['path'], [[path, sectionId]]);
  }

  async passPathsOn(fromId: number, toId: number): Promise<void> {
    await this.database.execute('UPDATE section_paths SET section_id = ? WHERE section_id = ?', [
      toId,
      fromId,
    ]);
  }

  async findFormer(path: string): Promise<number | null> {
    const rows = await this.database.rows<{ path: string; sectionId: number }>(
      'SELECT path, section_id AS sectionId FROM section_paths WHERE path = ?',
      [path],
    );
    // Databases take texts for equal that differ in blanks at their ends.
    return rows.find((row) => row.path === path)?.sectionId ?? null;
  }
}

/** The condition on one field; none where neither matters. */
function among<T>(field: keyof Section, some: readonly T[] | undefined, others: readonly T[] = []) {
  const conditions = [...(some ? [In([...some])] : []), ...(others.length > 0 ? [Not(In([...others]))] : [])];
  return conditions.length > 0 ? { [field]: And(...conditions) } : {};
}
