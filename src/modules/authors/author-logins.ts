import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { type Author, emailKey } from './domain/author.entity.js';
import { AuthorsRepository } from './domain/authors.repository.js';
import { PasswordHasher, ScryptPasswordHasher } from './domain/password-hasher.js';
import { hashOf, isPasswordOf } from './password-hashing.js';

/** Authors who log in by a password. */
@Injectable()
export class AuthorLogins {
  /** Hashes of ours stay valid when another hasher takes over. */
  private readonly ours = new ScryptPasswordHasher();
  private dummyHash: Promise<string> | undefined;

  constructor(
    private readonly authors: AuthorsRepository,
    private readonly hasher: PasswordHasher,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The author behind a login name: a slug or an e-mail address. Null when there is none. */
  async find(login: string): Promise<Author | null> {
    const [byEmail] = await this.authors.findByEmails([emailKey(login)]);
    return byEmail ?? (await this.authors.findByName(login));
  }

  /** @param author null for nobody: finding that out takes as long, so that names cannot be tried */
  async hasPassword(author: Author | null, password: string): Promise<boolean> {
    const hash = author?.passwordHash;
    if (!author || !hash) {
      await isPasswordOf(this.hasher, await this.hashOfNobody(), password);
      return false;
    }
    if (this.hasher.isCurrent(hash)) return isPasswordOf(this.hasher, hash, password);
    if (!this.ours.isCurrent(hash) || !(await this.ours.isPasswordOf(hash, password))) return false;
    await this.rehash(author.id, hash, password);
    return true;
  }

  /** A hasher that fails once, as when it is busy, is asked again. */
  private hashOfNobody(): Promise<string> {
    this.dummyHash ??= hashOf(this.hasher, randomUUID()).catch((error: unknown) => {
      this.dummyHash = undefined;
      throw error;
    });
    return this.dummyHash;
  }

  /** The password is known only now. For clients nothing has changed, so the version stays. */
  private async rehash(id: number, former: string, password: string): Promise<void> {
    const hash = await hashOf(this.hasher, password);
    await this.unitOfWork.run(() => this.authors.replacePasswordHash(id, former, hash));
  }
}
