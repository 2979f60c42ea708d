import { Injectable } from '@nestjs/common';
import { ConflictError, UnauthenticatedError } from '../../kernel/errors.js';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { Actor } from '../auth/domain/actor.js';
import { RoleSettings } from '../site/role.settings.js';
import { AuthorsService } from './authors.service.js';
import { IdentitiesRepository, type Identity } from './domain/identities.repository.js';
import { type NewcomerFields, soundFields } from './newcomer.js';

const MAX_LENGTH = 255;

/** Authors as identity providers know them. */
@Injectable()
export class AuthorIdentities {
  /** @internal Nest makes it. */
  constructor(
    private readonly identities: IdentitiesRepository,
    private readonly authors: AuthorsService,
    private readonly unitOfWork: UnitOfWork,
    private readonly settings: RoleSettings,
  ) {}

  /**
   * The actor of an identity that a provider has verified. Its author is created on the first request, once,
   * however many come at a time; the role is the author's present one. Names of a newcomer are made right,
   * and other values that no client could send are left out.
   *
   * @throws UnauthenticatedError for one whose author has been removed; ConflictError when the e-mail address
   * is taken
   */
  async ensure(identity: Identity, newcomer: NewcomerFields): Promise<Actor> {
    mustBeExact(identity);
    let holder = await this.identities.find(identity);
    if (holder === 'unknown') {
      await this.create(identity, newcomer);
      holder = await this.identities.find(identity);
    }
    if (typeof holder === 'object')
      return new Actor(holder.authorId, holder.role, this.settings.roles[holder.role] ?? []);
    throw new UnauthenticatedError('author-removed', 'The author of this login has been removed.');
  }

  /**
   * Links an identity to an existing author.
   * @throws InvalidError for an unknown author; ConflictError when the identity is linked already
   */
  async link(identity: Identity, authorId: number): Promise<void> {
    mustBeExact(identity);
    await this.unitOfWork.run(async () => {
      await this.authors.mustExist([authorId], 'author_id');
      if (!(await this.identities.claim(identity)))
        throw new ConflictError('identity-taken', 'This login belongs to an author already.');
      await this.identities.assign(identity, authorId);
    });
  }

  private create(identity: Identity, newcomer: NewcomerFields): Promise<void> {
    return this.unitOfWork.run(async () => {
      if (!(await this.identities.claim(identity))) return;
      const { id } = await this.authors.create(soundFields(newcomer), null);
      await this.identities.assign(identity, id);
    });
  }
}

/** Databases take texts for equal that differ in blanks at their ends. @throws UnauthenticatedError */
function mustBeExact({ issuer, subject }: Identity): void {
  if ([issuer, subject].every((part) => part !== '' && part.length <= MAX_LENGTH && part === part.trim()))
    return;
  throw new UnauthenticatedError(
    'identity-not-valid',
    `Issuer and subject must have 1 to ${MAX_LENGTH} characters, without blanks around them.`,
  );
}
