import { ForbiddenError } from '../../../kernel/errors.js';
import { readingOnly, type Right } from '../../site/rights.js';
import { ApiKey } from './api-key.entity.js';

/** The key of a request. */
export type ActingKey = Readonly<Pick<ApiKey, 'id' | 'name' | 'scope' | 'expiresTs'>>;

/** No author has this id. */
const NOBODY = 0;

/** The author in whose name a request acts, with what its role and its key allow. */
export class Actor {
  readonly rights: ReadonlySet<Right>;
  /** The article that a preview link opens to it, in whichever state. @internal */
  readonly previewed: number | null = null;

  constructor(
    readonly authorId: number,
    readonly role: string,
    rights: readonly Right[],
    /** Null when the request was told by other means than a key. */
    readonly key: ActingKey | null = null,
  ) {
    this.rights = new Set(rights);
  }

  /** An actor without a key and without rights. @internal */
  static nobody(): Actor {
    return new Actor(NOBODY, 'Nobody', []);
  }

  /** The same author, to whom a preview link opens an article. @internal */
  previewing(articleId: number): Actor {
    const { authorId, role, rights, key } = this;
    return Object.assign(new Actor(authorId, role, [...rights], key), { previewed: articleId });
  }

  /** The same author with what of its rights reads. */
  reading(): Actor {
    return new Actor(this.authorId, this.role, readingOnly([...this.rights]), this.key);
  }

  /**
   * The first characters of its key, by which people tell keys apart; null
   * where it is not one of ours. @internal
   */
  get keyPrefix(): string | null {
    return this.key instanceof ApiKey ? this.key.prefix : null;
  }

  may(right: Right): boolean {
    return this.rights.has('*') || this.rights.has(right);
  }

  mayAny(rights: readonly Right[]): boolean {
    return rights.some((right) => this.may(right));
  }

  /**
   * Authors follow and like as themselves; in the name of another, who may edit authors.
   * @throws ForbiddenError
   */
  mustActFor(authorId: number, deed: string): void {
    if (authorId === this.authorId && this.may('community.write.own')) return;
    this.mustBeAbleTo('authors.write', `${deed} in the name of author ${authorId}`);
  }

  /** @throws ForbiddenError */
  mustBeAbleTo(right: Right, deed: string): void {
    if (!this.may(right))
      throw new ForbiddenError('forbidden', `The key's author (${this.role}) may not ${deed}.`);
  }
}
