import type { Readers } from '../../changes/domain/audience.js';
import type { Page, Total } from '../../../kernel/page.js';
import type { Point } from './crops.js';
import type { Image } from './image.entity.js';

/** Stores what is known of images; their bytes are in the storage. */
export abstract class ImagesRepository {
  /** @throws NotFoundError */
  abstract getById(id: number): Promise<Image>;
  /** Loads the image and locks it until the transaction ends. @throws NotFoundError */
  abstract getForUpdate(id: number): Promise<Image>;
  /** @throws ChangedError when it is at none of the versions */
  abstract mustMatch(image: Image, versions: readonly number[] | undefined): Promise<void>;
  abstract findById(id: number): Promise<Image | null>;
  abstract findByIds(ids: readonly number[]): Promise<Image[]>;
  /** The same; they stay as they are until the transaction around it ends. */
  abstract holdByIds(ids: readonly number[]): Promise<Image[]>;
  /** Newest first. */
  abstract list(page: Page): Promise<Image[]>;
  abstract total(): Promise<Total>;
  /** Gives a new image its id. */
  abstract add(image: Image): Promise<Image>;
  /** Saves an existing image. */
  abstract save(image: Image): Promise<Image>;
  /** @param readers who saw it, for the change that is told */
  abstract remove(image: Image, readers: Readers): Promise<void>;
  /** Focal point of another image with the same file; null when there is none or it is not known. */
  abstract focalPointOf(hash: string): Promise<Point | null>;
  /** Unless the image shows another file meanwhile. */
  abstract saveFoundPoint(id: number, hash: string, point: Point): Promise<void>;
}
