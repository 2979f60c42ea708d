import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import { normalForm } from '../../../kernel/text.js';
import type { UtcSeconds } from '../../../kernel/clock.js';
import {
  IntegerColumn,
  JsonColumn,
  KeyColumn,
  SecondsColumn,
  TextColumn,
} from '../../../platform/database/columns.js';
import type { Image } from '../../media/domain/image.entity.js';

export const HOME_ID = 0;

/** Characters of a slug. */
export const MAX_URL = 100;
/** Longest path that clients may give a section; leaves room for the rest of a post's path. */
export const MAX_FULL_URL = 400;

/** Value of `removedTo` for a section whose posts only lose it. */
export const NOWHERE_ID = -1;

export enum SectionStatus {
  Private = 1,
  Public = 2,
  Unlisted = 3,
}

export interface PageSettings {
  readonly open_in_new_tab: boolean;
  readonly allow_community_posts: boolean;
  readonly hide_from_entry_editor: boolean;
  readonly lock_posts_after_publishing: boolean;
}

export const NO_PAGE_SETTINGS: PageSettings = {
  open_in_new_tab: false,
  allow_community_posts: false,
  hide_from_entry_editor: false,
  lock_posts_after_publishing: false,
};

export interface HeaderImage {
  readonly url: string | null;
  readonly imageId: number | null;
}

/** The fields of a section; undefined leaves a field as it is. */
export interface SectionFields {
  readonly title?: string | undefined;
  readonly url?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly status?: SectionStatus | undefined;
  readonly aboutHtml?: string | null | undefined;
  /** The safe form of `aboutHtml`. */
  readonly aboutHtmlSafe?: string | null | undefined;
  readonly pageSettings?: Partial<PageSettings> | undefined;
  readonly headerImage?: HeaderImage | undefined;
  readonly metaTitle?: string | null | undefined;
  readonly order?: number | undefined;
}

/** A category of content. Section 0 is Home. */
@Entity('sections')
@Index('sections_by_parent', ['parentId', 'url'], { unique: true })
export class Section {
  @PrimaryGeneratedColumn()
  id!: number;

  /** 0 when there is no parent. */
  @IntegerColumn({ default: 0 })
  parentId = HOME_ID;

  @KeyColumn(255)
  title!: string;

  /** The title in lower case, for look-ups without regard to case. */
  @Index('sections_by_title')
  @KeyColumn(255)
  titleKey!: string;

  /** Slug, unique below the parent. */
  @Index('sections_by_url')
  @KeyColumn(MAX_URL)
  url!: string;

  /** `/parent/child` */
  @Index('sections_by_full_url', { unique: true })
  @KeyColumn(700)
  fullUrl!: string;

  @IntegerColumn()
  status = SectionStatus.Private;

  @TextColumn()
  aboutHtml: string | null = null;

  /** The safe form of `aboutHtml`; null also until it has been rendered. */
  @TextColumn()
  aboutHtmlSafe: string | null = null;

  @JsonColumn({ name: 'page_settings' })
  private storedPageSettings: Partial<PageSettings> | null = null;

  @JsonColumn({ name: 'tags' })
  private storedTags: readonly string[] | null = null;

  @TextColumn()
  urlHeaderImage: string | null = null;

  @Index('sections_by_image')
  @IntegerColumn({ nullable: true })
  headerImageId: number | null = null;

  /** The image of `headerImageId`, of sections that are to be shown. */
  headerImage: Image | null = null;

  @TextColumn()
  metaTitle: string | null = null;

  @JsonColumn()
  extras: object | null = null;

  @IntegerColumn({ default: 0 })
  sortOrder = 0;

  /** Grows by one with every change. */
  @IntegerColumn({ default: 1 })
  version = 1;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  /**
   * Null unless the section is removed. Then it is only there until its posts have left, and what is in it
   * counts as being in this one; `NOWHERE_ID`: in none.
   */
  @IntegerColumn({ nullable: true })
  removedTo: number | null = null;

  get pageSettings(): PageSettings {
    return { ...NO_PAGE_SETTINGS, ...this.storedPageSettings };
  }

  get tags(): readonly string[] {
    return this.storedTags ?? [];
  }

  get isHome(): boolean {
    return this.id === HOME_ID;
  }

  edit(fields: SectionFields): void {
    if (fields.title !== undefined) {
      this.title = fields.title;
      this.titleKey = titleLookupKey(fields.title);
    }
    if (fields.url !== undefined) this.url = fields.url;
    // A value that is sent back as it was shown is no change.
    if (fields.tags !== undefined && !isSame(fields.tags, this.tags)) this.storedTags = fields.tags;
    if (fields.status !== undefined) this.status = fields.status;
    if (fields.aboutHtml !== undefined && (fields.aboutHtml ?? '') !== (this.aboutHtml ?? '')) {
      this.aboutHtml = fields.aboutHtml;
      this.aboutHtmlSafe = fields.aboutHtmlSafe ?? null;
    }
    if (fields.metaTitle !== undefined) this.metaTitle = fields.metaTitle;
    if (fields.order !== undefined) this.sortOrder = fields.order;
    if (fields.pageSettings !== undefined) {
      const settings = { ...this.pageSettings, ...fields.pageSettings };
      if (!isSame(settings, this.pageSettings)) this.storedPageSettings = settings;
    }
    if (fields.headerImage !== undefined) {
      this.urlHeaderImage = fields.headerImage.url;
      this.headerImageId = fields.headerImage.imageId;
    }
  }

  /** Removes the section: its URL is free, and only its posts still refer to it. */
  remove(destinationId: number | null): void {
    this.removedTo = destinationId ?? NOWHERE_ID;
    this.parentId = this.id;
    this.url = '';
    this.fullUrl = `//${this.id}`;
    this.headerImageId = null;
  }

  /** @param parent null at the top */
  placeBelow(parent: Section | null): void {
    this.parentId = parent?.id ?? HOME_ID;
    this.fullUrl = `${parent?.fullUrl ?? ''}/${this.url}`;
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Titles are looked up without regard to case. */
export function titleLookupKey(title: string): string {
  return normalForm(title.trim()).toLowerCase().slice(0, 255);
}
