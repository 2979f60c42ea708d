import type { Page } from '../../../kernel/page.js';
import type { Author } from './author.entity.js';

export abstract class AuthorsRepository {
  /** @throws NotFoundError */
  abstract getById(id: number): Promise<Author>;
  abstract findByIds(ids: readonly number[]): Promise<Author[]>;
  /** How long the texts of these authors are together. */
  abstract textLength(ids: readonly number[]): Promise<number>;
  abstract findByName(name: string): Promise<Author | null>;
  abstract findByEmails(keys: readonly string[]): Promise<Author[]>;
  /** Those of the ids that exist. */
  abstract existing(ids: readonly number[]): Promise<number[]>;
  /** Newest first. */
  abstract list(page: Page): Promise<Author[]>;
  /** Who shows the image. */
  abstract findByImage(imageId: number, limit: number): Promise<Author[]>;
  /** How many names begin with `prefix`. */
  abstract countNames(prefix: string): Promise<number>;
  /** @throws NameTakenError, EmailTakenError */
  abstract save(author: Author): Promise<Author>;
}

export class NameTakenError extends Error {}
export class EmailTakenError extends Error {}
