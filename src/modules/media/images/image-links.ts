import { createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../../platform/config/environment.js';
import { MediaSettings } from '../media.settings.js';
import { isEqual } from '../signing/constant-time.js';
import { type Area, type Crops, fits, largestCrop } from '../domain/crops.js';
import type { Image, ImageFormat } from '../domain/image.entity.js';
import { type ImageSize, imageSizes, proportionsOf } from '../domain/image-sizes.js';

/** The crop of a ratio that is in effect, with the sizes that show it. */
export interface ShownCrop extends Area {
  readonly sizes: readonly string[];
}

export const ORIGIN = 'origin';

/** Format in which an image is served to whoever takes no newer one. */
const EXTENSIONS: Readonly<Record<ImageFormat, 'jpg' | 'png' | 'gif' | 'webp' | null>> = {
  jpeg: 'jpg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: null,
  heif: null,
  tiff: null,
};

const HASH_LENGTH = 12;
const VERSION_SIGNATURE_LENGTH = 20;
const CROP_SIGNATURE_LENGTH = 16;

/**
 * URLs of images, and the crops that they show. A URL names the image's file and, for a crop that somebody
 * has drawn, the crop: what it shows never changes. The name of the file is signed: nobody guesses a URL.
 */
@Injectable()
export class ImageLinks {
  readonly sizes: ReadonlyMap<string, ImageSize>;
  /** Sizes that show the whole image. */
  readonly uncropped: readonly ImageSize[];
  private readonly base: string;
  private readonly versions = new WeakMap<Image, { readonly hash: string; readonly version: string }>();

  constructor(
    environment: Environment,
    private readonly settings: MediaSettings,
  ) {
    this.base = `${environment.PUBLIC_BASE_URL}/res/images/`;
    const sizes = imageSizes(settings.ratios);
    this.sizes = new Map(sizes.map((size) => [size.name, size]));
    this.uncropped = sizes.filter(({ height }) => height === null);
  }

  /** The file itself, without its metadata. */
  originUrl(image: Image): string {
    return this.url(image, ORIGIN);
  }

  /** @param own crops that take precedence over the image's, as those of an article */
  thumbnailUrl(image: Image, size: string, own: Crops = {}): string {
    const ratio = this.sizes.get(size)?.ratio;
    const crop = ratio ? this.manualCrop(image, ratio, own) : undefined;
    return this.url(image, crop ? `${size}@${this.signed(image, crop)}` : size);
  }

  /** URLs of all sizes, and of the file itself as `origin`. */
  thumbnails(image: Image, own: Crops = {}): Record<string, string> {
    const urls: Record<string, string> = { [ORIGIN]: this.originUrl(image) };
    for (const name of this.sizes.keys()) urls[name] = this.thumbnailUrl(image, name, own);
    return urls;
  }

  /** The crops in effect, of every ratio of the site. */
  crops(image: Image, own: Crops = {}): Record<string, ShownCrop> {
    return Object.fromEntries(
      this.settings.ratios.map(({ code, sizes }) => {
        const crop = this.manualCrop(image, code, own) ?? this.defaultCrop(image, code);
        const { width, top, height, left } = crop;
        return [code, { width, top, height, left, sizes }];
      }),
    );
  }

  /**
   * Around the point that was found: it does not change, so that URLs without a
   * crop show what they have shown.
   */
  defaultCrop(image: Image, proportions: string): Area {
    return largestCrop(image, proportionsOf(proportions), image.foundPoint);
  }

  /** Whether a URL is one of the image's own, of whatever size and time. */
  isOwn(url: string, imageId: number): boolean {
    return url.startsWith(`${this.base}${imageId}/`);
  }

  /** Names the image's file in URLs. */
  version(image: Image): string {
    const { hash } = image;
    const known = this.versions.get(image);
    if (known?.hash === hash) return known.version;
    const version = signedVersion(image, unsignedVersion(hash));
    this.versions.set(image, { hash, version });
    return version;
  }

  /** Whether URLs with this version show the image as it is; it may be one of those that were not signed. */
  isCurrent(image: Image, version: string): boolean {
    if (isEqual(version, this.version(image))) return true;
    return image.hasUnsignedUrls && isEqual(version, unsignedVersion(image.hash));
  }

  /** Whether the image has had this version, whatever file it showed then. */
  wasHandedOut(image: Image, version: string): boolean {
    return isEqual(version, signedVersion(image, version.slice(0, HASH_LENGTH)));
  }

  extension({ format, hasAlpha }: Image): 'jpg' | 'png' | 'gif' | 'webp' {
    return EXTENSIONS[format] ?? (hasAlpha ? 'webp' : 'jpg');
  }

  /**
   * The area that `<left>-<top>-<width>-<height>-<signature>` stands for; null when it was not signed for
   * this image. It may be one of a file that the image showed before.
   */
  readCrop(image: Image, text: string): Area | null {
    const [left = NaN, top = NaN, width = NaN, height = NaN] = text.split('-').map(Number);
    const area = { left, top, width, height };
    return isEqual(text, this.signed(image, area)) ? area : null;
  }

  /** A crop that an editor has drawn, or the largest around the focal point that an editor has set. */
  private manualCrop(image: Image, ratio: string, own: Crops): Area | undefined {
    const crop = own[ratio] ?? image.manualCrops?.[ratio];
    if (crop && fits(crop, image)) return crop;
    const { chosenPoint } = image;
    return chosenPoint ? largestCrop(image, proportionsOf(ratio), chosenPoint) : undefined;
  }

  private signed({ secret }: Image, { left, top, width, height }: Area): string {
    const area = `${left}-${top}-${width}-${height}`;
    return `${area}-${sign(secret, area).slice(0, CROP_SIGNATURE_LENGTH)}`;
  }

  private url(image: Image, name: string): string {
    return `${this.base}${image.id}/${this.version(image)}/${name}.${this.extension(image)}`;
  }
}

/** The beginning of the hash of the file. */
const unsignedVersion = (hash: string): string => hash.slice(0, HASH_LENGTH);

const signedVersion = ({ secret }: Image, unsigned: string): string =>
  `${unsigned}${sign(secret, `version ${unsigned}`).slice(0, VERSION_SIGNATURE_LENGTH)}`;

const sign = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');
