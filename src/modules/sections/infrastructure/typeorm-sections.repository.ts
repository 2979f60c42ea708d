import { Injectable } from '@nestjs/common';
import { MoreThan } from 'typeorm';
import { NotFoundError } from '../../../kernel/errors.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { parseJson } from '../../../platform/database/columns.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { HOME_ID, Section } from '../domain/section.entity.js';
import { type SectionEntry, SectionsRepository, UrlTakenError } from '../domain/sections.repository.js';

const ENTRY =
  'SELECT id, title, url, full_url AS fullUrl, status, page_settings AS pageSettings FROM sections';

@Injectable()
export class TypeormSectionsRepository extends SectionsRepository {
  constructor(private readonly database: Database) {
    super();
  }

  async getById(id: number): Promise<Section> {
    const section = await this.findById(id);
    if (!section) throw new NotFoundError('section-not-found', `There is no section ${id}.`);
    return section;
  }

  findById(id: number): Promise<Section | null> {
    return this.database.manager.findOneBy(Section, { id });
  }

  list(): Promise<Section[]> {
    return this.database.manager.find(Section, {
      where: { id: MoreThan(HOME_ID) },
      order: { sortOrder: 'ASC', id: 'ASC' },
    });
  }

  isUrlTaken(parentId: number, url: string): Promise<boolean> {
    return this.database.manager.existsBy(Section, { parentId, url });
  }

  children(parentId: number): Promise<Section[]> {
    return this.database.manager.find(Section, {
      where: { parentId, id: MoreThan(HOME_ID) },
      order: { sortOrder: 'ASC', id: 'ASC' },
    });
  }

  async findCandidates(ids: readonly number[], keys: readonly string[]): Promise<SectionEntry[]> {
    const branches: string[] = [];
    if (ids.length > 0) branches.push(`${ENTRY} WHERE id IN (${placeholders(ids)})`);
    for (const column of keys.length > 0 ? ['title_key', 'url', 'full_url'] : []) {
      branches.push(`${ENTRY} WHERE ${column} IN (${placeholders(keys)})`);
    }
    if (branches.length === 0) return [];
    const rows = await this.database.rows<SectionEntry & { pageSettings: string | null }>(
      branches.join(' UNION '),
      [...ids, ...(keys.length > 0 ? [...keys, ...keys, ...keys] : [])],
    );
    return rows.map((row) => ({
      ...row,
      pageSettings: parseJson(row.pageSettings) ?? {},
    }));
  }

  async lock(id: number): Promise<void> {
    // On SQLite a transaction that writes is alone.
    if (this.database.dialect === 'sqlite') return;
    await this.database.rows('SELECT id FROM sections WHERE id = ? FOR UPDATE', [id]);
  }

  lockTree(): Promise<void> {
    return this.lock(HOME_ID);
  }

  async save(section: Section): Promise<Section> {
    try {
      return await this.database.manager.save(section);
    } catch (error) {
      throw isUniqueViolation(error) ? new UrlTakenError() : error;
    }
  }

  async remove(section: Section): Promise<void> {
    await this.database.manager.remove(section);
  }
}
