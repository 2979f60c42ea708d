import { Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import {
  CountColumn,
  FlagColumn,
  FormerJsonColumn,
  IntegerColumn,
  JsonColumn,
  KeyColumn,
  SecondsColumn,
  TextColumn,
} from '../../../platform/database/columns.js';
import { completeListicle, type Listicle } from './listicle.js';
import type { CustomPage } from '../../permalinks/domain/custom-page.js';

/** The numbers are those of the interface. */
export enum ArticleStatus {
  Published = 0,
  Draft = 1,
  Scheduled = 2,
  Removed = 3,
}

/**
 * The row of an article: every field that is kept, with its lists (tags,
 * sections, authors, badges) elsewhere.
 */
@Entity('articles')
@Index('articles_by_created', ['status', 'createdTs', 'id'])
@Index('articles_by_updated', ['status', 'updatedTs', 'id', 'createdTs'])
@Index('articles_by_type', ['type', 'status', 'createdTs', 'id'])
@Index('articles_by_origin', ['providerId', 'status', 'createdTs', 'id'])
@Index('articles_by_creator', ['createdBy', 'status', 'createdTs', 'id'])
@Index('articles_by_provider', ['providerPostId', 'providerId'])
@Index('articles_by_basename', ['basename', 'status'])
@Index('articles_by_due', ['publishDueTs', 'scheduledAt'])
export class ArticleRecord {
  @PrimaryGeneratedColumn()
  id!: number;

  @IntegerColumn()
  status: ArticleStatus = ArticleStatus.Draft;

  /** Raised by every change. */
  @IntegerColumn({ default: 1 })
  version = 1;

  /** 0 entry editor, 15 import, 20 API. */
  @IntegerColumn()
  providerId!: number;

  @KeyColumn(255, { nullable: true })
  providerPostId: string | null = null;

  /** Author in whose name it was created. */
  @IntegerColumn()
  createdBy!: number;

  @SecondsColumn()
  insertedTs!: UtcSeconds;

  /** Publication time as shown; creation time until the first publication. */
  @SecondsColumn()
  createdTs!: UtcSeconds;

  /** Whether a client has set the publication time, so that publishing keeps it. */
  @FlagColumn()
  isCreatedTsFixed = false;

  @SecondsColumn()
  updatedTs!: UtcSeconds;

  @SecondsColumn({ nullable: true })
  firstPublishedTs: UtcSeconds | null = null;

  @SecondsColumn({ nullable: true })
  lastPublishedTs: UtcSeconds | null = null;

  @SecondsColumn({ nullable: true })
  scheduledAt: UtcSeconds | null = null;

  /**
   * When publication is tried: at the scheduled time, later after a failure; null when nothing is scheduled.
   */
  @SecondsColumn({ nullable: true })
  publishDueTs: UtcSeconds | null = null;

  /** Failed attempts of the scheduled publication. */
  @IntegerColumn({ default: 0 })
  publishAttempts = 0;

  /** Why it failed the last time. */
  @TextColumn()
  publishError: string | null = null;

  @KeyColumn(40)
  type!: string;

  /** Whether a client has set the type, so that it no longer follows image and video. */
  @FlagColumn()
  isTypeFixed = false;

  @KeyColumn(700)
  path!: string;

  /** Path of its own AMP page; null where that page is below `/amp`. */
  @KeyColumn(700, { nullable: true })
  ampPath: string | null = null;

  @KeyColumn(255)
  basename!: string;

  @KeyColumn(255, { nullable: true })
  manualBasename: string | null = null;

  @JsonColumn()
  pageList: readonly CustomPage[] | null = null;

  @TextColumn()
  headline!: string;

  @TextColumn()
  subheadline: string | null = null;

  /** HTML that the client sent. */
  @TextColumn()
  body: string | null = null;

  @TextColumn()
  pageTitle: string | null = null;

  @TextColumn()
  metaDescription: string | null = null;

  @TextColumn()
  ogTitle: string | null = null;

  @TextColumn()
  ogDescription: string | null = null;

  @IntegerColumn({ nullable: true })
  imageId: number | null = null;

  @TextColumn()
  imageExternal: string | null = null;

  @TextColumn()
  photoCredit: string | null = null;

  @TextColumn()
  photoCaption: string | null = null;

  @JsonColumn()
  manualImageCrops: object | null = null;

  @TextColumn()
  imageSize: string | null = null;

  @IntegerColumn({ nullable: true })
  teaserImageId: number | null = null;

  @TextColumn()
  teaserPhotoCredit: string | null = null;

  @TextColumn()
  teaserPhotoCaption: string | null = null;

  @JsonColumn()
  teaserManualImageCrops: object | null = null;

  @TextColumn()
  teaserImageSize: string | null = null;

  @IntegerColumn({ nullable: true })
  socialTeaserImageId: number | null = null;

  @TextColumn()
  socialTeaserPhotoCredit: string | null = null;

  @TextColumn()
  socialTeaserPhotoCaption: string | null = null;

  @JsonColumn()
  socialTeaserManualImageCrops: object | null = null;

  @TextColumn()
  socialTeaserImageSize: string | null = null;

  @TextColumn()
  media: string | null = null;

  @TextColumn()
  video: string | null = null;

  @FormerJsonColumn(completeListicle)
  listicle: Listicle | null = null;

  @JsonColumn()
  product: object | null = null;

  @TextColumn()
  layoutName: string | null = null;

  @TextColumn()
  eeLayoutName: string | null = null;

  @JsonColumn()
  roarSpecificData: object | null = null;

  @FlagColumn()
  partnernewsArticle = false;

  /** The body as readers may be shown it. */
  @TextColumn()
  description: string | null = null;

  /** The lead media as readers may be shown it. */
  @TextColumn()
  mediaHtml: string | null = null;

  /** Version of the rules that made `description`. */
  @IntegerColumn()
  renderingVersion = 0;

  @IntegerColumn({ default: 0 })
  wordsCount = 0;

  @IntegerColumn({ default: 0 })
  likesCount = 0;

  @CountColumn({ default: 0 })
  pageViewsCount = 0;
}
