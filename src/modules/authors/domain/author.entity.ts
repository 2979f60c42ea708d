import { BeforeInsert, BeforeUpdate, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { normalForm } from '../../../kernel/text.js';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { InvalidError } from '../../../kernel/errors.js';
import {
  IntegerColumn,
  JsonColumn,
  KeyColumn,
  SecondsColumn,
  TextColumn,
} from '../../../platform/database/columns.js';
import type { Image } from '../../media/domain/image.entity.js';

/** The fields of an author; undefined leaves a field as it is, null clears it. */
export interface AuthorFields {
  readonly firstName?: string | null | undefined;
  readonly lastName?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly name?: string | null | undefined;
  readonly aboutHtml?: string | null | undefined;
  /** The safe form of `aboutHtml`. */
  readonly aboutHtmlSafe?: string | null | undefined;
  readonly bio?: string | null | undefined;
  readonly imageId?: number | null | undefined;
  readonly specificData?: object | null | undefined;
  readonly role?: string | undefined;
}

/** A writer, editor or administrator; API keys act in an author's name. */
@Entity('authors')
export class Author {
  @PrimaryGeneratedColumn()
  id!: number;

  /** Slug, unique, compared byte for byte. */
  @Index('authors_by_name', { unique: true })
  @KeyColumn(100)
  name!: string;

  @TextColumn()
  firstName: string | null = null;

  @TextColumn()
  lastName: string | null = null;

  /** The client's spelling. */
  @KeyColumn(254, { nullable: true })
  email: string | null = null;

  /** Lower case, for uniqueness. */
  @Index('authors_by_email', { unique: true })
  @KeyColumn(254, { nullable: true })
  emailKey: string | null = null;

  @TextColumn()
  passwordHash: string | null = null;

  @TextColumn()
  aboutHtml: string | null = null;

  /** The safe form of `aboutHtml`; null also until it has been rendered. */
  @TextColumn()
  aboutHtmlSafe: string | null = null;

  @TextColumn()
  bio: string | null = null;

  @Index('authors_by_image')
  @IntegerColumn({ nullable: true })
  imageId: number | null = null;

  /** The image of `imageId`, of authors who are to be shown. */
  portrait: Image | null = null;

  /** Id at the social network through which the author signed up; else null. */
  @KeyColumn(100, { nullable: true })
  fbId: string | null = null;

  @JsonColumn()
  specificData: object | null = null;

  @KeyColumn(100)
  role!: string;

  /** Grows by one with every change. */
  @IntegerColumn({ default: 1 })
  version = 1;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  /** Sort key of lists by title. */
  @Index('authors_by_title')
  @KeyColumn(255, { default: '' })
  titleKey!: string;

  @BeforeInsert()
  @BeforeUpdate()
  keepTitleKey(): void {
    this.titleKey = nameSortKey(this.displayName);
  }

  get displayName(): string {
    return displayName(this);
  }

  edit(fields: AuthorFields): void {
    if (fields.name !== undefined && fields.name !== null) this.name = fields.name;
    if (fields.firstName !== undefined) this.firstName = fields.firstName;
    if (fields.lastName !== undefined) this.lastName = fields.lastName;
    if (fields.email !== undefined) this.setEmail(fields.email);
    // A value that is sent back as it was shown is no change.
    if (fields.aboutHtml !== undefined && (fields.aboutHtml ?? '') !== (this.aboutHtml ?? '')) {
      this.aboutHtml = fields.aboutHtml;
      this.aboutHtmlSafe = fields.aboutHtmlSafe ?? null;
    }
    if (fields.bio !== undefined && (fields.bio ?? '') !== (this.bio ?? '')) this.bio = fields.bio;
    if (fields.imageId !== undefined) this.imageId = fields.imageId;
    if (fields.specificData !== undefined && !isSame(fields.specificData ?? {}, this.specificData ?? {}))
      this.specificData = fields.specificData;
    if (fields.role !== undefined) this.role = fields.role;
  }

  /** @param hash of the password, see PasswordHasher; null takes the password away */
  setPassword(hash: string | null): void {
    if (hash !== null && this.fbId !== null && this.email === null) {
      throw InvalidError.field(
        'password',
        'an author who signed up through a social network needs an email to get a password',
      );
    }
    this.passwordHash = hash;
  }

  private setEmail(email: string | null): void {
    this.email = email;
    this.emailKey = email === null || email === '' ? null : emailKey(email);
  }
}

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

/** E-mail addresses are told apart without regard to case. */
export function emailKey(email: string): string {
  return normalForm(email.trim()).toLowerCase();
}

const MAX_TITLE_KEY = 255;

/** Name without case and accents. */
export function nameSortKey(displayName: string): string {
  const letters = normalForm(displayName, 'NFD').replace(/\p{M}/gu, '').toLowerCase();
  return letters.slice(0, MAX_TITLE_KEY).toWellFormed();
}

/** First and last name, else the slug. */
export function displayName(author: {
  firstName: string | null;
  lastName: string | null;
  name: string;
}): string {
  return (
    [author.firstName, author.lastName]
      .map((part) => part?.trim())
      .filter(Boolean)
      .join(' ') || author.name
  );
}
