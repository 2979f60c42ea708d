import type { StoredAboutTexts } from '../../content/domain/stored-about-texts.js';
import type { Page, Total } from '../../../kernel/page.js';
import type { Author } from './author.entity.js';
import type { AuthorList, ListedAuthor } from './author-list.js';

/** Stores authors; names and e-mail addresses are unique. */
export abstract class AuthorsRepository {
  abstract readonly aboutTexts: StoredAboutTexts;
  /** @throws NotFoundError */
  abstract getById(id: number): Promise<Author>;
  /**
   * Loads an author for a change; others wait to change it until the transaction ends.
   * @throws NotFoundError
   */
  abstract getForUpdate(id: number): Promise<Author>;
  /** @throws ChangedError when it is at none of the versions */
  abstract mustMatch(author: Author, versions: readonly number[] | undefined): Promise<void>;
  /** Authors with their portraits, the newest row first, in batches. */
  abstract listed(list: AuthorList, page: Page): AsyncGenerator<ListedAuthor[], void>;
  abstract findByName(name: string): Promise<Author | null>;
  abstract findByNames(names: readonly string[]): Promise<Author[]>;
  /** The first with this display name, letter for letter. */
  abstract findByTitle(title: string): Promise<Author | null>;
  /** The author that had exactly this name before. */
  abstract findByFormerName(name: string): Promise<Author | null>;
  /** Notes a name that an author has no more; the last who had it counts. */
  abstract rememberName(name: string, authorId: number): Promise<void>;
  abstract findByEmails(keys: readonly string[]): Promise<Author[]>;
  /** Ids that exist. */
  abstract existing(ids: readonly number[]): Promise<number[]>;
  abstract findByIds(ids: readonly number[]): Promise<Author[]>;
  /** Newest first. */
  abstract list(page: Page): Promise<Author[]>;
  abstract total(): Promise<Total>;
  /** Authors by name. @param ids only these */
  abstract listByTitle(limit: number, ids?: readonly number[]): Promise<Author[]>;
  /** Authors that show the image. */
  abstract findByImage(imageId: number, limit: number): Promise<Author[]>;
  /** Authors whose safe text about them holds another text. */
  abstract findByAboutText(part: string, limit: number): Promise<Author[]>;
  /** Whether no other author has one of the roles, which stays so until the transaction ends. */
  abstract isLastOf(roles: readonly string[], id: number): Promise<boolean>;
  abstract isNameTaken(name: string): Promise<boolean>;
  /** Number of names that begin with `prefix`. */
  abstract countNames(prefix: string): Promise<number>;
  /** @throws EmailTakenError, NameTakenError */
  abstract add(author: Author): Promise<Author>;
  /** @throws NameTakenError, EmailTakenError */
  abstract save(author: Author): Promise<Author>;
  /** Without a trace: nothing may refer to the author. */
  abstract remove(author: Author): Promise<void>;
  /** Stores another hash of the same password, unless the password has changed. */
  abstract replacePasswordHash(id: number, former: string, hash: string): Promise<void>;
}

export class NameTakenError extends Error {}
export class EmailTakenError extends Error {}
