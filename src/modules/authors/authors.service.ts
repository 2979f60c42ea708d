import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../kernel/clock.js';
import { ConflictError, InvalidError } from '../../kernel/errors.js';
import { byId, idPosition, type Page, type PagedList, pageOf, totalOf, withNext } from '../../kernel/page.js';
import { asciiName } from '../../kernel/slug.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Authenticator } from '../auth/authenticator.js';
import type { Actor } from '../auth/domain/actor.js';
import { DEFAULT_ROLE } from '../site/rights.js';
import { type AuthorInput, AuthorProfiles } from './author-profiles.js';
import { AuthorRanks } from './author-ranks.js';
import { Author, emailKey } from './domain/author.entity.js';
import type { AuthorList, ListedAuthor } from './domain/author-list.js';
import { AuthorsRepository, EmailTakenError, NameTakenError } from './domain/authors.repository.js';

/** The second attempt fails only where a client has given somebody else the name with this id. */
const NAME_ATTEMPTS = 10;
const ONE: Page = { offset: 0, limit: 1 };

/** Creates, edits and finds authors. */
@Injectable()
export class AuthorsService {
  constructor(
    private readonly authors: AuthorsRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly ranks: AuthorRanks,
    private readonly authenticator: Authenticator,
    private readonly clock: Clock,
    private readonly profiles: AuthorProfiles,
  ) {}

  /** @param actor null for the service itself, which may do everything */
  async create(input: AuthorInput, actor: Actor | null): Promise<Author> {
    this.ranks.mustGive(input.role ?? DEFAULT_ROLE, actor);
    this.profiles.checkSpecificData(input.specificData);
    const author = new Author();
    author.role = DEFAULT_ROLE;
    author.createdTs = this.clock.now();
    const { passwordHash, ...fields } = await this.profiles.prepared(input);
    author.edit(fields);
    if (passwordHash) author.setPassword(passwordHash);
    const isNamed = input.name !== undefined && input.name !== null;
    return this.profiles.withImage(
      await (isNamed ? this.named(() => this.store(author), author) : this.saveUnderFreeName(author)),
    );
  }

  async edit(id: number, input: AuthorInput, actor: Actor, ifVersions?: readonly number[]): Promise<Author> {
    if (input.role !== undefined) this.ranks.mustGive(input.role, actor);
    const { passwordHash, ...fields } = await this.profiles.prepared(input);
    const saved = await this.unitOfWork.run(async () => {
      const author = await this.authors.getForUpdate(id);
      this.ranks.mustOutrank(author.role, actor);
      await this.authors.mustMatch(author, ifVersions);
      await this.ranks.mustLeaveOne(author.role, input.role, (roles) => this.authors.isLastOf(roles, id));
      // Data that is sent back as it was shown is not a change, also where the schema came later.
      // Compared as texts, which may be nested as deep as bodies.
      const isChanged = JSON.stringify(input.specificData) !== JSON.stringify(author.specificData ?? {});
      if (isChanged) this.profiles.checkSpecificData(input.specificData);
      const { imageId: formerImageId, name: formerName } = author;
      author.edit(fields);
      if (passwordHash !== undefined) author.setPassword(passwordHash);
      if (author.imageId !== formerImageId) await this.profiles.mustHaveImage(author);
      const edited = await this.named(() => this.authors.save(author), author);
      // Pages and feeds at the former name lead to the new one.
      if (author.name !== formerName) await this.authors.rememberName(formerName, id);
      this.unitOfWork.afterCommit(() => this.authenticator.forget(id));
      return edited;
    });
    return this.profiles.withImage(saved);
  }

  async get(id: number): Promise<Author> {
    return this.profiles.withImage(await this.authors.getById(id));
  }

  /** Authors of a list, the latest first, in batches. @throws OverloadedError */
  listed(list: AuthorList, page: Page): AsyncGenerator<ListedAuthor[], void> {
    return this.authors.listed(list, page);
  }

  /** Newest first. @param name only the author who has exactly this one */
  async list(page: Page, name?: string): Promise<Author[]> {
    if (name === undefined) return this.profiles.withImages(await this.authors.list(page));
    const author = await this.authors.findByName(name);
    const isFound = author?.name === name && (!page.after || author.id < page.after.id);
    const found = isFound ? [author] : [];
    return this.profiles.withImages(found.slice(page.offset, page.offset + page.limit));
  }

  /** The same list, page by page. */
  byPage(name?: string): PagedList<Author> {
    return {
      identity: ['authors', name],
      page: async (page) => {
        const authors = await this.list(withNext(page), name);
        return pageOf(authors, page, ({ id }) => idPosition(id));
      },
      total: async () =>
        name === undefined ? this.authors.total() : totalOf((await this.list(ONE, name)).length),
    };
  }

  /** Authors by name. @param ids only these; all by default */
  async listByTitle(limit: number, ids?: readonly number[]): Promise<Author[]> {
    return this.profiles.withImages(await this.authors.listByTitle(limit, ids));
  }

  /** Existing authors; in one statement, and one for their portraits. */
  async byId(ids: readonly number[]): Promise<ReadonlyMap<number, Author>> {
    if (ids.length === 0) return new Map();
    return byId(await this.profiles.withImages(await this.authors.findByIds(ids)));
  }

  /** Unknown addresses are left out. */
  async listByEmails(emails: readonly string[]): Promise<Author[]> {
    if (emails.length === 0) return [];
    return this.profiles.withImages(await this.authors.findByEmails(emails.map(emailKey)));
  }

  /** Authors by slug, in the order of the names, without unknown ones. */
  async listByNames(names: readonly string[]): Promise<Author[]> {
    if (names.length === 0) return [];
    const found = await this.profiles.withImages(await this.authors.findByNames(names));
    const byName = new Map(found.map((author) => [author.name, author]));
    return [...new Set(names)].flatMap((name) => byName.get(name) ?? []);
  }

  /** Author by slug; null when there is none. */
  async findByName(name: string): Promise<Author | null> {
    const author = await this.authors.findByName(name);
    return author && this.profiles.withImage(author);
  }

  /** The present name of the one who had this name before; null when nobody had. */
  async findRenamed(formerName: string): Promise<string | null> {
    return (await this.authors.findByFormerName(formerName))?.name ?? null;
  }

  /** The author with this byline, made when there is none. */
  async findOrCreateByline(byline: string): Promise<Author> {
    const name = asciiName(byline);
    // Slugs of names in some scripts are empty.
    const known = await (name === ''
      ? this.authors.findByTitle(byline.trim())
      : this.authors.findByName(name));
    if (known) return known;
    return this.create({ firstName: byline }, null);
  }

  /** @throws InvalidError naming the first id that no author has */
  async mustExist(ids: readonly number[], field: string): Promise<void> {
    const existing = new Set(await this.authors.existing(ids));
    const unknown = ids.findIndex((id) => !existing.has(id));
    if (unknown >= 0)
      throw InvalidError.field(`${field}[${unknown}]`, `there is no author ${ids[unknown] ?? ''}`);
  }

  /** Says which name or address is taken. */
  private async named(write: () => Promise<Author>, author: Author): Promise<Author> {
    try {
      return await write();
    } catch (error) {
      if (error instanceof EmailTakenError) throw taken('email', author.email);
      if (error instanceof NameTakenError) throw taken('name', author.name);
      throw error;
    }
  }

  private store(author: Author): Promise<Author> {
    return this.unitOfWork.run(async () => {
      await this.profiles.mustHaveImage(author);
      return this.authors.add(author);
    });
  }

  /**
   * `paulberry`, then `paulberry2`, `paulberry3` …; each attempt is a transaction of its own. Of many that
   * take one name at once, those that were too late have their id appended, which no other has.
   */
  private async saveUnderFreeName(author: Author): Promise<Author> {
    const base = asciiName([author.firstName, author.lastName].filter(Boolean).join('')) || 'author';
    author.name = await this.nextName(base);
    for (let attempt = 1; attempt <= NAME_ATTEMPTS; attempt++) {
      try {
        return await (attempt === 1 ? this.store(author) : this.storeUnderId(author, base));
      } catch (error) {
        if (error instanceof EmailTakenError) throw taken('email', author.email);
        if (!(error instanceof NameTakenError)) throw error;
      }
    }
    throw new ConflictError('name-taken', `No free name like "${base}" was found.`);
  }

  private async nextName(base: string): Promise<string> {
    if (!(await this.authors.isNameTaken(base))) return base;
    const first = Math.max(2, (await this.authors.countNames(base)) + 1);
    for (let number = first; number < first + NAME_ATTEMPTS; number++)
      if (!(await this.authors.isNameTaken(`${base}${number}`))) return `${base}${number}`;
    return base;
  }

  /** The id is known once the author is stored, under a name that no other has. */
  private storeUnderId(author: Author, base: string): Promise<Author> {
    return this.unitOfWork.run(async () => {
      const { id } = await this.store(Object.assign(author, { id: undefined, name: randomUUID() }));
      author.name = `${base}${id}`;
      return this.authors.save(author);
    });
  }
}

function taken(field: 'email' | 'name', value: string | null): ConflictError {
  return new ConflictError(`${field}-taken`, `The ${field} "${value ?? ''}" is taken.`, [
    { field, message: 'is taken' },
  ]);
}
