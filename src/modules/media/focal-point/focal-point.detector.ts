import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../../kernel/unit-of-work.js';
import { singleFlight } from '../../../platform/concurrency/single-flight.js';
import { runFrom } from '../../../platform/concurrency/work-origin.js';
import { FileStorage } from '../../storage/file-storage.js';
import { originalKey } from '../../storage/blob-store.js';
import type { Point } from '../domain/crops.js';
import type { Image } from '../domain/image.entity.js';
import { ImagesRepository } from '../domain/images.repository.js';
import { ImageProcessor, type ImageSource } from '../images/image-processor.js';

/** Pause between uploads and detection, so that the next of many uploads does not wait for it. */
const QUIET_MS = 1_000;
const MAX_WAITING = 1_000;

/** Finds where people look first in an image, once, after it was answered for: it takes decoding it. */
@Injectable()
export class FocalPointDetector implements BeforeApplicationShutdown {
  private readonly logger = new Logger(FocalPointDetector.name);
  private readonly searches = new Map<string, Promise<Point>>();
  private readonly waiting: Image[] = [];
  private timer: NodeJS.Timeout | undefined;
  private pass: Promise<void> = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly storage: FileStorage,
    private readonly processor: ImageProcessor,
    private readonly images: ImagesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The image with its focal point. @throws UnprocessableError when it cannot be decoded */
  async of(image: Image): Promise<Image> {
    if (image.attentionX !== null) return image;
    const { x, y } = await singleFlight(this.searches, `${image.id}-${image.hash}`, () => this.search(image));
    return Object.assign(image, { attentionX: x, attentionY: y });
  }

  /** Looks for it when no more images come in. One that is not found then is found with the first crop. */
  enqueue(images: readonly Image[]): void {
    this.unitOfWork.afterCommit(() => {
      this.waitFor(images);
    });
  }

  private waitFor(images: readonly Image[]): void {
    if (this.isStopping) return;
    this.waiting.push(...images);
    this.waiting.splice(0, this.waiting.length - MAX_WAITING);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.pass = this.pass.then(() => runFrom(null, () => this.findWaiting()));
    }, QUIET_MS);
  }

  sourceOf(image: Image): ImageSource {
    const { hash, format, width, height, orientation, frames, hasAlpha, isProgressive } = image;
    return {
      hash,
      format,
      width,
      height,
      orientation,
      frames,
      hasAlpha,
      isProgressive,
      read: (work) => this.storage.withLocalFile(originalKey(hash), work),
    };
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    clearTimeout(this.timer);
    await Promise.allSettled([this.pass, ...this.searches.values()]);
  }

  private async findWaiting(): Promise<void> {
    for (let image = this.waiting.shift(); image && !this.isStopping; image = this.waiting.shift()) {
      const { id } = image;
      await this.of(image).catch((error: unknown) => {
        this.logger.warn({ err: error, image: id }, 'No focal point was found');
      });
    }
  }

  private async search(image: Image): Promise<Point> {
    const point = await this.processor.findAttention(this.sourceOf(image));
    await this.unitOfWork.run(() => this.images.saveFoundPoint(image.id, image.hash, point));
    return point;
  }
}
