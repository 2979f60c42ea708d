import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { NotFoundError } from '../../../kernel/errors.js';
import type { Page } from '../../../kernel/page.js';
import { Database, placeholders } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { Author } from '../domain/author.entity.js';
import { AuthorsRepository, EmailTakenError, NameTakenError } from '../domain/authors.repository.js';

/** How the databases name the index in their messages. */
const EMAIL_INDEX = /key '[\w.]*authors_by_email'$|authors\.email_key$/;

@Injectable()
export class TypeormAuthorsRepository extends AuthorsRepository {
  constructor(private readonly database: Database) {
    super();
  }

  async getById(id: number): Promise<Author> {
    const author = await this.database.manager.findOneBy(Author, { id });
    if (!author) throw new NotFoundError('author-not-found', `There is no author ${id}.`);
    return author;
  }

  findByIds(ids: readonly number[]): Promise<Author[]> {
    return this.database.manager.findBy(Author, { id: In([...ids]) });
  }

  async textLength(ids: readonly number[]): Promise<number> {
    if (ids.length === 0) return 0;
    const lengths = ['about_html', 'bio', 'specific_data'].map((text) => `COALESCE(LENGTH(${text}), 0)`);
    const [row] = await this.database.rows<{ length: number | string | null }>(
      `SELECT SUM(${lengths.join(' + ')}) AS length FROM authors WHERE id IN (${placeholders(ids)})`,
      ids,
    );
    return Number(row?.length ?? 0);
  }

  findByName(name: string): Promise<Author | null> {
    return this.database.manager.findOneBy(Author, { name });
  }

  findByEmails(keys: readonly string[]): Promise<Author[]> {
    return this.database.manager.find(Author, { where: { emailKey: In([...keys]) }, order: { id: 'DESC' } });
  }

  findByImage(imageId: number, limit: number): Promise<Author[]> {
    return this.database.manager.find(Author, { where: { imageId }, order: { id: 'ASC' }, take: limit });
  }

  async existing(ids: readonly number[]): Promise<number[]> {
    if (ids.length === 0) return [];
    const rows = await this.database.rows<{ id: number }>(
      `SELECT id FROM authors WHERE id IN (${placeholders(ids)})`,
      ids,
    );
    return rows.map(({ id }) => id);
  }

  list({ offset, limit }: Page): Promise<Author[]> {
    return this.database.manager.find(Author, { order: { id: 'DESC' }, skip: offset, take: limit });
  }

  async countNames(prefix: string): Promise<number> {
    const [row] = await this.database.rows<{ names: number }>(
      'SELECT COUNT(*) AS names FROM authors WHERE name >= ? AND name < ?',
      [prefix, `${prefix}\u{10ffff}`],
    );
    return row?.names ?? 0;
  }

  async save(author: Author): Promise<Author> {
    try {
      return await this.database.manager.save(author);
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw EMAIL_INDEX.test((error as Error).message) ? new EmailTakenError() : new NameTakenError();
    }
  }
}
