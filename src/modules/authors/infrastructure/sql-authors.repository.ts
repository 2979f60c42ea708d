import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, LessThan, type Repository } from 'typeorm';
import { DomainEvents } from '../../../kernel/events/domain-events.js';
import { mustExist } from '../../../kernel/errors.js';
import type { UtcSeconds } from '../../../kernel/clock.js';
import type { Page, Total } from '../../../kernel/page.js';
import { Database } from '../../../platform/database/database.js';
import { isUniqueViolation } from '../../../platform/database/database-errors.js';
import { countUpTo, upToMost } from '../../../platform/database/rows/count-up-to.js';
import { SafeHtmlColumn } from '../../../platform/database/rows/safe-html-column.js';
import { RecordMapper } from '../../../platform/database/rows/record-mapper.js';
import { raw, sql } from '../../../platform/database/sql.js';
import { VersionedRows } from '../../../platform/database/rows/versioned-rows.js';
import { ChangeLog } from '../../changes/change-log.js';
import { Image } from '../../media/domain/image.entity.js';
import { Author, nameSortKey } from '../domain/author.entity.js';
import { AuthorChanged } from '../domain/author-events.js';
import type { AuthorList, ListedAuthor } from '../domain/author-list.js';
import { AuthorsRepository, EmailTakenError, NameTakenError } from '../domain/authors.repository.js';

type AuthorRow = Record<string, unknown> & { readonly since: UtcSeconds };

/** Name of the index in messages of the databases. */
const EMAIL_INDEX = /key '[\w.]*authors_by_email'$|authors\.email_key$/;

/** Names that differ in accents or case alone. */
const MAX_ALIKE = 100;

/** Names of columns that differ for clients; null for those they do not see. */
const FIELDS = { password_hash: 'password', email_key: null, title_key: null, about_html_safe: null };

@Injectable()
export class SqlAuthorsRepository extends AuthorsRepository {
  readonly aboutTexts: SafeHtmlColumn;
  private readonly authorColumns: RecordMapper<Author>;
  private readonly versioned: VersionedRows<Author>;
  private readonly imageColumns: RecordMapper<Image>;

  constructor(
    @InjectRepository(Author) private readonly authors: Repository<Author>,
    private readonly database: Database,
    private readonly events: DomainEvents,
    private readonly changes: ChangeLog,
  ) {
    super();
    this.aboutTexts = new SafeHtmlColumn(database, 'authors');
    this.versioned = new VersionedRows(database, Author, FIELDS, (change) => changes.note('author', change));
    this.authorColumns = new RecordMapper(database, Author);
    this.imageColumns = new RecordMapper(database, Image);
  }

  async getById(id: number): Promise<Author> {
    return mustExist('author', id, await this.authors.findOneBy({ id }));
  }

  async getForUpdate(id: number): Promise<Author> {
    await this.versioned.lock(id);
    return this.versioned.loaded(await this.getById(id));
  }

  mustMatch(author: Author, versions: readonly number[] | undefined): Promise<void> {
    return this.changes.mustMatch('author', author, { at: author.createdTs, authorId: null }, versions);
  }

  async *listed({ table, column, id }: AuthorList, page: Page): AsyncGenerator<ListedAuthor[], void> {
    const select = sql`SELECT l.created_ts AS since, ${raw(this.authorColumns.joinedSelection('a'))},
        ${raw(this.imageColumns.joinedSelection('i'))}
      FROM ${raw(table)} l JOIN authors a ON a.id = l.author_id LEFT JOIN images i ON i.id = a.image_id
      WHERE l.${raw(column)} = ${id} ORDER BY l.id DESC LIMIT ${page.limit} OFFSET ${page.offset}`;
    for await (const rows of this.database.stream<AuthorRow>(select))
      yield rows.map((row) => ({ since: row.since, author: this.withPortrait(row) }));
  }

  findByIds(ids: readonly number[]): Promise<Author[]> {
    return this.authors.findBy({ id: In([...ids]) });
  }

  async findByName(name: string): Promise<Author | null> {
    const author = await this.authors.findOneBy({ name });
    // Servers take texts for equal that differ in blanks at their ends.
    return author?.name === name ? author : null;
  }

  findByNames(names: readonly string[]): Promise<Author[]> {
    return this.authors.find({ where: { name: In([...names]) } });
  }

  async findByTitle(title: string): Promise<Author | null> {
    const alike = await this.authors.find({
      where: { titleKey: nameSortKey(title) },
      order: { id: 'ASC' },
      take: MAX_ALIKE,
    });
    return alike.find(({ displayName }) => displayName === title) ?? null;
  }

  async findByFormerName(name: string): Promise<Author | null> {
    const rows = await this.database.rows<{ name: string; authorId: number }>(
      'SELECT name, author_id AS authorId FROM author_names WHERE name = ?',
      [name],
    );
    // Databases take texts for equal that differ in blanks at their ends.
    const id = rows.find((row) => row.name === name)?.authorId;
    return id === undefined ? null : this.authors.findOneBy({ id });
  }

  async rememberName(name: string, authorId: number): Promise<void> {
    await this.database.upsert('author_names', ['name', 'author_id'], ['name'], [[name, authorId]]);
  }

  findByEmails(keys: readonly string[]): Promise<Author[]> {
    return this.authors.find({ where: { emailKey: In([...keys]) }, order: { id: 'DESC' } });
  }

  findByImage(imageId: number, limit: number): Promise<Author[]> {
    return this.authors.find({ where: { imageId }, order: { id: 'ASC' }, take: limit });
  }

  async findByAboutText(part: string, limit: number): Promise<Author[]> {
    return this.findByIds(await this.aboutTexts.holding(part, limit));
  }

  existing(ids: readonly number[]): Promise<number[]> {
    return this.versioned.existing(ids);
  }

  list({ offset, limit, after }: Page): Promise<Author[]> {
    const where = after ? { id: LessThan(after.id) } : {};
    return this.authors.find({ where, order: { id: 'DESC' }, skip: offset, take: limit });
  }

  total(): Promise<Total> {
    return countUpTo(this.database, upToMost(raw('SELECT id FROM authors')));
  }

  listByTitle(take: number, ids?: readonly number[]): Promise<Author[]> {
    return this.authors.find({
      where: ids ? { id: In([...ids]) } : {},
      order: { titleKey: 'ASC', id: 'ASC' },
      take,
    });
  }

  async isLastOf(roles: readonly string[], id: number): Promise<boolean> {
    // An author who is losing such a role is waited for, and then passed over.
    const [other] = await this.database.select<{ id: number }>(
      sql`SELECT id FROM authors WHERE role IN (${roles}) AND id <> ${id} LIMIT 1${raw(this.database.forUpdate)}`,
    );
    return !other;
  }

  isNameTaken(name: string): Promise<boolean> {
    return this.authors.existsBy({ name });
  }

  async countNames(prefix: string): Promise<number> {
    const [row] = await this.database.rows<{ names: number }>(
      'SELECT COUNT(*) AS names FROM authors WHERE name >= ? AND name < ?',
      [prefix, `${prefix}\u{10ffff}`],
    );
    return row?.names ?? 0;
  }

  add(author: Author): Promise<Author> {
    return this.write(author, () => this.versioned.add(author));
  }

  save(author: Author): Promise<Author> {
    return this.write(author, () => this.versioned.save(author));
  }

  async remove(author: Author): Promise<void> {
    const { id } = author;
    await this.versioned.noteDeletion(author);
    await this.authors.remove(author);
    await this.events.publish(new AuthorChanged(id));
  }

  async replacePasswordHash(id: number, former: string, hash: string): Promise<void> {
    await this.database.execute('UPDATE authors SET password_hash = ? WHERE id = ? AND password_hash = ?', [
      hash,
      id,
      former,
    ]);
  }

  private async write(author: Author, write: () => Promise<Author>): Promise<Author> {
    author.keepTitleKey();
    try {
      const saved = await write();
      await this.events.publish(new AuthorChanged(saved.id));
      return saved;
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      throw EMAIL_INDEX.test((error as Error).message) ? new EmailTakenError() : new NameTakenError();
    }
  }

  private withPortrait(row: AuthorRow): Author {
    const author = this.authorColumns.readJoined(row, 'a', new Author());
    if (!author) throw new Error('A list of authors has a row without one.');
    author.portrait = this.imageColumns.readJoined(row, 'i', new Image());
    return author;
  }
}
