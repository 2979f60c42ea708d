import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Environment } from '../../platform/config/environment.js';
import { SiteSettings } from '../site/site-settings.js';
import { type Area, type Crops, fits, largestCrop } from './domain/crops.js';
import type { Image, ImageFormat } from './domain/image.entity.js';
import { type ImageSize, imageSizes, proportionsOf } from './domain/image-sizes.js';

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

const VERSION_LENGTH = 12;
const SIGNATURE_LENGTH = 16;

/**
 * URLs of images, and the crops that they show. A URL names the image's file and, for a crop that somebody has
 * drawn, the crop: what it shows never changes.
 */
@Injectable()
export class ImageLinks {
  readonly sizes: ReadonlyMap<string, ImageSize>;
  /** Those that show the whole of an image. */
  readonly uncropped: readonly ImageSize[];
  private readonly base: string;

  constructor(
    environment: Environment,
    private readonly settings: SiteSettings,
  ) {
    this.base = `${environment.PUBLIC_BASE_URL}/res/images/`;
    const sizes = imageSizes(settings.media.ratios);
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
      this.settings.media.ratios.map(({ code, sizes }) => {
        const crop = this.manualCrop(image, code, own) ?? this.defaultCrop(image, code);
        const { width, top, height, left } = crop;
        return [code, { width, top, height, left, sizes }];
      }),
    );
  }

  defaultCrop(image: Image, proportions: string): Area {
    return largestCrop(image, proportionsOf(proportions), image.focalPoint);
  }

  /** Whether a URL is one of the image's own, of whatever size and time. */
  isOwn(url: string, imageId: number): boolean {
    return url.startsWith(`${this.base}${imageId}/`);
  }

  version({ hash }: Image): string {
    return hash.slice(0, VERSION_LENGTH);
  }

  extension({ format, hasAlpha }: Image): 'jpg' | 'png' | 'gif' | 'webp' {
    return EXTENSIONS[format] ?? (hasAlpha ? 'webp' : 'jpg');
  }

  /**
   * The area that `<left>-<top>-<width>-<height>-<signature>` stands for; null when it was not signed for this image.
   * It may be one of a file that the image showed before.
   */
  readCrop(image: Image, text: string): Area | null {
    const [left = NaN, top = NaN, width = NaN, height = NaN] = text.split('-').map(Number);
    const area = { left, top, width, height };
    const expected = Buffer.from(this.signed(image, area));
    const given = Buffer.from(text);
    return expected.length === given.length && timingSafeEqual(expected, given) ? area : null;
  }

  private manualCrop(image: Image, ratio: string, own: Crops): Area | undefined {
    const crop = own[ratio] ?? image.manualCrops?.[ratio];
    return crop && fits(crop, image) ? crop : undefined;
  }

  private signed({ secret }: Image, { left, top, width, height }: Area): string {
    const area = `${left}-${top}-${width}-${height}`;
    const signature = createHmac('sha256', secret).update(area).digest('hex').slice(0, SIGNATURE_LENGTH);
    return `${area}-${signature}`;
  }

  private url(image: Image, name: string): string {
    return `${this.base}${image.id}/${this.version(image)}/${name}.${this.extension(image)}`;
  }
}
