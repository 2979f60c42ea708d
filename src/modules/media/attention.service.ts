import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { UnitOfWork } from '../../kernel/unit-of-work.js';
import { FileStorage } from '../storage/file-storage.js';
import { originalKey } from '../storage/stored-files.js';
import type { Point } from './domain/crops.js';
import type { Image } from './domain/image.entity.js';
import { ImagesRepository } from './domain/images.repository.js';
import { ImageProcessor, type ImageSource } from './image-processor.js';

/** Finds where people look first in an image, once, after it was answered for: it takes decoding it. */
@Injectable()
export class AttentionService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(AttentionService.name);
  private readonly searches = new Map<string, Promise<Point>>();
  private isStopping = false;

  constructor(
    private readonly storage: FileStorage,
    private readonly processor: ImageProcessor,
    private readonly images: ImagesRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** The image with its point of attention. @throws UnprocessableError when it cannot be decoded */
  async of(image: Image): Promise<Image> {
    if (image.attentionX !== null) return image;
    const { x, y } = await this.find(image);
    return Object.assign(image, { attentionX: x, attentionY: y });
  }

  /** Looks for it when there is time. One that is not found now is found with the first crop. */
  findSoon(images: readonly Image[]): void {
    for (const image of images) {
      if (this.isStopping || image.attentionX !== null) continue;
      void this.find(image).catch((error: unknown) => {
        this.logger.warn({ err: error, image: image.id }, 'No point of attention was found');
      });
    }
  }

  sourceOf(image: Image): ImageSource {
    const { hash, format, width, height, orientation, frames, hasAlpha, isProgressive } = image;
    return {
      ...{ hash, format, width, height, orientation, frames, hasAlpha, isProgressive },
      read: (work) => this.storage.withLocalFile(originalKey(hash), work),
    };
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    await Promise.allSettled(this.searches.values());
  }

  private find(image: Image): Promise<Point> {
    const key = `${image.id}-${image.hash}`;
    const known = this.searches.get(key);
    if (known) return known;
    const search = this.search(image).finally(() => this.searches.delete(key));
    this.searches.set(key, search);
    return search;
  }

  private async search(image: Image): Promise<Point> {
    const point = await this.processor.findAttention(this.sourceOf(image));
    await this.unitOfWork.run(() => this.images.setAttention(image.id, image.hash, point));
    return point;
  }
}
