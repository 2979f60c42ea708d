/** Somebody, as an identity provider names them. */
export interface Identity {
  /** URL of the identity provider. */
  readonly issuer: string;
  /** Subject, which the provider never gives to anybody else. */
  readonly subject: string;
}

/** The author behind an identity. */
export interface IdentityHolder {
  readonly authorId: number;
  /** The role that the author has now. */
  readonly role: string;
}

/** Stores which author acts for an identity of a login provider. */
export abstract class IdentitiesRepository {
  /** @returns `unknown` for an identity that has never been here, `removed` for one whose author is gone */
  abstract find(identity: Identity): Promise<IdentityHolder | 'unknown' | 'removed'>;
  /** Takes an identity, in the transaction that gives it an author. @returns false when it is taken */
  abstract claim(identity: Identity): Promise<boolean>;
  abstract assign(identity: Identity, authorId: number): Promise<void>;
}
