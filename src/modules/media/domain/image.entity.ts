import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { UtcSeconds } from '../../../kernel/clock.js';
import { InvalidError } from '../../../kernel/errors.js';
import { mustBeWebUrl } from '../../../kernel/web-url.js';
import {
  FlagColumn,
  IntegerColumn,
  JsonColumn,
  KeyColumn,
  SecondsColumn,
  TextColumn,
} from '../../../platform/database/columns.js';
import { centreOf, type Crops, type Point, type Size } from './crops.js';

/** Formats that are taken. */
export type ImageFormat = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'heif' | 'tiff';

/** Metadata that the photographer's software has written into the file (IPTC). */
export interface Iptc {
  readonly 'by-line': string;
  readonly 'caption/abstract': string;
}

/** Facts from the header of a file. */
export interface ImageFacts {
  readonly format: ImageFormat;
  /** Pixels of the upright image; of one frame. */
  readonly width: number;
  readonly height: number;
  /** EXIF: 1 is upright. */
  readonly orientation: number;
  readonly frames: number;
  readonly hasAlpha: boolean;
  /** Decoded as a whole, not line by line: progressive JPEG, interlaced PNG. */
  readonly isProgressive: boolean;
  readonly iptc: Iptc;
}

/** The texts of an image; undefined leaves a field as it is, null clears it. */
export interface ImageDetails {
  readonly caption?: string | null | undefined;
  readonly photoCredit?: string | null | undefined;
  readonly alt?: string | null | undefined;
  /** Wraps the image in a link. */
  readonly linkUrl?: string | null | undefined;
  /** Text of the link. */
  readonly title?: string | null | undefined;
  readonly opensNewTab?: boolean | null | undefined;
}

/** Stored file of an image. */
export interface ImageFile {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  readonly filename: string;
}

/** An image that articles, listicles, authors, sections and badges refer to. */
@Entity('images')
export class Image implements Size {
  @PrimaryGeneratedColumn()
  id!: number;

  /** UUID. */
  @KeyColumn(36)
  taskId!: string;

  @KeyColumn(32)
  shortcodeId!: string;

  /** Signs URLs, so that none can be guessed, and the crops in them. Never shown. */
  @KeyColumn(64)
  secret!: string;

  @Index('images_by_hash')
  @ForeignKey('stored_files', { name: 'images_hash', onDelete: 'NO ACTION' })
  @KeyColumn(64)
  hash!: string;

  @KeyColumn(255)
  filename!: string;

  @KeyColumn(10)
  format!: ImageFormat;

  @IntegerColumn()
  width!: number;

  @IntegerColumn()
  height!: number;

  @IntegerColumn()
  orientation!: number;

  @IntegerColumn()
  frames!: number;

  @FlagColumn()
  hasAlpha!: boolean;

  @FlagColumn()
  isProgressive!: boolean;

  @JsonColumn()
  iptc: Iptc | null = null;

  /** Crops by ratio code; absent ratios have their default. */
  @JsonColumn()
  manualCrops: Crops | null = null;

  /** The focal point, pixels; null until it has been found. */
  @IntegerColumn({ nullable: true })
  attentionX: number | null = null;

  @IntegerColumn({ nullable: true })
  attentionY: number | null = null;

  /** The one that an editor has set; null where the one that was found counts. */
  @IntegerColumn({ nullable: true })
  focalX: number | null = null;

  @IntegerColumn({ nullable: true })
  focalY: number | null = null;

  @TextColumn()
  caption: string | null = null;

  @TextColumn()
  photoCredit: string | null = null;

  @TextColumn()
  alt: string | null = null;

  @TextColumn()
  linkUrl: string | null = null;

  @TextColumn()
  title: string | null = null;

  @FlagColumn()
  opensNewTab = false;

  /** The author who sent it; null where nobody knows. */
  @Index('images_by_uploader')
  @IntegerColumn({ nullable: true })
  uploadedBy: number | null = null;

  /** Whether its URLs were handed out when they were not signed yet. */
  @FlagColumn()
  hasUnsignedUrls = false;

  /** Grows by one with every change. */
  @IntegerColumn({ default: 1 })
  version = 1;

  @SecondsColumn()
  createdTs!: UtcSeconds;

  /** Replaces the file and drops the crops of the former one. */
  show({ hash, filename }: ImageFile, facts: ImageFacts): void {
    if (hash !== this.hash) this.hasUnsignedUrls = false;
    Object.assign(this, { hash, filename }, facts);
    this.manualCrops = null;
    this.setFocalPoint(null);
    this.chooseFocalPoint(null);
  }

  /** @throws InvalidError for a link that does not lead to the web */
  describe(details: ImageDetails): void {
    mustBeWebUrl('link_url', details.linkUrl, this.linkUrl);
    if (details.caption !== undefined) this.caption = details.caption;
    if (details.photoCredit !== undefined) this.photoCredit = details.photoCredit;
    if (details.alt !== undefined) this.alt = details.alt;
    if (details.linkUrl !== undefined) this.linkUrl = details.linkUrl;
    if (details.title !== undefined) this.title = details.title;
    if (details.opensNewTab !== undefined) this.opensNewTab = details.opensNewTab ?? false;
  }

  /** @param point null lets the one that was found count. @throws InvalidError for one beyond the image */
  chooseFocalPoint(point: Point | null): void {
    for (const [axis, most] of [
      ['x', this.width],
      ['y', this.height],
    ] as const) {
      if (point && (point[axis] < 0 || point[axis] > most))
        throw InvalidError.field(`focal_point.${axis}`, `must be from 0 to ${most}`);
    }
    this.focalX = point?.x ?? null;
    this.focalY = point?.y ?? null;
  }

  /** @param point that was found; null when nobody knows it yet */
  setFocalPoint(point: Point | null): void {
    this.attentionX = point?.x ?? null;
    this.attentionY = point?.y ?? null;
  }

  /** Whether it moves, in whatever format. @internal */
  get isAnimated(): boolean {
    return this.frames > 1;
  }

  get isAnimatedGif(): boolean {
    return this.format === 'gif' && this.isAnimated;
  }

  /** Focal point that an editor has set; else null. */
  get chosenPoint(): Point | null {
    const { focalX: x, focalY: y } = this;
    return x === null || y === null ? null : { x, y };
  }

  /** Found in the image, or its centre until that is known. */
  get foundPoint(): Point {
    const { attentionX: x, attentionY: y } = this;
    return x === null || y === null ? centreOf(this) : { x, y };
  }

  /** The centre of default crops. */
  get focalPoint(): Point {
    return this.chosenPoint ?? this.foundPoint;
  }
}
