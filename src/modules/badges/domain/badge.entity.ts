import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { InvalidError } from '../../../kernel/errors.js';
import { tagSlug } from '../../../kernel/slug.js';
import {
  IntegerColumn,
  JsonColumn,
  KeyColumn,
  parseJson,
  SecondsColumn,
  TextColumn,
} from '../../../platform/database/columns.js';
import type { Image } from '../../media/domain/image.entity.js';

export enum BadgeCategory {
  Normal = 0,
  Sponsored = 1,
}

/** The fields of a badge; undefined leaves a field as it is, null clears it. */
export interface BadgeFields {
  readonly name?: string | undefined;
  readonly imageId?: number | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly category?: BadgeCategory | undefined;
  readonly description?: string | null | undefined;
  readonly link?: object | null | undefined;
  readonly order?: number | undefined;
}

/** A label that distinguishes content: an image with a name. */
@Entity('badges')
export class Badge {
  @PrimaryGeneratedColumn()
  id!: number;

  @KeyColumn(255)
  name!: string;

  @Index('badges_by_image')
  @IntegerColumn()
  imageId!: number;

  /** The image of `imageId`, of badges that are to be shown; null when it is gone. */
  picture: Image | null = null;

  @JsonColumn({ name: 'tags' })
  private storedTags: readonly string[] | null = null;

  @IntegerColumn({ default: BadgeCategory.Normal })
  category = BadgeCategory.Normal;

  @TextColumn()
  description: string | null = null;

  /** Text: an object would be taken apart by TypeORM, and lose keys like `__proto__`. */
  @TextColumn({ name: 'link' })
  private storedLink: string | null = null;

  @IntegerColumn({ default: 0 })
  sortOrder = 0;

  /** Bytes of tags, description and link: pages of lists, which show them with each article, have a limit. */
  @IntegerColumn({ default: 0 })
  textBytes = 0;

  /** Grows by one with every change. */
  @IntegerColumn({ default: 1 })
  version = 1;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  /** Tags in the client's spelling: articles with any of them carry the badge. */
  get tags(): readonly string[] {
    return this.storedTags ?? [];
  }

  /** The object that the client sent. */
  get link(): object | null {
    return parseJson(this.storedLink) as object | null;
  }

  /** Slugs of the tags, each once. */
  get tagSlugs(): readonly string[] {
    return [...new Set(this.tags.map(tagSlug))].filter((slug) => slug !== '');
  }

  /** @throws InvalidError naming what a sponsored badge would lack after the change */
  edit(fields: BadgeFields): void {
    if (fields.name !== undefined) this.name = fields.name;
    if (fields.imageId !== undefined) this.imageId = fields.imageId;
    // Unset ones are shown as empty: sent back, they are no change.
    if (fields.tags !== undefined && (this.storedTags || fields.tags.length > 0))
      this.storedTags = fields.tags;
    if (fields.category !== undefined) this.category = fields.category;
    if (fields.description !== undefined && (this.description ?? '') !== (fields.description ?? ''))
      this.description = fields.description;
    if (fields.link !== undefined) this.storedLink = fields.link && JSON.stringify(fields.link);
    if (fields.order !== undefined) this.sortOrder = fields.order;
    this.textBytes = bytesOf(JSON.stringify(this.tags), this.description, this.storedLink);
    this.mustSayWhoSponsors();
  }

  private mustSayWhoSponsors(): void {
    if (this.category !== BadgeCategory.Sponsored) return;
    const missing: string[] = [];
    if ((this.description ?? '').trim() === '') missing.push('description');
    if (this.storedLink === null) missing.push('link');
    if (missing.length === 0) return;
    throw new InvalidError(
      'invalid-input',
      `A sponsored badge needs ${missing.join(' and ')}.`,
      missing.map((field) => ({ field, message: 'is required for a sponsored badge' })),
    );
  }
}

function bytesOf(...texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}

/** The public part of a badge. */
export type BadgeFacts = Readonly<
  Pick<Badge, 'id' | 'name' | 'imageId' | 'tags' | 'category' | 'description' | 'link' | 'sortOrder'>
>;
