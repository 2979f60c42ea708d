import type { Area, Point } from '../domain/crops.js';
import type { ImageFacts } from '../domain/image.entity.js';

/** An image whose file is at hand when it is needed. */
export interface ImageSource extends Omit<ImageFacts, 'iptc'> {
  readonly hash: string;
  /** @param work gets the path of the file, which is there until the work ends */
  read<T>(work: (path: string) => Promise<T>): Promise<T>;
}

export type WebFormat = 'jpg' | 'png' | 'gif' | 'webp' | 'avif';

/** The output of a conversion. */
export interface Rendition {
  /** The part of the image that is shown; null for all of it. */
  readonly crop: Area | null;
  readonly width: number;
  /** Null: as the width gives it, and never larger than the original. */
  readonly height: number | null;
  readonly format: WebFormat;
}

/** Looks into image files and makes smaller ones of them, within a limit of memory. Replaceable. */
export abstract class ImageProcessor {
  /**
   * Facts from the header of a file: nothing is decoded that could be large.
   *
   * @throws UnsupportedMediaTypeError for what is no image of a known format
   * @throws UnprocessableError for one that is damaged or too large
   */
  abstract inspect(path: string): Promise<ImageFacts>;
  /** Point that people look at first. @throws UnprocessableError when the image cannot be decoded */
  abstract findAttention(source: ImageSource): Promise<Point>;
  /** Writes the whole image, upright and without metadata; its animation stays. */
  abstract writeOrigin(source: ImageSource, format: WebFormat, target: string): Promise<void>;
  /** The bytes of a file. @throws UnprocessableError when the image cannot be decoded, OverloadedError */
  abstract render(source: ImageSource, rendition: Rendition): Promise<Buffer>;
}
